//! The tools of all formats.

use expect_test::{ExpectFile, expect_file};
use serde_json::{Value, json};

use super::client::Setup;

const FILES: &[(&str, &str)] = &[
    ("a.toy", "# Part\n=one\n*two\n## Inner\n*three\n# Last\n!two\n?one\n"),
    ("sub/b.toy", "# Other\n!two\n?three@../a.toy\n!missing\n"),
    ("sub/c.toy", "=one\n=one\n"),
    ("notes.txt", "two\n"),
];

/// Calls tools one after the other, on the same files.
async fn check(calls: &[(&str, Value)], expected: ExpectFile) {
    let mut client = Setup::new(FILES).start().await;
    let mut shown = String::new();
    for (tool, arguments) in calls {
        let answer = client.call(tool, arguments.clone()).await;
        shown.push_str(&format!("> {tool} {arguments}\n{}\n\n", answer.trim_end()));
    }
    expected.assert_eq(&shown);
}

#[tokio::test]
async fn documents_and_their_elements_are_outlined() {
    let calls = [
        ("outline", json!({})),
        ("outline", json!({ "path": "sub" })),
        ("outline", json!({ "path": "a.toy" })),
        ("outline", json!({ "path": "a.toy", "levels": 1 })),
        ("outline", json!({ "path": "a.toy", "name": "Inner", "levels": 9 })),
        ("outline", json!({ "path": "a.tyo" })),
        ("outline", json!({ "path": "notes.txt" })),
    ];
    check(&calls, expect_file!["snapshots/outline.txt"]).await;
}

#[tokio::test]
async fn text_and_names_are_searched() {
    let calls = [
        ("search", json!({ "query": "TWO" })),
        ("search", json!({ "query": "two" })),
        ("search", json!({ "query": "two", "path": "sub" })),
        ("search", json!({ "query": "thr", "names": true })),
        ("search", json!({ "query": " " })),
    ];
    check(&calls, expect_file!["snapshots/search.txt"]).await;
}

/// Not all of very many hits are counted, and the answer says so.
#[tokio::test]
async fn many_hits_are_not_counted() {
    let (exact, more) = ("*many\n".repeat(10_000), "*word\n".repeat(10_001));
    let mut client = Setup::new(&[("a.toy", &exact), ("b.toy", &more)]).start().await;
    for (query, note) in
        [("many", "… 9999 of 10000 left out"), ("word", "… more than 9999 of more than 10000 left out")]
    {
        for names in [false, true] {
            let answer = client.call("search", json!({ "query": query, "names": names, "limit": 1 })).await;
            assert!(answer.contains(note), "{names} {answer}");
        }
    }
}

#[tokio::test]
async fn parts_are_returned_by_name() {
    let calls = [
        ("get", json!({ "path": "a.toy", "names": "two" })),
        ("get", json!({ "path": "a.toy", "names": ["#two", "Inner"] })),
        ("get", json!({ "path": "a.toy", "names": "two", "backlinks": true, "neighbours": 1 })),
        ("get", json!({ "path": "a.toy", "names": "L5" })),
        ("get", json!({ "path": "a.toy", "names": "L50" })),
        ("get", json!({ "path": "a.toy", "names": "thre" })),
        ("get", json!({ "path": "sub/c.toy" })),
        ("get", json!({ "path": "sub/c.toy", "limit": 1, "cursor": "1" })),
        ("get", json!({ "path": "notes.txt", "names": "two" })),
        ("get", json!({ "path": "nowhere.toy", "names": "two" })),
    ];
    check(&calls, expect_file!["snapshots/get.txt"]).await;
}

