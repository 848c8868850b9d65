//! Types of values.

use super::{Fault, check, with_body};

const FAULTS: &[Fault] = &[
    ("undeclared-field", "undeclared field \"plce\" of the input: did you mean \"place\"?", "{{ .«plce» }}"),
    (
        "undeclared-field",
        "undeclared field \"nmae\" of the input: did you mean \"name\"?",
        "{{ .user.«nmae» }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"place\" of the input: the schema has \"sky\", \"wind\"",
        "{{ range .days }}{{ .«place» }}{{ end }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"sky\" of the input: the schema has \"place\", \"days\", \"user\", \"count\", \"price\", \"open\", \"note\" and 2 more",
        "{{ range .days }}{{ $.«sky» }}{{ end }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"skye\" of the input: did you mean \"sky\"?",
        "{{ range $i, $d := .days }}{{ $d.«skye» }}{{ end }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"place\" of the input: the schema has \"name\", \"mail\"",
        "{{ with .user }}{{ .«place» }}{{ end }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"age\" of the input: the schema has \"name\", \"mail\"",
        "{{ with $u := .user }}{{ $u.«age» }}{{ end }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"mial\" of the input: did you mean \"mail\"?",
        "{{ $u := .user }}{{ $u.«mial» }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"skyy\" of the input: did you mean \"sky\"?",
        "{{ (index .days 0).«skyy» }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"plac\" of the input: did you mean \"place\"?",
        "{{ index . \"«plac»\" }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"nam\" of the input: did you mean \"name\"?",
        "{{ index .user \"«nam»\" }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"plase\" of the input: did you mean \"place\"?",
        "{{ define \"d\" }}{{ .«plase» }}{{ end }}{{ template \"d\" . }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"sky\" of the input: the schema has \"name\", \"mail\"",
        "{{ block \"b\" .user }}{{ .«sky» }}{{ end }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"plce\" of the input: did you mean \"place\"?",
        "{{ if .place }}a{{ else if .«plce» }}b{{ end }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"sky\" of the input: the schema has \"place\", \"days\", \"user\", \"count\", \"price\", \"open\", \"note\" and 2 more",
        "{{ range .days }}{{ else }}{{ .«sky» }}{{ end }}",
    ),
    (
        "undeclared-field",
        "undeclared field \"skies\" of the input: the schema has \"sky\", \"wind\"",
        "{{ range $d := .days }}{{ with $d }}{{ .«skies» }}{{ end }}{{ end }}",
    ),
    ("no-fields", "no field \".name\": a string has no fields", "{{ .place.«name» }}"),
    ("no-fields", "no field \".sky\": a list has no fields", "{{ .days.«sky» }}"),
    ("no-fields", "no field \".x\": an integer has no fields", "{{ .count.«x» }}"),
    ("no-fields", "no field \".x\": a string has no fields", "{{ range .days }}{{ .sky.«x» }}{{ end }}"),
    ("no-fields", "no field \".id\" if this is a string", "{{ with .either }}{{ .«id» }}{{ end }}"),
    (
        "bad-range",
        "`range` needs a list, an object or an integer, found a string",
        "{{ range «.place» }}a{{ end }}",
    ),
    (
        "bad-range",
        "`range` needs a list, an object or an integer, found a boolean",
        "{{ range «.open» }}a{{ end }}",
    ),
    (
        "bad-range",
        "`range` needs a list, an object or an integer, but this value may be a number that is not an integer",
        "{{ range «.price» }}a{{ end }}",
    ),
    (
        "bad-range",
        "`range` needs a list, an object or an integer, found a string",
        "{{ range $x := «.user.name» }}{{ $x }}{{ end }}",
    ),
    ("bad-argument", "\"upper\" needs a string as its first argument, found a list", "{{ upper «.days» }}"),
    (
        "bad-argument",
        "\"upper\" needs a string as its first argument, found an integer",
        "{{ upper «.count» }}",
    ),
    (
        "bad-argument",
        "\"title\" needs a string as its first argument, found an integer",
        "{{ «.count» | title }}",
    ),
    (
        "bad-argument",
        "\"join\" needs a list as its first argument, found a string",
        "{{ join «.place» \", \" }}",
    ),
    (
        "bad-argument",
        "\"join\" needs a string as its second argument, found an integer",
        "{{ join .days «1» }}",
    ),
    (
        "bad-argument",
        "\"len\" needs a list, an object or a string as its first argument, found an integer",
        "{{ len «.count» }}",
    ),
    (
        "bad-argument",
        "\"slice\" needs a list or a string as its first argument, found an object",
        "{{ slice «.user» 1 }}",
    ),
    (
        "bad-argument",
        "\"slice\" needs an integer as its second argument, found a string",
        "{{ slice .place «\"a\"» }}",
    ),
    (
        "bad-argument",
        "\"split\" needs a string as its first argument, found an integer",
        "{{ split «.count» \",\" }}",
    ),
    (
        "bad-argument",
        "\"printf\" needs a string as its first argument, found an integer",
        "{{ printf «.count» 1 }}",
    ),
    (
        "bad-argument",
        "\"index\" needs a list or an object as its first argument, found an integer",
        "{{ index «.count» 0 }}",
    ),
    (
        "bad-argument",
        "\"index\" needs an integer as its second argument, found a string",
        "{{ index .days «\"sky\"» }}",
    ),
    (
        "bad-argument",
        "\"lt\" needs numbers or strings, found a boolean",
        "{{ if lt «.open» true }}a{{ end }}",
    ),
    ("bad-argument", "\"gt\" needs numbers or strings, found a list", "{{ if gt «.days» 3 }}a{{ end }}"),
    ("bad-argument", "\"eq\" cannot compare a string with an integer", "{{ if eq .place «3» }}a{{ end }}"),
    (
        "bad-argument",
        "\"lt\" cannot compare an integer with a string",
        "{{ if lt .count «\"3\"» }}a{{ end }}",
    ),
    ("bad-argument", "\"eq\" cannot compare a list", "{{ if eq «.days» \"a\" }}a{{ end }}"),
    (
        "may-be-missing",
        "this value may be null, and then \"upper\" fails: check it with `if` or `with`",
        "{{ upper «.user.mail» }}",
    ),
    (
        "may-be-missing",
        "this value may be null, and then \"lower\" fails: check it with `if` or `with`",
        "{{ «.user.mail» | lower }}",
    ),
    (
        "may-be-missing",
        "this value may be missing, and then \".name\" is missing, too: check it with `if` or `with`",
        "{{ «.guide».name | default \"x\" }}",
    ),
    (
        "may-be-missing",
        "this value may be missing, and then \"upper\" fails: check it with `if` or `with`",
        "{{ upper «.note» }}",
    ),
    (
        "may-be-missing",
        "this value may be missing, and then \"lt\" fails: check it with `if` or `with`",
        "{{ with .guide }}{{ if lt «.name» \"b\" }}a{{ end }}{{ end }}",
    ),
    ("optional-field", "\"note\" is optional: if it is missing, \"<no value>\" is shown", "{{ .«note» }}"),
    (
        "optional-field",
        "\"wind\" is optional: if it is missing, \"<no value>\" is shown",
        "{{ range .days }}{{ .«wind» }}{{ end }}",
    ),
    (
        "optional-field",
        "\"note\" is optional: if it is missing, \"<no value>\" is shown",
        "{{ print .«note» }}",
    ),
];

#[test]
fn types() {
    check(FAULTS, with_body);
}
