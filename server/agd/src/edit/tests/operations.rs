//! Operations as JSON.

use super::operation;
use crate::edit::{OPERATION_FORMS, Operation, operations};
use crate::json::input::listed;
use crate::parse;

#[test]
fn operations_as_json() {
    for json in [
        r#"{"op":"set_attr","id":"intro","hash":"ab12","key":"lang","value":"rust"}"#,
        r#"{"op":"replace","id":"a","with":{"kind":"ul","content":{"type":"items","value":[]}}}"#,
        r#"{"op":"insert_before","id":"a","block":{"kind":"meta","attrs":{"n":-5},"content":{"type":"empty"}}}"#,
    ] {
        assert_eq!(serde_json::to_string(&operation(json)).expect("it is data"), json);
    }
}

/// Invalid operations, the operation whose fields the message lists, and the message before the list.
const WRONG: &[(&str, &str, &str)] = &[
    ("5", "", "must be an object, not an integer"),
    (
        r#"{"id":"a"}"#,
        "",
        r#"missing field "op": it is "set_attr", "remove_attr", "replace", "insert_after", "insert_before" or "delete""#,
    ),
    (r#"{"op":"relpace","id":"a"}"#, "", r#"op: "relpace": did you mean "replace"?"#),
    (r#"{"op":"delete"}"#, "delete", r#"missing field "id""#),
    (r#"{"op":"delete","id":null}"#, "", "id: must be a string, not null"),
    (
        r#"{"op":"set_attr","id":"a","key":"k","value":null}"#,
        "",
        "value: must be a string, an integer of 64 bits, true or false, not null",
    ),
    (r#"{"op":"replace","id":"a","with":null}"#, "", "with: must be an object, not null"),
    (r##"{"op":"delete","id":"#"}"##, "delete", "the id is empty: `agd ids` prints the ids"),
    (
        r#"{"op":"delete","id":"a","hash":""}"#,
        "delete",
        "the hash is empty: leave it out, or write the one that `agd ids --hash` prints",
    ),
    (
        r#"{"op":"delete","id":"a:"}"#,
        "delete",
        "the hash is empty: leave it out, or write the one that `agd ids --hash` prints",
    ),
    (
        r#"{"op":"delete","id":"a","key":"b"}"#,
        "delete",
        r#"unknown field "key": expected "op", "hash", "agent" or "id""#,
    ),
    (r#"{"op":"delete","id":"a","id":"b"}"#, "", r#""id" is given twice: give each key once"#),
    (
        r#"[{"op":"delete","id":"a"},{"op":"set_attr","id":"a","key":"b"}]"#,
        "set_attr",
        r#"[1]: missing field "value""#,
    ),
    (r#"{"op":"set_attr","id":"a","key":5,"value":5}"#, "", "key: must be a string, not an integer"),
    (
        r#"{"op":"set_attr","id":"a","key":"b","value":1.5}"#,
        "",
        "value: must be a string, an integer of 64 bits, true or false: write any other number as a string",
    ),
    (
        r#"{"op":"set_attr","id":"a","key":"b","value":9223372036854775808}"#,
        "",
        "value: must be a string, an integer of 64 bits, true or false: write any other number as a string",
    ),
    (r#"{"op":"replace","id":"a","with":{"attrs":{}}}"#, "", r#"with: missing field "kind""#),
    (
        r#"{"op":"replace","id":"a","with":{"kind":"ul","attrs":{"k":1,"l":2,"k":3}}}"#,
        "",
        r#"with.attrs: "k" is given twice: give each key once"#,
    ),
    (
        r#"{"op":"replace","id":"a","with":{"kind":"p","content":"x"}}"#,
        "",
        "with.content: must be an object, not a string",
    ),
    (
        r#"{"op":"replace","id":"a","with":{"kind":"p","content":{"type":"inlin","value":[]}}}"#,
        "",
        r#"with.content.type: "inlin": did you mean "inline"?"#,
    ),
    (
        r#"{"op":"insert_after","id":"a","block":{"kind":"ul","content":{"type":"items","value":[[{"kind":"txet","text":""}]]}}}"#,
        "",
        r#"block.content.value[0][0].kind: "txet": did you mean "text"?"#,
    ),
    (
        r#"{"op":"insert_after","id":"a","block":{"kind":"p","content":{"type":"inline","value":["x"]}}}"#,
        "",
        "block.content.value[0]: must be an object, not a string",
    ),
];

#[test]
fn a_message_names_the_field_that_is_wrong() {
    let needs = |op: &str| {
        let form = OPERATION_FORMS.iter().find(|form| form.op == op).expect("there is one");
        format!("; {op} needs {}, as in {}", listed(form.fields, "and"), form.example)
    };
    for &(json, op, why) in WRONG {
        let error = operations(json).expect_err(json).to_string();
        let needs = if op.is_empty() { String::new() } else { needs(op) };
        assert!(
            error == format!("{why}{needs}") || op.is_empty() && error.starts_with(&format!("{why}; ")),
            "{json}: {error}"
        );
        if !json.starts_with('[') {
            assert_eq!(
                serde_json::from_str::<Operation>(json).expect_err(json).to_string().split(" at line").next(),
                Some(&*error)
            );
        }
    }
    assert!(operations("{").expect_err("it ends").to_string().starts_with("invalid JSON: EOF while parsing"));
    assert_eq!(operations("[]"), Ok(Vec::new()));
}

#[test]
fn the_examples_are_operations() {
    for form in OPERATION_FORMS {
        let written = serde_json::to_string(&operation(form.example)).expect("it is data");
        assert_eq!(operation(&written), operation(form.example));
        let mut document = parse("@h1 Pier [#intro lang=de]\n").expect("good");
        document.apply(operation(form.example)).unwrap_or_else(|error| panic!("{}: {error}", form.op));
    }
}

#[test]
fn a_block_can_be_text() {
    let text = operation(r#"{"op":"replace","id":"a","with":"@p New *words*. [#a lang=en]\n"}"#);
    let json = operation(
        r#"{"op":"replace","id":"a","with":{"kind":"p","attrs":{"lang":"en"},"id":"a","content":{"type":"inline","value":[{"kind":"text","text":"New "},{"kind":"bold","text":"words"},{"kind":"text","text":"."}]}}}"#,
    );
    assert_eq!(text, json);
    for (block, why) in [
        ("New words.", "with: invalid AGD: line 1, column 1: text outside a block"),
        ("", "with: there is no block in the text"),
        ("@p a\\n@p b", "with: several blocks"),
    ] {
        let given = format!(r#"{{"op":"replace","id":"a","with":"{block}"}}"#);
        let error = operations(&given).expect_err(block).to_string();
        assert!(error.starts_with(why), "{error}");
    }
}
