//! What the JSON reader says about mistakes, and that it agrees with serde_json about everything else.

use agmark_schema::{Node, Style, Value, json};
use expect_test::{Expect, expect};

fn check(text: &str, expect: Expect) {
    let parsed = json::parse(text);
    let mut shown = format!("{}\n", parsed.root.to_json());
    for problem in &parsed.problems {
        let span = &problem.span;
        shown += &format!("{}..{} {:?}: {}", span.start, span.end, problem.kind, problem.message);
        if let Some(repair) = &problem.repair {
            let mut repaired = text.to_owned();
            repaired.replace_range(repair.span.clone(), &repair.text);
            shown += &format!(" => {}", repaired.replace('\n', "⏎"));
        }
        shown.push('\n');
    }
    expect.assert_eq(&shown);
}

#[test]
fn a_clean_text_has_no_problems() {
    check(
        r#"{"a": [1, -2.5e3, true, null, "x\u00e9\n\ud83d\ude00"], "b": {}, "c": []}"#,
        expect![[r#"
            {"a":[1,-2500.0,true,null,"xé\n😀"],"b":{},"c":[]}
        "#]],
    );
}

#[test]
fn commas_missing_and_too_many() {
    check(
        "{\n  \"a\": 1\n  \"b\": [1 2,, 3,],\n}",
        expect![[r#"
            {"a":1,"b":[1,2,3]}
            10..10 Comma: a comma is missing before "b" => {⏎  "a": 1,⏎  "b": [1 2,, 3,],⏎}
            20..20 Syntax: a comma is missing before 2 => {⏎  "a": 1⏎  "b": [1, 2,, 3,],⏎}
            23..24 Syntax: a comma too many => {⏎  "a": 1⏎  "b": [1 2, 3,],⏎}
            26..27 Comma: a comma too many: nothing follows before ']' => {⏎  "a": 1⏎  "b": [1 2,, 3],⏎}
            28..29 Comma: a comma too many: nothing follows before '}' => {⏎  "a": 1⏎  "b": [1 2,, 3,]⏎}
        "#]],
    );
}

#[test]
fn strings_that_are_not_closed_end_with_their_line() {
    check(
        "{\"name\": \"Ledger,\n \"risk\": \"low}",
        expect![[r#"
            {"name":"Ledger","risk":"low"}
            9..16 Unclosed: this string is not closed: add the closing '"' => {"name": "Ledger",⏎ "risk": "low}
            27..31 Unclosed: this string is not closed: add the closing '"' => {"name": "Ledger,⏎ "risk": "low"}
        "#]],
    );
}

#[test]
fn a_string_that_was_left_open_ends_before_the_next_key() {
    check(
        r#"{"name": "Ledger, "risk": "low", "x": "a, "}"#,
        expect![[r#"
        {"name":"Ledger","risk":"low","x":"a, "}
        9..16 Unclosed: this string is not closed: add the closing '"' => {"name": "Ledger", "risk": "low", "x": "a, "}
    "#]],
    );
}

#[test]
fn escapes_and_control_characters() {
    check(
        "[\"a\\qb\", \"\\u12\", \"\\ud800\", \"tab\there\"]",
        expect![[r#"
            ["aqb","�","�","tab\there"]
            3..5 Escape: unknown escape "\q": JSON has \" \\ \/ \b \f \n \r \t and \u with four hex digits => ["a\\qb", "\u12", "\ud800", "tab	here"]
            10..14 Escape: a "\u" is followed by exactly four hex digits => ["a\qb", "\\u12", "\ud800", "tab	here"]
            18..24 Escape: half of a surrogate pair: such a character takes two \u escapes
            31..32 Escape: a tab is not allowed in a string: write "\t" => ["a\qb", "\u12", "\ud800", "tab\there"]
        "#]],
    );
}

#[test]
fn keys_given_twice_and_what_is_no_key() {
    check(
        r#"{"a": 1, b: 2, "a": 3, : 4, 'c': 5, "d" 6, "f" = 7, "e"}"#,
        expect![[r#"
            {"a":3,"b":2,"":4,"c":5,"d":6,"f":7,"e":null}
            9..10 Syntax: the key b needs double quotes: "b" => {"a": 1, "b": 2, "a": 3, : 4, 'c': 5, "d" 6, "f" = 7, "e"}
            15..18 DuplicateKey: the key "a" is given twice: keep one
            23..24 Syntax: a key in double quotes is expected before this
            28..31 Syntax: single quotes around a JSON string: use double quotes => {"a": 1, b: 2, "a": 3, : 4, "c": 5, "d" 6, "f" = 7, "e"}
            39..39 Syntax: a ':' is missing between the key and its value => {"a": 1, b: 2, "a": 3, : 4, 'c': 5, "d": 6, "f" = 7, "e"}
            47..48 Syntax: a key and its value are joined by ':' => {"a": 1, b: 2, "a": 3, : 4, 'c': 5, "d" 6, "f" : 7, "e"}
            52..55 Syntax: the key "e" has no value: write one after a ':'
        "#]],
    );
}

#[test]
fn words_that_json_does_not_know() {
    check(
        r#"[True, None, nan, 0x1F, +1, 007, yes]"#,
        expect![[r#"
            [null,null,null,null,null,null,null]
            1..5 Syntax: unknown word True: JSON writes it true => [true, None, nan, 0x1F, +1, 007, yes]
            7..11 Syntax: unknown word None: JSON writes it null => [True, null, nan, 0x1F, +1, 007, yes]
            13..16 Syntax: unknown word nan: put text in double quotes => [True, None, "nan", 0x1F, +1, 007, yes]
            18..22 Number: invalid JSON number 0x1F: put text in double quotes => [True, None, nan, "0x1F", +1, 007, yes]
            24..26 Number: invalid JSON number +1: write 1 => [True, None, nan, 0x1F, 1, 007, yes]
            28..31 Number: invalid JSON number 007: write 7 => [True, None, nan, 0x1F, +1, 7, yes]
            33..36 Syntax: unknown word yes: put text in double quotes => [True, None, nan, 0x1F, +1, 007, "yes"]
        "#]],
    );
}

#[test]
fn brackets_that_do_not_match() {
    check(
        r#"{"a": [1, {"b": 2], "c": 3}}"#,
        expect![[r#"
            {"a":[1,{"b":2}],"c":3}
            10..11 Unclosed: '{' is not closed before ']': add '}' => {"a": [1, {"b": 2}], "c": 3}}
            27..28 Syntax: unexpected '}' after the end of the value
        "#]],
    );
    check(
        r#"{"a": [1, {"b": "#,
        expect![[r#"
            {"a":[1,{"b":null}]}
            0..1 Unclosed: '{' is not closed: add '}'
            6..7 Unclosed: '[' is not closed: add ']'
            10..11 Unclosed: '{' is not closed: add '}' => {"a": [1, {"b":} 
            11..14 Syntax: the key "b" has no value: write one after a ':'
        "#]],
    );
}

#[test]
fn a_value_that_is_not_written_yet() {
    check(
        "{\n \"a\": ,\n \"b\":\n \"c\": 1}",
        expect![[r#"
            {"a":null,"b":null,"c":1}
            3..6 Syntax: the key "a" has no value: write one after a ':'
            11..14 Syntax: the key "b" has no value: write one after a ':'
        "#]],
    );
    check(
        "",
        expect![[r#"
            null
            0..0 Syntax: a JSON value is expected: the text is empty
        "#]],
    );
}

#[test]
fn comments_and_strange_characters() {
    check(
        "\u{feff}{ // one\n \"a\": /* two */ 1 # three\n, «\"b\": 2}",
        expect![[r#"
            {"a":1,"b":2}
            5..11 Comment: JSON has no comments: remove it => ﻿{ ⏎ "a": /* two */ 1 # three⏎, «"b": 2}
            18..27 Comment: JSON has no comments: remove it => ﻿{ // one⏎ "a":  1 # three⏎, «"b": 2}
            30..37 Comment: JSON has no comments: remove it => ﻿{ // one⏎ "a": /* two */ 1 ⏎, «"b": 2}
            40..42 Syntax: unexpected «: a key in double quotes is expected here
        "#]],
    );
}

#[test]
fn deep_nesting_is_cut_off_and_reading_goes_on() {
    let text = format!("[{}{}, 7]", "[".repeat(100_000), "]".repeat(100_000));
    let parsed = json::parse(&text);
    assert_eq!(parsed.problems.len(), 1);
    assert_eq!(parsed.root.at("/1").map(Node::kind), Some("an integer"));
    let open = json::parse(&"{\"a\":".repeat(50_000));
    assert!(!open.problems.is_empty());
}

#[test]
fn spans_are_those_of_the_text() {
    let text = r#"{"é": ["ü", 12, {"k": "v"}]}"#;
    let parsed = json::parse_at(text, 100);
    let span = |pointer: &str| {
        let node = parsed.root.at(pointer).map(|node| node.span.clone()).unwrap_or_default();
        &text[node.start - 100..node.end - 100]
    };
    assert_eq!(span("/é/0"), "\"ü\"");
    assert_eq!(span("/é/1"), "12");
    assert_eq!(span("/é/2"), r#"{"k": "v"}"#);
    assert_eq!(span(""), text);
}

#[test]
fn an_apostrophe_is_escaped_in_single_quotes_only() {
    let said = |text: &str| json::parse(text).problems.into_iter().map(|p| p.message).collect::<Vec<_>>();
    assert!(said(r#"{"a": "it\'s"}"#).iter().any(|m| m.contains("unknown escape")));
    assert!(said(r"{'a': 'it\'s'}").iter().all(|m| !m.contains("escape")));
}

/// Every span is in the text on character bounds, children are in their parents, problems are in order.
fn assert_sound(text: &str) {
    let parsed = json::parse(text);
    fn walk(node: &Node, text: &str) {
        assert!(text.get(node.span.clone()).is_some(), "{:?} in {text:?}", node.span);
        match &node.value {
            Value::List(items) => items.iter().for_each(|item| walk(item, text)),
            Value::Map(map) => {
                for member in map {
                    assert!(text.get(member.key.span.clone()).is_some());
                    assert!(text.get(member.key.content_span()).is_some());
                    walk(&member.value, text);
                }
            }
            _ => assert!(node.style != Style::Block && text.get(node.content_span()).is_some()),
        }
    }
    walk(&parsed.root, text);
    for problem in &parsed.problems {
        assert!(text.get(problem.span.clone()).is_some(), "{problem:?} in {text:?}");
        if let Some(repair) = &problem.repair {
            assert!(text.get(repair.span.clone()).is_some(), "{problem:?} in {text:?}");
        }
    }
    match serde_json::from_str::<serde_json::Value>(text.trim_start_matches('\u{feff}')) {
        Ok(value) => {
            let harmless = parsed.problems.iter().all(|problem| problem.message.contains("given twice"));
            assert!(harmless, "{:?} in {text:?}", parsed.problems);
            assert_eq!(parsed.root.to_json(), value, "{text:?}");
        }
        Err(error) => assert!(!parsed.problems.is_empty(), "{error} in {text:?}"),
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_without_panic_and_judged_as_serde_does(
        pieces in proptest::collection::vec(
            proptest::sample::select(vec![
                "{", "}", "[", "]", ",", ":", "\"a\"", "\"b", "\"", "\\", "\\u12", "'", "1", "-", "01", "1e5", ".",
                "true", "nul", " ", "\n", "\r\n", "//", "/*", "*/", "#", "é", "\u{1}", "\t", "\u{feff}", "{{", "=",
            ]),
            0..24,
        ),
    ) {
        assert_sound(&pieces.concat());
    }

    #[test]
    fn a_mutated_manifest_is_read_without_panic(at in 0..SAMPLE.len(), cut in 0..6_usize, put in "[\\PC{}\\[\\],:\"\\\\\n]{0,4}") {
        let mut text = SAMPLE.to_owned();
        text.replace_range(at..(at + cut).min(SAMPLE.len()), &put);
        assert_sound(&text);
        assert_sound(&SAMPLE[..at]);
    }
}

const SAMPLE: &str = r#"{
  "version": "0.2",
  "site": {"name": "Garden club", "origin": "https://club.example"},
  "actions": {
    "member.invite": {"title": "Invite \u00e0 member", "risk": "low", "idempotent": false,
      "inputSchema": {"type": "object", "required": ["email"], "properties": {"email": {"minLength": 3.5e0}}}}
  },
  "pages": {"/members/": {"actions": ["member.invite"], "data": [null, true, -1]}}
}"#;
