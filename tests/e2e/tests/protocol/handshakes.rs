//! What VS Code, Neovim and Helix say about themselves is respected. The client itself fails a test when it is
//! pushed diagnostics although it pulls them, or asked for what it said it cannot.

use std::time::Duration;

use agmark_tests::place::inside;
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

const TEXT: &str = "@h1 Größe [#a]\n\n@h2 Inner [#b]\n\n@ref #a\n\n@ref #missing\n";

/// An editor with a workspace in which it has opened `a.agd`.
fn editor(name: &str) -> (Workspace, Client, String) {
    let workspace = Workspace::new(&[("a.agd", TEXT), ("b.agd", "@h1 Other [#other]\n")]);
    let mut client = Setup::editor(name).folders(&[workspace.root()]).start();
    let uri = workspace.uri("a.agd");
    client.open(&uri, "agd", TEXT);
    assert_eq!(client.codes(&uri).len(), 1, "one reference leads nowhere");
    (workspace, client, uri)
}

#[test]
fn vscode_pulls_and_registers() {
    let (workspace, mut client, uri) = editor("vscode");
    assert_eq!(client.capabilities["positionEncoding"], "utf-16");
    assert_eq!(client.capabilities["textDocumentSync"]["change"], 2, "incremental");
    assert!(client.capabilities["diagnosticProvider"].is_object());

    let symbols = client.about("textDocument/documentSymbol", &uri);
    assert_eq!(symbols[0]["selectionRange"]["start"]["line"], 0);
    assert_eq!(symbols[0]["children"][0]["name"], "Inner");

    let watched = registered(&mut client, "workspace/didChangeWatchedFiles");
    assert!(watched.to_string().contains("agd"), "{watched}");
    registered(&mut client, "workspace/didChangeConfiguration");

    // Something changed that this file may refer to: the client is told to pull again.
    client.settle(Duration::from_millis(300));
    let told = client.asked.iter().filter(|(m, _)| m == "workspace/diagnostic/refresh").count();
    workspace.write("b.agd", "@h1 Other [#other]\n\n@p More [#more]\n");
    let changes = json!([{ "uri": workspace.uri("b.agd"), "type": 2 }]);
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    let mut tries = 0;
    while client.asked.iter().filter(|(m, _)| m == "workspace/diagnostic/refresh").count() == told {
        client.settle(Duration::from_millis(50));
        tries += 1;
        assert!(tries < 200, "the client was not told to pull again");
    }

    let edit = rename(&mut client, &uri);
    assert_eq!(edit["documentChanges"].as_array().map(Vec::len), Some(1), "{edit}");
    assert!(edit["changes"].is_null(), "{edit}");
    client.finish();
}

#[test]
fn neovim_pulls_and_registers_nothing() {
    let (workspace, mut client, uri) = editor("neovim");
    assert_eq!(client.capabilities["positionEncoding"], "utf-8");
    assert!(client.capabilities["diagnosticProvider"].is_object());

    let symbols = client.about("textDocument/documentSymbol", &uri);
    assert_eq!(symbols[0]["children"][0]["name"], "Inner");
    // `ö` and `ß` are two bytes each.
    assert_eq!(symbols[0]["range"]["start"], json!({ "line": 0, "character": 0 }));

    // It has no versioned edits.
    let edit = rename(&mut client, &uri);
    assert_eq!(edit["changes"][&uri].as_array().map(Vec::len), Some(2), "{edit}");
    assert!(edit["documentChanges"].is_null(), "{edit}");

    // Files are watched by the server then.
    client.settle(Duration::from_millis(500));
    workspace.write("c.agd", "@h1 Written later [#later]\n");
    let mut tries = 0;
    while client.request("workspace/symbol", json!({ "query": "Written later" }))[0].is_null() {
        std::thread::sleep(Duration::from_millis(50));
        tries += 1;
        assert!(tries < 200, "a new file is not seen");
    }
    let asked: Vec<_> = client.asked.iter().map(|(method, _)| method.as_str()).collect();
    assert!(!asked.contains(&"client/registerCapability"), "{asked:?}");
    client.finish();
}

#[test]
fn helix_is_pushed_and_gets_flat_symbols() {
    let (workspace, mut client, uri) = editor("helix");
    assert_eq!(client.capabilities["positionEncoding"], "utf-8");
    assert!(client.capabilities["diagnosticProvider"].is_null(), "it does not pull");

    let symbols = client.about("textDocument/documentSymbol", &uri);
    let flat: Vec<_> = symbols
        .as_array()
        .expect("symbols")
        .iter()
        .map(|s| {
            assert_eq!(s["location"]["uri"], uri.as_str(), "{s}");
            assert!(s["children"].is_null() && s["selectionRange"].is_null(), "{s}");
            (s["name"].as_str().unwrap_or("?"), s["containerName"].as_str())
        })
        .collect();
    assert_eq!(flat[..2], [("Größe", None), ("Inner", Some("Größe"))]);

    registered(&mut client, "workspace/didChangeWatchedFiles");
    let asked: Vec<_> = client.asked.iter().filter(|(m, _)| m == "client/registerCapability").collect();
    assert!(!format!("{asked:?}").contains("didChangeConfiguration"), "it cannot register that: {asked:?}");

    client.change(&uri, json!([{ "text": TEXT.replace("@ref #missing\n", "") }]));
    assert_eq!(client.codes(&uri), Vec::<String>::new());
    client.close(&uri);
    let cleared = client.notification("textDocument/publishDiagnostics", |p| p["version"].is_null());
    assert_eq!(cleared["diagnostics"], json!([]));
    drop(workspace);
    client.finish();
}

/// A client with next to no capabilities is served as the protocol's first version had it.
#[test]
fn a_client_that_can_nothing_is_served() {
    let mut client = Setup::from_capabilities(json!({})).start();
    let uri = "file:///a.agd";
    client.open(uri, "agd", TEXT);
    let found = client.notification("textDocument/publishDiagnostics", |p| p["uri"] == uri);
    assert_eq!(found["diagnostics"].as_array().map(Vec::len), Some(1));
    assert!(found["version"].is_null(), "versions were not asked for: {found}");
    let one = &found["diagnostics"][0];
    assert!(one["relatedInformation"].is_null() && one["tags"].is_null(), "{one}");
    let definition = client.at("textDocument/definition", uri, inside(TEXT, "#a\n"));
    let place = if definition.is_array() { &definition[0] } else { &definition };
    assert_eq!(place["uri"], uri, "a location, no link: {definition}");
    let hover = client.at("textDocument/hover", uri, inside(TEXT, "#a\n"));
    assert!(!hover.is_null());
    client.finish();
}

fn registered(client: &mut Client, method: &str) -> Value {
    let mut tries = 0;
    loop {
        let all = client.asked.iter().filter(|(m, _)| m == "client/registerCapability");
        let mut registrations = all.flat_map(|(_, p)| p["registrations"].as_array().into_iter().flatten());
        if let Some(one) = registrations.find(|r| r["method"] == method) {
            return one["registerOptions"].clone();
        }
        client.settle(Duration::from_millis(50));
        tries += 1;
        assert!(tries < 200, "{method} was never registered");
    }
}

/// Renames the id `a`, which is defined once and used once.
fn rename(client: &mut Client, uri: &str) -> Value {
    let at = inside(TEXT, "#a\n");
    let params = json!({ "textDocument": { "uri": uri }, "position": at, "newName": "size" });
    client.request("textDocument/rename", params)
}
