//! Types of values.

use super::{check, with_body};

#[test]
fn types() {
    check(
        &[
            (
                "undeclared-field",
                "field \"plce\" is not declared by the input schema: did you mean \"place\"?",
                "{{ .«plce» }}",
            ),
            (
                "undeclared-field",
                "field \"nmae\" is not declared by the input schema: did you mean \"name\"?",
                "{{ .user.«nmae» }}",
            ),
            (
                "undeclared-field",
                "field \"place\" is not declared by the input schema: here are \"sky\", \"wind\"",
                "{{ range .days }}{{ .«place» }}{{ end }}",
            ),
            (
                "undeclared-field",
                "field \"sky\" is not declared by the input schema: here are \"place\", \"days\", \"user\", \"count\", \"price\", \"open\", \"note\" and 2 more",
                "{{ range .days }}{{ $.«sky» }}{{ end }}",
            ),
            (
                "undeclared-field",
                "field \"skye\" is not declared by the input schema: did you mean \"sky\"?",
                "{{ range $i, $d := .days }}{{ $d.«skye» }}{{ end }}",
            ),
            (
                "undeclared-field",
                "field \"place\" is not declared by the input schema: here are \"name\", \"mail\"",
                "{{ with .user }}{{ .«place» }}{{ end }}",
            ),
            (
                "undeclared-field",
                "field \"age\" is not declared by the input schema: here are \"name\", \"mail\"",
                "{{ with $u := .user }}{{ $u.«age» }}{{ end }}",
            ),
            (
                "undeclared-field",
                "field \"mial\" is not declared by the input schema: did you mean \"mail\"?",
                "{{ $u := .user }}{{ $u.«mial» }}",
            ),
            (
                "undeclared-field",
                "field \"skyy\" is not declared by the input schema: did you mean \"sky\"?",
                "{{ (index .days 0).«skyy» }}",
            ),
            (
                "undeclared-field",
                "field \"plac\" is not declared by the input schema: did you mean \"place\"?",
                "{{ index . \"«plac»\" }}",
            ),
            (
                "undeclared-field",
                "field \"nam\" is not declared by the input schema: did you mean \"name\"?",
                "{{ index .user \"«nam»\" }}",
            ),
            (
                "undeclared-field",
                "field \"plase\" is not declared by the input schema: did you mean \"place\"?",
                "{{ define \"d\" }}{{ .«plase» }}{{ end }}{{ template \"d\" . }}",
            ),
            (
                "undeclared-field",
                "field \"sky\" is not declared by the input schema: here are \"name\", \"mail\"",
                "{{ block \"b\" .user }}{{ .«sky» }}{{ end }}",
            ),
            (
                "undeclared-field",
                "field \"plce\" is not declared by the input schema: did you mean \"place\"?",
                "{{ if .place }}a{{ else if .«plce» }}b{{ end }}",
            ),
            (
                "undeclared-field",
                "field \"sky\" is not declared by the input schema: here are \"place\", \"days\", \"user\", \"count\", \"price\", \"open\", \"note\" and 2 more",
                "{{ range .days }}{{ else }}{{ .«sky» }}{{ end }}",
            ),
            (
                "undeclared-field",
                "field \"skies\" is not declared by the input schema: here are \"sky\", \"wind\"",
                "{{ range $d := .days }}{{ with $d }}{{ .«skies» }}{{ end }}{{ end }}",
            ),
            ("no-fields", "\".name\" is a field of a string, which has none", "{{ .place.«name» }}"),
            ("no-fields", "\".sky\" is a field of a list, which has none", "{{ .days.«sky» }}"),
            ("no-fields", "\".x\" is a field of an integer, which has none", "{{ .count.«x» }}"),
            (
                "no-fields",
                "\".x\" is a field of a string, which has none",
                "{{ range .days }}{{ .sky.«x» }}{{ end }}",
            ),
            (
                "no-fields",
                "\".id\" fails where this is a string, which has no fields",
                "{{ with .either }}{{ .«id» }}{{ end }}",
            ),
            (
                "bad-range",
                "\"range\" goes over lists, objects and integers, and this is a string",
                "{{ range «.place» }}a{{ end }}",
            ),
            (
                "bad-range",
                "\"range\" goes over lists, objects and integers, and this is a boolean",
                "{{ range «.open» }}a{{ end }}",
            ),
            (
                "bad-range",
                "\"range\" goes over lists, objects and integers, and this may be a number that is not whole",
                "{{ range «.price» }}a{{ end }}",
            ),
            (
                "bad-range",
                "\"range\" goes over lists, objects and integers, and this is a string",
                "{{ range $x := «.user.name» }}{{ $x }}{{ end }}",
            ),
            (
                "bad-argument",
                "\"upper\" takes a string as its first argument, and this is a list",
                "{{ upper «.days» }}",
            ),
            (
                "bad-argument",
                "\"upper\" takes a string as its first argument, and this is an integer",
                "{{ upper «.count» }}",
            ),
            (
                "bad-argument",
                "\"title\" takes a string as its first argument, and this is an integer",
                "{{ «.count» | title }}",
            ),
            (
                "bad-argument",
                "\"join\" takes a list as its first argument, and this is a string",
                "{{ join «.place» \", \" }}",
            ),
            (
                "bad-argument",
                "\"join\" takes a string as its second argument, and this is an integer",
                "{{ join .days «1» }}",
            ),
            (
                "bad-argument",
                "\"len\" takes a list, an object or a string as its first argument, and this is an integer",
                "{{ len «.count» }}",
            ),
            (
                "bad-argument",
                "\"slice\" takes a list or a string as its first argument, and this is an object",
                "{{ slice «.user» 1 }}",
            ),
            (
                "bad-argument",
                "\"slice\" takes an integer as its second argument, and this is a string",
                "{{ slice .place «\"a\"» }}",
            ),
            (
                "bad-argument",
                "\"split\" takes a string as its first argument, and this is an integer",
                "{{ split «.count» \",\" }}",
            ),
            (
                "bad-argument",
                "\"printf\" takes a string as its first argument, and this is an integer",
                "{{ printf «.count» 1 }}",
            ),
            (
                "bad-argument",
                "\"index\" takes a list or an object as its first argument, and this is an integer",
                "{{ index «.count» 0 }}",
            ),
            (
                "bad-argument",
                "\"index\" takes an integer as its second argument, and this is a string",
                "{{ index .days «\"sky\"» }}",
            ),
            (
                "bad-argument",
                "\"lt\" compares numbers or strings, and this is a boolean",
                "{{ if lt «.open» true }}a{{ end }}",
            ),
            (
                "bad-argument",
                "\"gt\" compares numbers or strings, and this is a list",
                "{{ if gt «.days» 3 }}a{{ end }}",
            ),
            (
                "bad-argument",
                "\"eq\" cannot compare a string with an integer",
                "{{ if eq .place «3» }}a{{ end }}",
            ),
            (
                "bad-argument",
                "\"lt\" cannot compare an integer with a string",
                "{{ if lt .count «\"3\"» }}a{{ end }}",
            ),
            ("bad-argument", "\"eq\" cannot compare a list", "{{ if eq «.days» \"a\" }}a{{ end }}"),
            (
                "may-be-missing",
                "this may be null, and then \"upper\" fails: ask with \"if\" or \"with\" first",
                "{{ upper «.user.mail» }}",
            ),
            (
                "may-be-missing",
                "this may be null, and then \"lower\" fails: ask with \"if\" or \"with\" first",
                "{{ «.user.mail» | lower }}",
            ),
            (
                "may-be-missing",
                "this may be missing, and then \".name\" is missing, too: ask with \"if\" or \"with\" first",
                "{{ «.guide».name | default \"x\" }}",
            ),
            (
                "may-be-missing",
                "this may be missing, and then \"upper\" fails: ask with \"if\" or \"with\" first",
                "{{ upper «.note» }}",
            ),
            (
                "may-be-missing",
                "this may be missing, and then \"lt\" fails: ask with \"if\" or \"with\" first",
                "{{ with .guide }}{{ if lt «.name» \"b\" }}a{{ end }}{{ end }}",
            ),
            (
                "optional-field",
                "\"note\" is optional: where it is missing, \"<no value>\" is shown",
                "{{ .«note» }}",
            ),
            (
                "optional-field",
                "\"wind\" is optional: where it is missing, \"<no value>\" is shown",
                "{{ range .days }}{{ .«wind» }}{{ end }}",
            ),
            (
                "optional-field",
                "\"note\" is optional: where it is missing, \"<no value>\" is shown",
                "{{ print .«note» }}",
            ),
        ],
        with_body,
    );
}
