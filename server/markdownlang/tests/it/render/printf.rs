//! Formats.

use super::check;

#[test]
fn words() {
    check(&[
        (r#"{{ printf "%s" .name }}"#, "ada"),
        (r#"{{ printf "%q" .name }}"#, "\"ada\""),
        (r#"{{ printf "%5s|%-5s|" .name .name }}"#, "  ada|ada  |"),
        (r#"{{ printf "%.2s" .name }}"#, "ad"),
        (r#"{{ printf "%v %v %v" .name .count .yes }}"#, "ada 3 true"),
        (r#"{{ printf "%x %X" "hi" "hi" }}"#, "6869 6869"),
        (r#"{{ printf "%t" .yes }}"#, "true"),
        (r#"{{ printf "100%%" }}"#, "100%"),
        (r#"{{ printf "%v" .items }}"#, r#"["tea","salt","rice"]"#),
        (r#"{{ printf "%T" .name }} {{ printf "%T" 1 }}"#, "string int"),
        (r#"{{ printf "%[2]s %[1]s" "a" "b" }}"#, "b a"),
        (r#"{{ .name | printf "%s-%s" "x" }}"#, "x-ada"),
    ]);
}

#[test]
fn numbers() {
    check(&[
        (r#"{{ printf "%d" .count }}"#, "3"),
        (r#"{{ printf "%03d|%5d|%-5d|" 7 7 7 }}"#, "007|    7|7    |"),
        (r#"{{ printf "%+d % d" 7 7 }}"#, "+7  7"),
        (r#"{{ printf "%06d" -42 }}"#, "-00042"),
        (r#"{{ printf "%x %X %o %b" 255 255 8 5 }}"#, "ff FF 10 101"),
        (r#"{{ printf "%#x" 255 }}"#, "0xff"),
        (r#"{{ printf "%c %U %q" 97 97 97 }}"#, "a U+0061 'a'"),
        (r#"{{ printf "%.2f" .price }}"#, "2.50"),
        (r#"{{ printf "%8.3f|" 3.14159 }}"#, "   3.142|"),
        (r#"{{ printf "%08.3f" -3.14159 }}"#, "-003.142"),
        (r#"{{ printf "%f" 1.5 }}"#, "1.500000"),
        (r#"{{ printf "%e" 123456.5 }}"#, "1.234565e+05"),
        (r#"{{ printf "%g %g" 0.5 0.00001 }}"#, "0.5 1e-05"),
        (r#"{{ printf "%*d" 5 42 }}"#, "   42"),
        (r#"{{ printf "%.1f%%" 12.34 }}"#, "12.3%"),
    ]);
}

#[test]
fn what_is_wrong_is_shown_as_go_shows_it() {
    check(&[
        (r#"{{ printf "%d" "a" }}"#, "%!d(string=a)"),
        (r#"{{ printf "%s" 3 }}"#, "%!s(int=3)"),
        (r#"{{ printf "%d" }}"#, "%!d(MISSING)"),
        (r#"{{ printf "a" 1 }}"#, "a%!(EXTRA int=1)"),
        (r#"{{ printf "%" }}"#, "%!(NOVERB)"),
        (r#"{{ printf "%d" nil }}"#, "%!d(<nil>)"),
    ]);
}

#[test]
fn giant_widths_and_precisions_are_no_fault() {
    for verb in "vTtsqdboOxXcUfFeEgGwp".chars() {
        for value in ["7", "2.5", "0.1", "\"a\"", "true", "nil"] {
            for size in ["70000", ".70000", "99999999999.99999999999", "#.70000", "+070000.70000"] {
                let given = super::rendered(&format!("{{{{ printf \"%{size}{verb}\" {value} }}}}"));
                assert!(!given.starts_with("error") && given.len() < 3_000_000, "%{size}{verb} {value}");
            }
        }
    }
    assert_eq!(super::rendered("{{ len (printf \"%.70000f\" 2.5) }}"), "70002");
    assert_eq!(super::rendered("{{ len (printf \"%.70000U\" 65) }}"), "70002");
}
