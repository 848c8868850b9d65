//! What cannot be rendered says why, and where.

use agmark_markdownlang::{Program, render};
use serde_json::json;

use super::check;

#[test]
fn errors_of_values() {
    check(&[
        ("{{ .name.first }}", "error: no field \"first\": a string has no fields"),
        ("{{ .missing.x }}{{ if .missing.x.y }}a{{ end }}", "<no value>"),
        ("{{ .user.mail.x }}", "error: no field \"x\": null has no fields"),
        (
            "{{ range .name }}{{ end }}",
            "error: `range` needs a list, an object or an integer, found a string",
        ),
        (
            "{{ range .price }}{{ end }}",
            "error: `range` needs a list, an object or an integer, found a number",
        ),
        ("{{ index .items 9 }}", "error: index: item 9 does not exist: the list has 3 items"),
        ("{{ index .items \"a\" }}", "error: index: a position must be an integer, found a string"),
        ("{{ index .map 1 }}", "error: index: the key of an object must be a string, found an integer"),
        ("{{ index .missing 1 }}", "error: index: a missing key has no items"),
        ("{{ len .count }}", "error: len: an integer has no length"),
        ("{{ len .missing }}", "error: len: a missing key has no length"),
        ("{{ upper .count }}", "error: upper: argument 1 must be a string, found an integer"),
        ("{{ join .name \",\" }}", "error: join: the first argument must be a list, found a string"),
        ("{{ slice .count 1 }}", "error: slice: `slice` needs a list or a string, found an integer"),
        ("{{ eq .name 1 }}", "error: eq: a string and an integer cannot be compared"),
        ("{{ eq .items .items }}", "error: eq: a list cannot be compared"),
        ("{{ lt .yes .no }}", "error: lt: a boolean has no order"),
        ("{{ lt .missing 1 }}", "error: lt: a missing key has no order"),
    ]);
}

#[test]
fn limits() {
    check(&[
        (
            "{{ define \"t\" }}{{ template \"t\" . }}{{ end }}{{ template \"t\" . }}",
            "error: more than 100 nested template calls",
        ),
        ("{{ range 900000000 }}{{ end }}", "error: rendering must take at most 10000000 actions"),
        ("{{ range 900000 }}0123456789 0123456789{{ end }}", "error: the prompt must be at most 16 MiB"),
    ]);
}

#[test]
fn an_error_says_where() {
    let text = "---\nname: a\ndescription: A\ninput: { type: object }\noutput: { type: object }\n---\n\nGo\n{{ .x.y }}\n";
    let program = Program::load(text).expect("a good program");
    let error = render(&program, &json!({ "x": 1 })).expect_err("a field of a number");
    assert_eq!(error.to_string(), "line 9: no field \"y\": an integer has no fields");
    assert_eq!(error.span.text(text), "y");
}

#[test]
fn defaults_of_the_schema_are_filled_in() {
    let text = "---\nname: a\ndescription: A\noutput: { type: object }\ninput:\n  type: object\n  properties:\n    \
                lang: { type: string, default: Latin }\n    who: { $ref: \"#/$defs/who\" }\n  required: [who]\n  \
                $defs: { who: { type: object, properties: { age: { type: integer, default: 9 } } } }\n---\n\
                {{ .lang }} {{ .who.age }}";
    let program = Program::load(text).expect("a good program");
    assert_eq!(render(&program, &json!({ "who": {} })).as_deref(), Ok("Latin 9"));
    assert_eq!(render(&program, &json!({ "lang": "Greek", "who": { "age": 1 } })).as_deref(), Ok("Greek 1"));
    assert!(program.check_input(&json!({ "who": { "age": "x" } })).is_ok_and(|all| all.len() == 1));
}

#[test]
fn a_program_with_errors_is_not_loaded() {
    let text = "---\nname: a\ninput: { type: object }\noutput: { type: object }\n---\n{{ .x | uper }}\n";
    let error = Program::load(text).expect_err("no description, no such function");
    assert_eq!(
        error.errors.iter().map(|f| (f.line, f.column, f.code)).collect::<Vec<_>>(),
        [(1, 1, "markdownlang/missing-key"), (6, 9, "markdownlang/unknown-function")]
    );
}
