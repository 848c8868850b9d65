//! Completions and indents in the front matter.

use agmark_markdownlang::Markdownlang;
use agmark_syntax::{Edit, Format};

use super::{FRONT, cursor, files, has, offers, taken};

#[test]
fn keys_and_words_of_schemas_are_offered() {
    assert_eq!(offers("‸"), ["program"]);
    has(&offers(&format!("---\n{FRONT}mo‸\n---\n")), &["model"]);
    assert!(!offers(&format!("---\n{FRONT}mo‸\n---\n")).contains(&"input".to_owned()));
    has(&offers("---\nname: x\ninput:\n  type: object\n  pro‸\n---\n"), &["properties", "required", "$ref"]);
    has(&offers("---\ninput: { type: ‸ }\nname: x\n---\n"), &["string", "object", "null"]);
    has(
        &offers("---\ninput:\n  properties:\n    a: { type: string, format: da‸ }\n---\n"),
        &["date", "date-time"],
    );
    has(&offers("---\nname: x\nmodel: ‸\n---\n"), &["gpt-4o"]);
    has(&offers("---\nmcp_servers:\n  - name: x\n    ‸\n---\n"), &["command", "url", "env"]);
    has(&offers("---\nname: x\nimports: [./‸]\n---\n"), &["./hotel.md", "./tools/"]);
    has(&offers("---\nname: x\nimports:\n  - ./tools/‸\n---\n"), &["./tools/car.md"]);
    has(&offers("---\ninput:\n  properties: { a: { type: string } }\n  required: [‸]\n---\n"), &["a"]);
    has(&offers("---\nmcp_servers:\n  - { name: x, command: y, args: [\"${PA‸\"] }\n---\n"), &["${PATH}"]);
    assert_eq!(taken("---\nname: x\ndesc‸\n---\n", "description"), "---\nname: x\ndescription: \n---\n");
    let of =
        |property: &str| offers(&format!("---\nname: x\ninput:\n  properties:\n    a: {property}\n---\n"));
    assert_eq!(of("{ type: object, additionalProperties: ‸ }"), ["true", "false"]);
    assert_eq!(of("{ type: boolean, default: ‸ }"), ["true", "false"]);
    assert_eq!(of("{ type: [integer, 'null'], default: ‸ }"), ["0", "null"]);
    assert_eq!(of("{ enum: [red, 'a, b'], default: ‸ }"), ["red", "\"a, b\""]);
    assert_eq!(of("{ type: array, items: { type: string, enum: [x], examples: [‸] } }"), ["x"]);
    has(&of("{ type: [string, ‸] }"), &["null", "integer"]);
    let defs =
        "---\nname: x\ninput:\n  properties: { a: { $ref: ‸ } }\n  $defs: { town: {}, day: {} }\n---\n";
    assert_eq!(offers(defs), ["\"#/$defs/town\"", "\"#/$defs/day\""]);
    assert_eq!(offers("---\ninput: {}\nname: ‸\n---\n"), ["plan"]);
    has(&offers("---\nname: x\nmcp_servers:\n  - name: y\n    disabled: ‸\n---\n"), &["true", "false"]);
    has(&offers("---\nname: x\nmcp_servers:\n  - name: y\n    command: ‸\n---\n"), &["npx", "uvx"]);
    let url = "---\nname: x\nmcp_servers:\n  - { name: y, url: \"https://x.example/${PA‸\" }\n---\n";
    has(&offers(url), &["${PATH}"]);
    let env = "---\nname: x\nmcp_servers:\n  - name: y\n    env: { KEY: \"${PA‸\" }\n---\n";
    has(&offers(env), &["${PATH}"]);
}

#[test]
fn keys_that_an_item_of_a_list_has_are_not_offered_again() {
    let servers = |items: &str| {
        offers(&format!(
            "---\nname: x\ndescription: x\ninput: {{}}\noutput: {{}}\nmcp_servers:\n{items}---\nx\n"
        ))
    };
    let second = servers("  - name: a\n    command: b\n  - url: https://x.y\n    ‸\n");
    assert_eq!(
        second.iter().filter(|one| ["name", "command", "url"].contains(&one.as_str())).count(),
        2,
        "{second:?}"
    );
    let first = servers("  - name: a\n    command: b\n    ‸\n  - url: https://x.y\n");
    assert!(first.contains(&"url".to_owned()) && !first.contains(&"name".to_owned()), "{first:?}");
}

/// The text after Enter was typed before the cursor.
fn entered(marked: &str) -> String {
    let (text, at) = cursor(marked);
    let files = files(&text);
    let edits = Markdownlang.on_type(files.own().expect("a document"), at, '\n');
    Edit::apply(&text, &edits)
}

#[test]
fn enter_in_the_front_matter_indents() {
    for (marked, expected) in [
        ("---\ninput:\n‸\n---\n", "---\ninput:\n  \n---\n"),
        ("---\ninput:\n  properties:\n  ‸\n---\n", "---\ninput:\n  properties:\n    \n---\n"),
        ("---\nmcp_servers:\n  - env:\n‸\n---\n", "---\nmcp_servers:\n  - env:\n      \n---\n"),
        ("---\ninput:\n‸", "---\ninput:\n  "),
        // What is there stays.
        ("---\ninput:\n‸name: x\n---\n", "---\ninput:\nname: x\n---\n"),
        ("---\ninput:\n   ‸\n---\n", "---\ninput:\n   \n---\n"),
        ("---\nname: x\n‸\n---\n", "---\nname: x\n\n---\n"),
        ("---\nname: x\n---\n\nSay:\n‸\n", "---\nname: x\n---\n\nSay:\n\n"),
    ] {
        assert_eq!(entered(marked), expected, "{marked}");
    }
}

#[test]
fn what_a_list_holds_is_not_offered_again() {
    let imports = |list: &str| offers(&format!("---\nname: x\nimports:{list}\n---\n"));
    assert_eq!(imports(" [./hotel.md, ‸]"), ["./tools/", "../"]);
    assert_eq!(imports("\n  - ./hotel.md\n  - ./‸"), ["./tools/", "../"]);
    assert_eq!(imports(" [hotel.md, ./‸]"), ["./tools/", "../"]);
    assert_eq!(imports(" [./hotel.md‸]"), ["./hotel.md", "./tools/", "../"]);
    let input = |rest: &str| offers(&format!("---\nname: x\ninput:\n  type: object\n  {rest}\n---\n"));
    let properties = "properties: { a: {}, b: {}, c: {} }";
    assert_eq!(input(&format!("{properties}\n  required: [a, ‸]")), ["b", "c"]);
    assert_eq!(input(&format!("{properties}\n  required: [‸, c]")), ["a", "b"]);
    assert_eq!(input(&format!("{properties}\n  required:\n    - b\n    - ‸")), ["a", "c"]);
    assert!(!input("properties: { a: { type: [string, ‸] } }").contains(&"string".to_owned()));
    assert_eq!(input("properties: { a: { enum: [x, y], examples: [x, ‸] } }"), ["y"]);
}
