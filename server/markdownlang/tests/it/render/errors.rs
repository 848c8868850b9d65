//! What cannot be rendered says why, and where.

use agmark_markdownlang::{Program, render};
use serde_json::json;

use super::check;

#[test]
fn errors_of_values() {
    check(&[
        ("{{ .name.first }}", "error: \"first\" is looked for in a string, which has no fields"),
        ("{{ .missing.x }}{{ if .missing.x.y }}a{{ end }}", "<no value>"),
        ("{{ .user.mail.x }}", "error: \"x\" is looked for in null, which has no fields"),
        (
            "{{ range .name }}{{ end }}",
            "error: \"range\" goes over lists, objects and integers, and this is a string",
        ),
        (
            "{{ range .price }}{{ end }}",
            "error: \"range\" goes over lists, objects and integers, and this is a number",
        ),
        ("{{ index .items 9 }}", "error: index: there is no item 9: the list has 3"),
        ("{{ index .items \"a\" }}", "error: index: a position is an integer, and this is a string"),
        ("{{ index .map 1 }}", "error: index: an object has strings as keys, and this is an integer"),
        ("{{ index .missing 1 }}", "error: index: a key that is not there has no items"),
        ("{{ len .count }}", "error: len: an integer has no length"),
        ("{{ len .missing }}", "error: len: a key that is not there has no length"),
        ("{{ upper .count }}", "error: upper: argument 1 is a string, and this is an integer"),
        ("{{ join .name \",\" }}", "error: join: the first argument is a list, and this is a string"),
        ("{{ slice .count 1 }}", "error: slice: a list or a string is sliced, and this is an integer"),
        ("{{ eq .name 1 }}", "error: eq: a string and an integer cannot be compared"),
        ("{{ eq .items .items }}", "error: eq: a list cannot be compared"),
        ("{{ lt .yes .no }}", "error: lt: a boolean has no order"),
        ("{{ lt .missing 1 }}", "error: lt: a key that is not there has no order"),
    ]);
}

#[test]
fn limits() {
    check(&[
        (
            "{{ define \"t\" }}{{ template \"t\" . }}{{ end }}{{ template \"t\" . }}",
            "error: templates call one another more than 100 deep",
        ),
        ("{{ range 900000000 }}{{ end }}", "error: rendering takes more than 10000000 actions"),
        ("{{ range 900000 }}0123456789 0123456789{{ end }}", "error: the prompt is longer than 16 MiB"),
    ]);
}

#[test]
fn an_error_says_where() {
    let text = "---\nname: a\ndescription: A\ninput: { type: object }\noutput: { type: object }\n---\n\nGo\n{{ .x.y }}\n";
    let program = Program::load(text).expect("a good program");
    let error = render(&program, &json!({ "x": 1 })).expect_err("a field of a number");
    assert_eq!(error.to_string(), "line 9: \"y\" is looked for in an integer, which has no fields");
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
        error.findings.iter().map(|f| (f.line, f.column, f.code)).collect::<Vec<_>>(),
        [(1, 1, "markdownlang/missing-key"), (6, 9, "markdownlang/unknown-function")]
    );
}