#[tokio::test]
async fn documents_are_checked_and_rules_explained() {
    let calls = [
        ("check", json!({})),
        ("check", json!({ "errors": true })),
        ("check", json!({ "path": "a.toy" })),
        ("check", json!({ "limit": 1 })),
        ("fix", json!({ "path": "sub/c.toy", "line": 2 })),
        ("fix", json!({ "path": "sub/c.toy", "line": 9 })),
        ("format", json!({ "path": "a.toy" })),
        ("explain", json!({ "rule": "toy/twice" })),
        ("explain", json!({ "rule": "twise" })),
        ("explain", json!({ "rule": "toy" })),
    ];
    check(&calls, expect_file!["snapshots/check.txt"]).await;
}

#[tokio::test]
async fn names_are_followed_over_all_documents() {
    let calls = [
        ("references", json!({ "name": "two" })),
        ("references", json!({ "name": "one" })),
        ("references", json!({ "name": "one", "path": "a.toy" })),
        ("references", json!({ "name": "missing", "path": "sub/b.toy" })),
        ("references", json!({ "name": "tow" })),
        ("references", json!({ "name": "Part", "path": "a.toy" })),
    ];
    check(&calls, expect_file!["snapshots/references.txt"]).await;
}

#[tokio::test]
async fn a_rename_changes_all_documents() {
    let calls = [
        ("rename", json!({ "name": "three", "to": "four", "preview": true })),
        ("rename", json!({ "name": "three", "to": "two" })),
        ("rename", json!({ "name": "two", "to": "zwei" })),
        ("get", json!({ "path": "a.toy" })),
        ("get", json!({ "path": "sub/b.toy" })),
        ("rename", json!({ "name": "zwei", "to": "two", "preview": true })),
    ];
    check(&calls, expect_file!["snapshots/rename.txt"]).await;
}

#[tokio::test]
async fn wrong_arguments_are_explained() {
    let calls = [
        ("outline", json!({ "pth": "a.toy" })),
        ("outline", json!({ "path": 7 })),
        ("outline", json!({ "cursor": "x" })),
        ("get", json!({})),
        ("otline", json!({})),
    ];
    check(&calls, expect_file!["snapshots/arguments.txt"]).await;
}

#[tokio::test]
async fn long_answers_come_in_pages() {
    let text: String = (0..120).map(|number| format!("*name{number}\n")).collect();
    let mut client = Setup::new(&[("a.toy", &text)]).start().await;
    let mut cursor = Value::Null;
    let mut names = Vec::new();
    let mut pages = 0;
    loop {
        let page = client.value("outline", json!({ "path": "a.toy", "cursor": cursor })).await;
        assert_eq!(page["total"], 120);
        let entries = page["entries"].as_array().expect("entries");
        names.extend(entries.iter().map(|entry| entry["name"].as_str().expect("a name").to_owned()));
        pages += 1;
        assert_eq!(page["left_out"], 120 - names.len());
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!((pages, names.len(), names[119].as_str()), (3, 120, "name119"));
}

#[tokio::test]
async fn no_answer_is_longer_than_allowed() {
    let line = "word ".repeat(400);
    let text: String = (0..100).map(|number| format!("*n{number}\n{line}\n")).collect();
    let mut client = Setup::new(&[("a.toy", &text), ("b.toy", &"x".repeat(100_000))]).start().await;
    for (path, tokens) in [("a.toy", Value::Null), ("a.toy", json!(500)), ("b.toy", Value::Null)] {
        let answer = client.call("get", json!({ "path": path, "max_tokens": tokens })).await;
        let limit = tokens.as_u64().unwrap_or(8000) as usize;
        assert!(answer.len().div_ceil(4) <= limit, "{path}: {} bytes for {limit} tokens", answer.len());
        assert!(
            answer.contains("left out") || answer.contains("more characters"),
            "{}",
            &answer[answer.len() - 80..]
        );
    }
    let whole = client.call("get", json!({ "path": "b.toy", "max_tokens": 50_000 })).await;
    assert_eq!(whole.trim_end().len(), 100_000);
    let short = client.call("format", json!({ "path": "b.toy", "preview": true, "max_tokens": 5 })).await;
    assert!(short.len() < 80 && !short.contains("unknown argument"), "every tool has a limit: {short}");
}
