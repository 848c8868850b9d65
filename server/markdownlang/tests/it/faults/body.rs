//! Syntax, structure and names of templates.

use super::{Fault, check, with_body};

const FAULTS: &[Fault] = &[
    (
        "missing-value",
        "missing value after \"|\": write a field, a variable or a function",
        "{{ .place «|» }}",
    ),
    (
        "missing-value",
        "missing value before \"|\": write the value for the function after it",
        "{{ «|» upper }}",
    ),
    (
        "missing-value",
        "missing condition after \"if\": write a field, a variable or a function",
        "{{ «if» }}a{{ end }}",
    ),
    (
        "missing-value",
        "missing list after \"range\": write a field, a variable or a function",
        "{{ «range» }}a{{ end }}",
    ),
    ("missing-value", "missing value: write a field, a function or a string", "«{{ }}»"),
    ("unclosed-parenthesis", "unclosed parenthesis: add \")\"", "{{ «(»upper .place }}"),
    ("unclosed-parenthesis", "unclosed parenthesis: add \")\"", "{{ upper «(».place }} b"),
    ("unterminated-string", "unterminated string: add a \"", "{{ «\"abc »}}"),
    ("unknown-function", "unknown function \"uper\": did you mean \"upper\"?", "{{ «uper» .place }}"),
    (
        "unknown-function",
        "unknown function \"place\": write \".place\" for a field of the input",
        "{{ «place» }}",
    ),
    ("argument-count", "\"upper\" needs 1 argument, found none: upper TEXT", "{{ «upper» }}"),
    ("argument-count", "\"upper\" needs 1 argument, found 2: upper TEXT", "{{ .place | «upper» \"a\" }}"),
    ("argument-count", "\"join\" needs 2 arguments, found 1: join LIST SEPARATOR", "{{ «join» .days }}"),
    ("argument-count", "\"eq\" needs at least 2 arguments, found 1: eq A B …", "{{ «eq» .place }}"),
    (
        "not-a-function",
        "this value is not a function and takes no arguments: write a function before it",
        "{{ «.place» \"a\" }}",
    ),
    ("not-a-function", "expected a function after \"|\", found a value", "{{ .place | «.user» }}"),
    ("bad-literal", "invalid number \"2nd\": write a number like 12, -1.5, 1e6 or 0x1F", "{{ «2nd» }}"),
    (
        "bad-literal",
        "unknown escape: write \\n, \\t, \\\\, \\u00e9 or another escape of Go, or use `…`",
        "{{ \"a«\\q»\" }}",
    ),
    (
        "bad-literal",
        "single quotes must contain one character: write a string in double quotes",
        "{{ «'ab'» }}",
    ),
    (
        "unexpected-token",
        "unexpected \"&&\": there are no operators, write `and A B`",
        "{{ .place «&&» .open }}",
    ),
    (
        "unexpected-token",
        "unexpected \"==\": there are no operators, write `eq A B`, and `$x := VALUE` to store a value",
        "{{ .place «==» 3 }}",
    ),
    ("unclosed-block", "unclosed \"if\": add {{ end }}", "{{ «if» .open }}a"),
    ("unclosed-block", "unclosed \"range\": add {{ end }}", "{{ «range» .days }}a"),
    (
        "unexpected-end",
        "no block is open that this \"end\" could close: remove it, or open a block before it",
        "{{ .place }}{{ «end» }}",
    ),
    (
        "unexpected-else",
        "no \"if\", \"range\" or \"with\" is open that this \"else\" could belong to",
        "{{ «else» }}",
    ),
    (
        "unexpected-else",
        "only {{ end }} can follow the last \"else\"",
        "{{ if .open }}a{{ else }}b{{ «else» }}c{{ end }}",
    ),
    (
        "unexpected-else",
        "\"else if\" belongs to \"if\", but \"range\" is open: write {{ else }}{{ if … }}",
        "{{ range .days }}{{ «else» if .open }}{{ end }}",
    ),
    ("outside-range", "\"break\" is allowed only inside of \"range\"", "{{ «break» }}"),
    (
        "outside-range",
        "\"continue\" is allowed only inside of \"range\"",
        "{{ range .days }}{{ block \"b\" . }}{{ «continue» }}{{ end }}{{ end }}",
    ),
    (
        "nested-define",
        "\"define\" is not allowed inside of another block: move it out, or use \"block\"",
        "{{ if .open }}{{ «define» \"d\" }}{{ end }}{{ end }}",
    ),
    (
        "duplicate-template",
        "template \"d\" is already defined on line 19",
        "{{ define \"d\" }}{{ end }}{{ define \"«d»\" }}{{ end }}",
    ),
    ("undefined-template", "template \"day\" is not defined", "{{ template \"«day»\" . }}"),
    ("missing-value", "missing name after \"template\": write it in quotes", "{{ «template» }}"),
    (
        "not-a-function",
        "this value is not a function and takes no arguments: write a function before it",
        "{{ define \"d\" }}{{ end }}{{ template \"d\" «.» . }}",
    ),
    ("undefined-variable", "undefined variable \"$x\"", "{{ «$x» }}"),
    (
        "undefined-variable",
        "undefined variable \"$x\" in this template: pass the value as its dot",
        "{{ $x := 1 }}{{ define \"d\" }}{{ «$x» }}{{ end }}",
    ),
    ("bad-declaration", "too many variables: only \"range\" declares two", "{{ $a, «$b» := .place }}"),
    ("bad-declaration", "missing name of the variable: write a name after the \"$\"", "{{ «$» := 1 }}"),
    (
        "malformed-comment",
        "malformed comment: it must fill its action, without spaces between the braces and the stars: {{/* … */}}",
        "«{{ /* a */ }}»",
    ),
    ("unterminated-comment", "unterminated comment: add \"*/}}\"", "«{{/*» a"),
    ("unclosed-action", "unclosed action: add \"}}\"", "«{{» .place"),
    ("undeclared-server", "server \"maps\" is not defined", "{{ .place }} mcp__«maps»__route"),
    (
        "python-server",
        "unknown server \"python-interpreter\": every program has the tool \"python\"",
        "Count with «python-interpreter».",
    ),
    ("missing-space", "missing space before this argument", "{{ print \"a\"«\"b\"» }}"),
];

#[test]
fn body() {
    check(FAULTS, with_body);
}
