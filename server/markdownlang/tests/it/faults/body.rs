//! Syntax, structure and names of templates.

use super::{check, with_body};

#[test]
fn body() {
    check(
        &[
            (
                "missing-value",
                "a value is missing after \"|\": write a field, a variable or a function",
                "{{ .place «|» }}",
            ),
            (
                "missing-value",
                "a value is missing before \"|\": write what goes into the function after it",
                "{{ «|» upper }}",
            ),
            (
                "missing-value",
                "the condition is missing after \"if\": write a field, a variable or a function",
                "{{ «if» }}a{{ end }}",
            ),
            (
                "missing-value",
                "what it goes over is missing after \"range\": write a field, a variable or a function",
                "{{ «range» }}a{{ end }}",
            ),
            ("missing-value", "a value is missing here: write a field, a function or a string", "«{{ }}»"),
            ("unclosed-parenthesis", "this parenthesis is not closed: add \")\"", "{{ «(»upper .place }}"),
            ("unclosed-parenthesis", "this parenthesis is not closed: add \")\"", "{{ upper «(».place }} b"),
            ("unterminated-string", "this string has no end: add a \"", "{{ «\"abc »}}"),
            ("unknown-function", "unknown function \"uper\": did you mean \"upper\"?", "{{ «uper» .place }}"),
            (
                "unknown-function",
                "unknown function \"place\": a field of the input begins with a dot, \".place\"",
                "{{ «place» }}",
            ),
            ("argument-count", "\"upper\" takes 1 argument and gets none: upper TEXT", "{{ «upper» }}"),
            (
                "argument-count",
                "\"upper\" takes 1 argument and gets 2: upper TEXT",
                "{{ .place | «upper» \"a\" }}",
            ),
            (
                "argument-count",
                "\"join\" takes 2 arguments and gets 1: join LIST SEPARATOR",
                "{{ «join» .days }}",
            ),
            ("argument-count", "\"eq\" takes at least 2 arguments and gets 1: eq A B …", "{{ «eq» .place }}"),
            (
                "not-a-function",
                "this is not a function and takes no arguments: write the function first, then its arguments",
                "{{ «.place» \"a\" }}",
            ),
            ("not-a-function", "a function has to follow \"|\", and this is none", "{{ .place | «.user» }}"),
            (
                "bad-literal",
                "invalid number \"2nd\": write a number like 12, -1.5, 1e6 or 0x1F",
                "{{ «2nd» }}",
            ),
            (
                "bad-literal",
                "no such escape: write \\n, \\t, \\\\, \\u00e9 and the like, or use `…`",
                "{{ \"a«\\q»\" }}",
            ),
            (
                "bad-literal",
                "single quotes hold a single character: a string stands in double quotes",
                "{{ «'ab'» }}",
            ),
            (
                "unexpected-token",
                "unexpected \"&&\": there are no operators here, write `and A B`",
                "{{ .place «&&» .open }}",
            ),
            (
                "unexpected-token",
                "unexpected \"==\": there are no operators here, write `eq A B`, and `$x := VALUE` to keep a value",
                "{{ .place «==» 3 }}",
            ),
            ("unclosed-block", "this \"if\" has no end: add {{ end }}", "{{ «if» .open }}a"),
            ("unclosed-block", "this \"range\" has no end: add {{ end }}", "{{ «range» .days }}a"),
            (
                "unexpected-end",
                "nothing is open that this \"end\" could end: remove it, or open something before it",
                "{{ .place }}{{ «end» }}",
            ),
            (
                "unexpected-else",
                "no \"if\", \"range\" or \"with\" is open that this \"else\" could belong to",
                "{{ «else» }}",
            ),
            (
                "unexpected-else",
                "the last \"else\" was before: nothing can come after it but {{ end }}",
                "{{ if .open }}a{{ else }}b{{ «else» }}c{{ end }}",
            ),
            (
                "unexpected-else",
                "\"else if\" belongs to \"if\", and \"range\" is open: write {{ else }}{{ if … }}",
                "{{ range .days }}{{ «else» if .open }}{{ end }}",
            ),
            ("outside-range", "\"break\" works only inside of \"range\"", "{{ «break» }}"),
            (
                "outside-range",
                "\"continue\" works only inside of \"range\"",
                "{{ range .days }}{{ block \"b\" . }}{{ «continue» }}{{ end }}{{ end }}",
            ),
            (
                "nested-define",
                "a template is defined at the top, not in another structure: move it out, or use \"block\"",
                "{{ if .open }}{{ «define» \"d\" }}{{ end }}{{ end }}",
            ),
            (
                "duplicate-template",
                "template \"d\" is already defined on line 19",
                "{{ define \"d\" }}{{ end }}{{ define \"«d»\" }}{{ end }}",
            ),
            ("undefined-template", "template \"day\" is not defined", "{{ template \"«day»\" . }}"),
            (
                "missing-value",
                "the name is missing after \"template\": write it in quotes",
                "{{ «template» }}",
            ),
            (
                "not-a-function",
                "this is not a function and takes no arguments: write the function first, then its arguments",
                "{{ define \"d\" }}{{ end }}{{ template \"d\" «.» . }}",
            ),
            ("undefined-variable", "variable \"$x\" is not declared before this", "{{ «$x» }}"),
            (
                "undefined-variable",
                "variable \"$x\" is not declared in this template: hand it the value as its dot",
                "{{ $x := 1 }}{{ define \"d\" }}{{ «$x» }}{{ end }}",
            ),
            (
                "bad-declaration",
                "only one variable is declared here: only \"range\" has two",
                "{{ $a, «$b» := .place }}",
            ),
            ("bad-declaration", "a variable that is declared has a name after its \"$\"", "{{ «$» := 1 }}"),
            (
                "malformed-comment",
                "malformed comment: it must fill its action, without spaces between the braces and the stars: {{/* … */}}",
                "«{{ /* a */ }}»",
            ),
            ("unterminated-comment", "the comment that begins here has no end: add \"*/}}\"", "«{{/*» a"),
            ("unclosed-action", "the action that begins here has no end: add \"}}\"", "«{{» .place"),
            ("undeclared-server", "server \"maps\" is not defined", "{{ .place }} mcp__«maps»__route"),
            (
                "python-server",
                "the tool is called \"python\": every program has it",
                "Count with «python-interpreter».",
            ),
            (
                "missing-space",
                "a blank is missing before this: arguments are separated by blanks",
                "{{ print \"a\"«\"b\"» }}",
            ),
        ],
        with_body,
    );
}
