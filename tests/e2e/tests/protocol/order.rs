//! A request sees exactly the edits that came before it, and nothing slow holds up what comes after it.

use std::time::{Duration, Instant};

use agmark_tests::{Setup, Workspace};
use serde_json::json;

const FILE: &str = "file:///burst/a.agd";

/// Far less than the slow requests take, far more than a quick one does on a busy machine.
const SOON: Duration = Duration::from_secs(20);

#[test]
fn a_burst_of_edits_with_requests_between_them() {
    let mut client = Setup::default().start();
    client.open(FILE, "agd", "@h1 Title 0 [#a]\n\n@p Text\n");
    let mut asked = Vec::new();
    let mut old = "0".to_owned();
    for n in 1..=1000 {
        let new = n.to_string();
        let range = json!({
            "start": { "line": 0, "character": 10 },
            "end": { "line": 0, "character": 10 + old.len() },
        });
        client.change(FILE, json!([{ "range": range, "text": new }]));
        if n % 7 == 0 {
            let id = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": FILE } }));
            asked.push((id, n));
        }
        old = new;
    }
    for (id, n) in asked {
        let symbols = client.answer(id).expect("symbols");
        assert_eq!(symbols[0]["name"], format!("Title {n}"), "after edit {n}");
    }
    client.finish();
}

#[test]
fn slow_requests_hold_up_neither_edits_nor_their_own_end() {
    let mut client = Setup::default().hooks().start();
    client.open(FILE, "agd", "@h1 Before [#a]\n");
    let slow: Vec<_> = (0..4).map(|_| client.ask("agmark/test/sleep", json!({ "ms": 600_000 }))).collect();

    let start = Instant::now();
    let range = json!({ "start": { "line": 0, "character": 4 }, "end": { "line": 0, "character": 10 } });
    client.change(FILE, json!([{ "range": range, "text": "After" }]));
    let symbols = client.about("textDocument/documentSymbol", FILE);
    assert_eq!(symbols[0]["name"], "After");

    for id in &slow {
        client.cancel(*id);
    }
    for id in slow {
        let refusal = client.answer(id).expect_err("a request that was taken back is not answered");
        assert_eq!(refusal.code, -32800, "RequestCancelled: {refusal:?}");
    }
    assert!(start.elapsed() < SOON, "it took {:?}", start.elapsed());
    client.finish();
}

#[test]
fn a_client_that_never_answers_wedges_nothing() {
    let files: Vec<_> = (0..600).map(|n| (format!("f{n}.agd"), format!("@h1 File {n} [#f{n}]\n"))).collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let workspace = Workspace::new(&files);
    let mut client = Setup::editor("vscode").folders(&[workspace.root()]).silent().start();

    // The server asks for settings, and wants to be told of files.
    client.asked_for("workspace/configuration");
    client.asked_for("client/registerCapability");
    let uri = workspace.uri("f7.agd");
    client.open(&uri, "agd", "@h1 File seven [#f7]\n@ref #f7\n");
    let start = Instant::now();
    for n in 0..50 {
        let text = format!("@h1 File {n} [#f7]\n@ref #f7\n");
        client.change(&uri, json!([{ "text": text }]));
        let symbols = client.about("textDocument/documentSymbol", &uri);
        assert_eq!(symbols[0]["name"], format!("File {n}"));
        assert_eq!(client.codes(&uri), Vec::<String>::new());
    }
    assert!(start.elapsed() < SOON, "it took {:?}", start.elapsed());
    client.finish();
}

#[test]
fn pushed_diagnostics_are_those_of_the_last_version() {
    let mut client = Setup::default().pushed().start();
    client.open(FILE, "agd", "@h1 One [#a]\n");
    assert_eq!(client.codes(FILE), Vec::<String>::new());
    for n in 0..100 {
        let text = if n % 2 == 0 { "@h1 One [#a]\n@p Two [#a]\n" } else { "@h1 One [#a]\n" };
        client.change(FILE, json!([{ "text": text }]));
    }
    assert_eq!(client.codes(FILE), Vec::<String>::new());
    client.change(FILE, json!([{ "text": "@h1 One [#a]\n@p Two [#a]\n" }]));
    assert_eq!(client.codes(FILE), ["agd/duplicate-id"]);
    client.finish();
}
