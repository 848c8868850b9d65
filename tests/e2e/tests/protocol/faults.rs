//! A fault stays small: it is answered with an error, and the session goes on.

use agmark_tests::{Setup, Workspace};
use serde_json::{Value, json};

const FILE: &str = "file:///a.agd";

#[test]
fn a_request_that_fails_inside_is_answered_with_an_error() {
    let mut client = Setup::default().hooks().start();
    client.open(FILE, "agd", "@h1 Title [#a]\n");
    for _ in 0..3 {
        let refusal = client.try_request("agmark/test/panic", json!({})).expect_err("it fails");
        assert_eq!(refusal.code, -32603, "InternalError: {refusal:?}");
        assert!(refusal.message.contains("internal error"), "{refusal:?}");
    }
    assert_eq!(client.about("textDocument/documentSymbol", FILE)[0]["name"], "Title");
    client.finish();
}

#[test]
fn the_hooks_are_there_for_tests_only() {
    let mut client = Setup::default().start();
    for method in ["agmark/test/fault", "agmark/test/panic", "agmark/test/sleep", "agmark/test/text"] {
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
    // A person hears of those that cannot be read.
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": 7 }));
    let said = client.notification("window/logMessage", |p| p["type"] == 2);
    let said = said["message"].as_str().unwrap_or_default().to_owned();
    assert!(said.contains("workspace/didChangeWatchedFiles: invalid type: integer `7`"), "{said}");
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

const TEXT: &str = "@h1 Title [#a]\n\n@p Text [#a]\n";

fn insert(line: u32, character: u32, text: &str) -> Value {
    let at = json!({ "line": line, "character": character });
    json!([{ "range": { "start": at, "end": at }, "text": text }])
}

/// Wherever the session fails: what it says afterwards is what it says of the same text opened anew.
#[test]
fn a_fault_in_the_session_loses_no_edit() {
    for place in ["open", "change", "index", "settings", "close", "indexed", "publish"] {
        for setup in [Setup::default(), Setup::default().pushed()] {
            let mut client = setup.hooks().start();
            client.open(FILE, "agd", TEXT);
            client.codes(FILE);
            client.request("agmark/test/fault", json!({ "at": place }));
            // One of these meets the fault.
            client.open("file:///b.agd", "agd", TEXT);
            client.change("file:///b.agd", insert(0, 4, "One "));
            client.notify("workspace/didChangeConfiguration", json!({ "settings": {} }));
            client.change(FILE, insert(0, 4, "Two "));
            client.change(FILE, insert(0, 4, "🎉 "));
            client.close("file:///b.agd");
            client.change(FILE, insert(2, 8, "!"));
            let symbols = client.about("textDocument/documentSymbol", FILE);
            assert_eq!(symbols[0]["name"], "🎉 Two Title", "{place}");
            assert_eq!(client.codes(FILE), ["agd/duplicate-id"], "{place}");
            client.open("file:///c.agd", "agd", TEXT);
            assert_eq!(client.codes("file:///c.agd"), ["agd/duplicate-id"], "{place}");
            client.finish();
        }
    }
}

#[test]
fn a_document_whose_text_is_not_known_says_so_until_it_is_sent_again() {
    let mut client = Setup::default().hooks().start();
    client.open(FILE, "agd", TEXT);
    client.request("agmark/test/fault", json!({ "at": "text" }));
    client.change(FILE, insert(0, 4, "Lost "));
    let said = client.notification("window/showMessage", |_| true);
    assert!(said["message"].as_str().is_some_and(|m| m.contains("close and open it again")), "{said}");
    client.change(FILE, insert(0, 4, "More "));
    assert_eq!(client.codes(FILE), ["agmark/out-of-step"]);
    let about = json!({ "textDocument": { "uri": FILE } });
    let options =
        json!({ "textDocument": { "uri": FILE }, "options": { "tabSize": 2, "insertSpaces": true } });
    let name = json!({
        "textDocument": { "uri": FILE }, "position": { "line": 0, "character": 13 }, "newName": "b"
    });
    for (method, params) in [("formatting", options), ("rename", name)] {
        let refusal = client.try_request(&format!("textDocument/{method}"), params).expect_err("not known");
        assert_eq!(refusal.code, -32803, "RequestFailed: {refusal:?}");
        assert!(refusal.message.contains("a.agd"), "{refusal:?}");
    }
    assert_eq!(client.request("textDocument/documentSymbol", about.clone()), Value::Null);
    // The whole text, and an edit after it.
    let mut changes = insert(0, 4, "Known ");
    changes.as_array_mut().expect("a list").insert(0, json!({ "text": TEXT }));
    client.change(FILE, changes);
    assert_eq!(client.request("textDocument/documentSymbol", about)[0]["name"], "Known Title");
    assert_eq!(client.codes(FILE), ["agd/duplicate-id"]);
    client.finish();
}

#[test]
fn a_fault_in_one_file_leaves_the_others() {
    let workspace = Workspace::new(&[("a.agd", "@h1 A\n"), ("b.agd", "@h1 B\n"), ("c.agd", "@h1 C\n")]);
    let mut client = Setup::default().hooks().folders(&[workspace.root()]).start();
    let symbols = |client: &mut agmark_tests::Client| {
        let found = client.request("workspace/symbol", json!({ "query": "" }));
        found.as_array().into_iter().flatten().map(|s| s["name"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(symbols(&mut client).len(), 3);
    client.request("agmark/test/fault", json!({ "at": "indexed" }));
    let changed = |name: &str| json!({ "uri": workspace.uri(name), "type": 2 });
    for name in ["a.agd", "b.agd", "c.agd"] {
        workspace.write(name, "@h1 New\n");
    }
    let all = json!({ "changes": [changed("a.agd"), changed("b.agd"), changed("c.agd")] });
    client.notify("workspace/didChangeWatchedFiles", all);
    let found = symbols(&mut client);
    assert!(found.iter().filter(|name| *name == "\"New\"").count() >= 2, "{found:?}");
    client.finish();
}
