//! A fault stays small: it is answered with an error, and the session goes on.

use agmark_tests::Setup;
use serde_json::{Value, json};

const FILE: &str = "file:///a.agd";

#[test]
fn a_request_that_fails_inside_is_answered_with_an_error() {
    let mut client = Setup::default().hooks().start();
    client.open(FILE, "agd", "@h1 Title [#a]\n");
    for _ in 0..3 {
        let refusal = client.try_request("agmark/test/panic", json!({})).expect_err("it fails");
        assert_eq!(refusal.code, -32603, "InternalError: {refusal:?}");
        assert!(refusal.message.contains("the session goes on"), "{refusal:?}");
    }
    assert_eq!(client.about("textDocument/documentSymbol", FILE)[0]["name"], "Title");
    client.finish();
}

#[test]
fn the_hooks_are_there_for_tests_only() {
    let mut client = Setup::default().start();
    for method in ["agmark/test/panic", "agmark/test/sleep"] {
        let refusal = client.try_request(method, json!({ "ms": 1 })).expect_err("no such method");
        assert_eq!(refusal.code, -32601, "MethodNotFound: {refusal:?}");
    }
    client.finish();
}

#[test]
fn nonsense_is_refused_and_nothing_more() {
    let mut client = Setup::default().start();
    client.open(FILE, "agd", "@h1 Title [#a]\n");
    let unknown = client.try_request("textDocument/nonsense", json!({})).expect_err("no such method");
    assert_eq!(unknown.code, -32601, "MethodNotFound: {unknown:?}");
    let params =
        client.try_request("textDocument/hover", json!({ "textDocument": 7 })).expect_err("no params");
    assert_eq!(params.code, -32602, "InvalidParams: {params:?}");
    // Notifications have no answer: they must do no harm.
    client.notify("textDocument/didChange", json!({ "textDocument": "nonsense" }));
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": "file:///never-opened.agd" } }));
    client.notify(
        "textDocument/didChange",
        json!({
            "textDocument": { "uri": "file:///never-opened.agd", "version": 2 },
            "contentChanges": [{ "text": "@h1 Title" }],
        }),
    );
    client.notify("$/nonsense", json!({}));
    client.notify("$/cancelRequest", json!({ "id": 4711 }));
    client.notify("workspace/didChangeConfiguration", json!({ "settings": 7 }));
    client
        .notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": "nonsense:", "type": 1 }] }));
    assert_eq!(client.about("textDocument/documentSymbol", FILE)[0]["name"], "Title");
    client.finish();
}

#[test]
fn places_that_are_not_there_are_clamped() {
    let mut client = Setup::default().start();
    client.open(FILE, "agd", "@h1 Title [#a]\n\n@ref #a\n");
    let huge = u32::MAX;
    for (line, character) in [(0, huge), (huge, 0), (huge, huge), (2, 6)] {
        let at = json!({ "line": line, "character": character });
        for method in ["hover", "definition", "documentHighlight", "prepareRename"] {
            client.at(&format!("textDocument/{method}"), FILE, at.clone());
        }
        let everywhere = json!({ "start": at, "end": { "line": 0, "character": 0 } });
        client.change(FILE, json!([{ "range": everywhere, "text": "" }]));
        client.request(
            "textDocument/codeAction",
            json!({
                "textDocument": { "uri": FILE },
                "range": everywhere,
                "context": { "diagnostics": [] },
            }),
        );
        client.change(FILE, json!([{ "text": "@h1 Title [#a]\n\n@ref #a\n" }]));
    }
    assert_eq!(client.about("textDocument/documentSymbol", FILE)[0]["name"], "Title");
    client.finish();
}

#[test]
fn documents_of_nobody_are_left_alone() {
    let mut client = Setup::default().start();
    let uri = "file:///notes.md";
    client.open(uri, "markdown", "# Notes\n\n[a](b.md)\n");
    assert_eq!(client.codes(uri), Vec::<String>::new());
    for method in ["documentSymbol", "foldingRange", "documentLink", "semanticTokens/full"] {
        let answer = client.about(&format!("textDocument/{method}"), uri);
        let empty = answer.is_null()
            || answer.as_array().is_some_and(Vec::is_empty)
            || answer["data"].as_array().is_some_and(Vec::is_empty);
        assert!(empty, "{method}: {answer}");
    }
    assert_eq!(client.at("textDocument/hover", uri, json!({ "line": 0, "character": 3 })), Value::Null);
    client.finish();
}
