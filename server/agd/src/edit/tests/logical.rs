//! Operations of a stream.

use expect_test::{Expect, expect};

use super::super::StreamOperation;
use crate::{parse, serialize};

const TEXT: &str =
    "@h1 Pier [#pier]\n\n@h2 Gear [#gear-h lang=en]\n\n@ul desc=tools [#gear]\n- ropes\n\n@p Text. [#text]\n";

/// Applies operations, one per line, and shows the document and the errors.
fn check(text: &str, operations: &str, expected: Expect) {
    let mut document = parse(text).expect("the document is good");
    let mut out = String::new();
    for line in operations.lines() {
        let before = serialize(&document);
        let applied = StreamOperation::read(line)
            .map_err(|error| error.to_string())
            .and_then(|operation| document.apply_from_stream(operation).map_err(|error| error.to_string()));
        if let Err(error) = applied {
            out.push_str(&format!("error: {error}\n"));
            assert_eq!(serialize(&document), before, "an error changes nothing");
        }
    }
    let after = serialize(&document);
    assert_eq!(serialize(&parse(&after).expect("it reads back")), after);
    expected.assert_eq(&(out + &after));
}

#[test]
fn logical_operations_are_applied() {
    check(
        TEXT,
        r##"{"kind":"append_item","target":"gear","payload":{"text":" *fenders*, see @ref  #pier "},"agent":"a"}
{"kind":"append_item","target":"#gear","payload":{"text":""}}
{"kind":"rename_section","target":"gear","payload":{"new_name":"Tools of *all* kinds"},"agent":"a"}
{"kind":"rename_section","target":"pier","payload":{"new_name":"Quay"}}
{"kind":"set_attr","target":"gear","payload":{"key":"n","value":3}}
{"op":"set_attr","id":"pier","key":"lang","value":"en","agent":{"name":"b"}}
{"op":"insert_after","id":"text","block":{"kind":"ol","id":"steps"},"agent":"b"}
{"kind":"append_item","target":"steps","payload":{"text":"go"}}"##,
        expect![[r#"
            @h1 Quay [#pier lang=en]

            @h2 Tools of *all* kinds [#gear-h lang=en]

            @ul desc=tools n=3 [#gear]
            - ropes
            - *fenders*, see @ref #pier
            -

            @p Text. [#text]

            @ol [#steps]
            - go
        "#]],
    );
}

#[test]
fn invalid_operations_are_refused() {
    check(
        TEXT,
        r#"{"kind":"append_item","target":"text","payload":{"text":"x"}}
{"kind":"append_item","target":"gear","payload":{"text":"two\nlines"}}
{"kind":"append_item","target":"gone","payload":{"text":"x"}}
{"kind":"append_item","target":"gear:00000000","payload":{"text":"x"}}
{"kind":"append_item","target":"gear","payload":{"name":"x"}}
{"kind":"append_item","target":"gear"}
{"kind":"rename_section","target":"text","payload":{"new_name":"x"}}
{"kind":"rename_section","target":"pier","payload":{"new_name":"two\nlines"}}
{"kind":"append","target":"gear","payload":{"text":"x"}}
{"target":"gear"}
[{"op":"delete","id":"gear"}]
5
{"op":"#,
        expect![[r#"
            error: #text is "@p", not a list: items belong to "@ul" and "@ol"
            error: an item for #gear has several lines: write one operation for each
            error: block #gone does not exist
            error: block #gear has changed: the edit expects the hash 00000000, the content now hashes to 76f3fb67; read the block again
            error: payload: unknown field "name": expected "text"; the payload of append_item needs "text"
            error: missing field "payload"; the payload of append_item needs "text"
            error: #text is "@p", not a heading, and the heading #text-h does not exist
            error: invalid "@h1": text outside a block: a heading, a paragraph, an item or a quote line must be one line
            error: kind: "append": expected "append_item", "rename_section" or "set_attr"
            error: missing field "op" of an edit, or "kind" of a logical operation
            error: must be one operation, not an array: write one entry for each
            error: must be an object, not an integer
            error: invalid JSON: EOF while parsing a value at line 1 column 6
            @h1 Pier [#pier]

            @h2 Gear [#gear-h lang=en]

            @ul desc=tools [#gear]
            - ropes

            @p Text. [#text]
        "#]],
    );
}

/// Appending many items at once gives the same list as appending one after another.
#[test]
fn items_are_appended_at_once_or_one_by_one() {
    let texts: Vec<String> = (0..50).map(|n| format!("item {n} `code` _x_")).collect();
    let (mut one, mut all) = (parse(TEXT).expect("good"), parse(TEXT).expect("good"));
    for text in &texts {
        one.append_items("gear", std::slice::from_ref(text)).expect("it is a list");
    }
    all.append_items("gear", &texts).expect("it is a list");
    assert_eq!(serialize(&one), serialize(&all));
    assert_eq!(all.find("gear").expect("it is there").items().count(), 51);
}

/// A stored hash that is the hash of the content is updated.
#[test]
fn the_stored_hash_is_updated() {
    let hash = parse(TEXT).expect("good").find("gear").expect("it is there").content_hash();
    let text = TEXT.replace("[#gear]", &format!("[#gear:{hash}]"));
    let mut document = parse(&text).expect("good");
    document.append_items("gear", &["fenders".to_owned()]).expect("it is a list");
    let gear = document.find("gear").expect("it is there");
    assert_eq!(gear.hash(), Some(&*gear.content_hash()));
    assert_ne!(gear.hash(), Some(&*hash));
}
