//! Go's functions and those of markdownlang.

use super::check;

#[test]
fn and_or_not() {
    check(&[
        ("{{ and .yes .name }}", "ada"),
        ("{{ and .yes .zero .name }}", "0"),
        ("{{ or .empty .name }}", "ada"),
        ("{{ or .empty .zero }}", "0"),
        ("{{ not .yes }} {{ not .empty }} {{ not .missing }}", "false true true"),
        ("{{ and .no (index .items 9) }}", "false"),
        ("{{ or .name (index .items 9) }}", "ada"),
        ("{{ .name | and .yes }}", "ada"),
        ("{{ if and .yes (not .no) }}a{{ end }}", "a"),
        ("{{ and .name }}{{ or .empty }}|", "ada|"),
    ]);
}

#[test]
fn comparisons() {
    check(&[
        ("{{ eq .name \"ada\" }} {{ ne .name \"ada\" }}", "true false"),
        ("{{ eq .count 1 2 3 }} {{ eq .count 1 2 }}", "true false"),
        ("{{ eq .whole 4 }} {{ eq .price 2.5 }}", "true true"),
        ("{{ lt 1 2 }} {{ le 2 2 }} {{ gt 1 2 }} {{ ge 2 2 }}", "true true false true"),
        ("{{ lt \"a\" \"b\" }} {{ gt \"a\" \"b\" }}", "true false"),
        ("{{ lt .price 3 }} {{ gt .big 999999.5 }}", "true true"),
        ("{{ eq .yes true }} {{ eq .no true }}", "true false"),
        ("{{ eq .missing \"x\" }} {{ ne .nothing 1 }}", "false true"),
        ("{{ eq .missing nil }} {{ eq .nothing .missing }}", "true true"),
        ("{{ if eq (len .items) 3 }}a{{ end }}", "a"),
        ("{{ .count | eq 3 }}", "true"),
        ("{{ eq 'a' 97 }}", "true"),
    ]);
}

#[test]
fn index_and_slice() {
    check(&[
        ("{{ index .items 1 }}", "salt"),
        ("{{ index .map \"a\" }}", "1"),
        ("{{ index .rows 0 \"tags\" 1 }}", "y"),
        ("{{ index .grid 1 0 }}", "3"),
        ("{{ index .map \"zzz\" }}", "<no value>"),
        ("{{ index .items }}", r#"["tea","salt","rice"]"#),
        ("{{ index .name 1 }}", "100"),
        ("{{ slice .items 1 2 }}", r#"["salt"]"#),
        ("{{ slice .items 1 }}", r#"["salt","rice"]"#),
        ("{{ slice .items 0 99 }}", r#"["tea","salt","rice"]"#),
        ("{{ slice .items 5 9 }}", "[]"),
        ("{{ slice .text 0 3 }}", "één"),
        ("{{ slice .name 1 }}{{ slice .name 2 1 }}", "da"),
    ]);
}

#[test]
fn lengths() {
    check(&[
        ("{{ len .items }} {{ len .map }} {{ len .name }}", "3 3 3"),
        ("{{ len .text }} {{ len .empty }} {{ len .none }}", "8 0 0"),
        ("{{ .items | len }}", "3"),
    ]);
}

#[test]
fn texts() {
    check(&[
        ("{{ upper .name }} {{ lower \"ÀB\" }} {{ title .title }}", "ADA àb The Engine"),
        ("{{ .name | title | printf \"%s!\" }}", "Ada!"),
        ("{{ title \"it's o'clock-ish now\" }}", "It'S O'Clock-Ish Now"),
        ("{{ .items | join \", \" }} {{ \", \" | join .items }}", "tea, salt, rice tea, salt, rice"),
        (
            "{{ \"a,b\" | split \",\" | len }} {{ range .title | split \" \" }}<{{ . }}>{{ end }}",
            "2 <the><engine>",
        ),
        ("{{ split \"a,b,c\" \",\" }}", r#"["a","b","c"]"#),
        ("{{ split \"abc\" \"\" }}{{ split \"abc\" \";\" }}", r#"["a","b","c"]["abc"]"#),
        ("{{ join .items \", \" }}", "tea, salt, rice"),
        ("{{ join .numbers \"+\" }} {{ join .none \",\" }}|", "3+1+2 |"),
        ("{{ join .mixed \";\" }}", "1;two;;true;2.5"),
        ("{{ join (split \"a b\" \" \") \"-\" }}", "a-b"),
        ("{{ join .items \"\\n- \" }}", "tea\n- salt\n- rice"),
    ]);
}

#[test]
fn defaults() {
    check(&[
        ("{{ .missing | default \"N/A\" }}", "N/A"),
        ("{{ .nothing | default \"N/A\" }}", "N/A"),
        ("{{ .empty | default \"N/A\" }} {{ .zero | default 5 }} {{ .none | default \"x\" }}", "N/A 5 x"),
        ("{{ .name | default \"N/A\" }} {{ default 1 .count }}", "ada 3"),
        ("{{ .no | default true }}", "true"),
        ("{{ .user.age | default 36 }}", "36"),
        ("{{ range .missing | default .items }}{{ . }} {{ end }}", "tea salt rice "),
    ]);
}

#[test]
fn print_and_escapes() {
    check(&[
        ("{{ print 1 2 \"a\" \"b\" 3 4 }}", "1 2ab3 4"),
        ("{{ print .name .count .price }}", "ada3 2.5"),
        ("{{ println .name 1 }}|", "ada 1\n|"),
        ("{{ print }}|{{ println }}|", "|\n|"),
        ("{{ html .quote }}", "a &#34;b&#34; &lt;c&gt; &amp; &#39;d&#39;"),
        ("{{ js .quote }}", r#"a \"b\" \u003Cc\u003E \u0026 \'d\'"#),
        ("{{ js .text }}", "één\\u000Atwee"),
        ("{{ urlquery \"a b&c=d/é\" }}", "a+b%26c%3Dd%2F%C3%A9"),
        ("{{ .quote | html | len }}", "41"),
        ("{{ html 1 \"<\" }}", "1&lt;"),
    ]);
}
