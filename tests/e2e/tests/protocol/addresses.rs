//! One file has one document, whatever its address; and documents without a workspace have a world.

use agmark_tests::{Setup, Workspace};
use serde_json::{Value, json};

const BAD: &str = "@h1 One [#a]\n\n@p Two [#a]\n";
const GOOD: &str = "@h1 One [#a]\n";

/// Further addresses of `a.agd`.
fn spellings(workspace: &Workspace) -> Vec<String> {
    let plain = workspace.uri("a.agd");
    let folder = plain.strip_suffix("a.agd").expect("its name");
    let path = plain.strip_prefix("file://").expect("its scheme");
    vec![
        format!("{folder}%61.agd"),
        format!("{folder}./a.agd"),
        format!("{folder}link/a.agd"),
        format!("FILE://{path}"),
        format!("file://localhost{path}"),
    ]
}

#[cfg(unix)]
#[test]
fn one_file_is_one_document_under_each_address() {
    let workspace = Workspace::new(&[("a.agd", GOOD)]);
    std::os::unix::fs::symlink(workspace.root(), workspace.path("link")).expect("a link");
    let plain = workspace.uri("a.agd");
    for other in spellings(&workspace) {
        let mut client = Setup::default().folders(&[workspace.root()]).start();
        client.open(&plain, "agd", GOOD);
        client.open(&other, "agd", "@h1 Unsaved [#a]\n");
        let found = client.request("workspace/symbol", json!({ "query": "" }));
        let names: Vec<_> = found.as_array().into_iter().flatten().map(|s| s["name"].clone()).collect();
        assert_eq!(names, ["Unsaved"], "{other}");
        // Each address keeps its own text.
        assert_eq!(client.about("textDocument/documentSymbol", &plain)[0]["name"], "One", "{other}");
        let end = json!({ "start": { "line": 0, "character": 7 }, "end": { "line": 0, "character": 7 } });
        client.change(&plain, json!([{ "range": end, "text": " more" }]));
        assert_eq!(client.about("textDocument/documentSymbol", &plain)[0]["name"], "One more", "{other}");
        assert_eq!(client.about("textDocument/documentSymbol", &other)[0]["name"], "Unsaved", "{other}");
        // Closing one of them keeps the other.
        client.close(&plain);
        assert_eq!(client.about("textDocument/documentSymbol", &other)[0]["name"], "Unsaved", "{other}");
        client.close(&other);
        assert_eq!(client.about("textDocument/documentSymbol", &other), Value::Null, "{other}");
        let found = client.request("workspace/symbol", json!({ "query": "" }));
        assert_eq!(found[0]["name"], "One", "{other}");
        client.finish();
    }
}

#[test]
fn addresses_as_people_write_them_are_taken() {
    for name in ["a b.agd", "é.agd", "[id].agd", "100%.agd", "a|b^c`d{e}.agd", "東京 🎉.agd", "a\"b<c>.agd"]
    {
        for setup in [Setup::default(), Setup::default().pushed()] {
            let workspace = Workspace::new(&[(name, BAD)]);
            let mut client = setup.folders(&[workspace.root()]).start();
            let raw = format!("file://{}", workspace.path(name).display());
            client.open(&raw, "agd", GOOD);
            client.change(&raw, json!([{ "text": BAD }]));
            assert_eq!(client.codes(&raw), ["agd/duplicate-id"], "{name}");
            let place = json!({ "line": 0, "character": 10 });
            let params = json!({ "textDocument": { "uri": raw }, "position": place, "newName": "b" });
            let edit = client.request("textDocument/rename", params);
            assert_eq!(edit["documentChanges"][0]["textDocument"]["uri"], raw.as_str(), "{name}: {edit}");
            client.close(&raw);
            client.finish();
        }
    }
}

#[test]
fn documents_that_are_in_no_file_stay_apart() {
    let mut client = Setup::default().start();
    let all =
        ["untitled:Untitled-1", "untitled:Untitled-2", "git:/w/a.agd?ref", "vscode-vfs://github/o/r/a.agd"];
    for (n, uri) in all.iter().enumerate() {
        client.open(uri, "agd", &format!("@h1 Title {n} [#a]\n@x-note refs=\"b.agd#c\"\n"));
    }
    for (n, uri) in all.iter().enumerate() {
        let symbols = client.about("textDocument/documentSymbol", uri);
        assert_eq!(symbols[0]["name"], format!("Title {n}"), "{uri}");
        assert_eq!(client.codes(uri), Vec::<String>::new(), "nobody knows where b.agd would be: {uri}");
    }
    client.finish();
}

#[test]
fn without_a_workspace_the_own_folder_is_the_world() {
    let folder =
        Workspace::new(&[("a.agd", ""), ("b.agd", "@h1 Oven [#oven]\n"), ("sub/c.agd", "@h1 C [#c]\n")]);
    let mut client = Setup::default().start();
    let a = folder.uri("a.agd");
    client.open(&a, "agd", "@x-note refs=\"b.agd#oven\"\n@x-note refs=\"sub/c.agd#c\"\n");
    assert_eq!(client.codes(&a), Vec::<String>::new());
    client.change(&a, json!([{ "text": "@x-note refs=\"b.agd#none\"\n" }]));
    assert_eq!(client.codes(&a).len(), 1);
    assert_eq!(client.request("workspace/symbol", json!({ "query": "Oven" }))[0]["name"], "Oven");
    client.close(&a);
    assert_eq!(client.request("workspace/symbol", json!({ "query": "Oven" }))[0], Value::Null);
    client.finish();
}

#[test]
fn what_settings_leave_out_is_left_out_in_each_folder() {
    let one = Workspace::new(&[
        ("a.agd", "@h1 Kept\n"),
        ("sub/agmark.toml", "exclude = [\"drafts\"]\n"),
        ("sub/drafts/b.agd", "@h1 Draft\n"),
    ]);
    let two = Workspace::new(&[("agmark.toml", "exclude = [\"old\"]\n"), ("old/c.agd", "@h1 Old\n")]);
    let mut client = Setup::default().folders(&[one.root(), two.root()]).start();
    let found = client.request("workspace/symbol", json!({ "query": "" }));
    let names: Vec<_> = found.as_array().into_iter().flatten().map(|s| s["name"].clone()).collect();
    assert_eq!(names, ["Kept"]);
    client.finish();
}

#[test]
fn findings_go_when_an_edited_document_is_closed() {
    let workspace =
        Workspace::new(&[("a.agd", "@x-note refs=\"b.agd#oven\"\n"), ("b.agd", "@h1 Oven [#oven]\n")]);
    let mut client = Setup::default().pushed().folders(&[workspace.root()]).start();
    client.request("workspace/symbol", json!({ "query": "" }));
    let (a, b) = (workspace.uri("a.agd"), workspace.uri("b.agd"));
    let of = |uri: String, count: usize| {
        move |p: &Value| p["uri"] == uri.as_str() && p["diagnostics"].as_array().map(Vec::len) == Some(count)
    };
    client.open(&a, "agd", "@x-note refs=\"b.agd#oven\"\n");
    client.open(&b, "agd", "@h1 Oven [#oven]\n");
    client.change(&b, json!([{ "text": BAD }]));
    client.notification("textDocument/publishDiagnostics", of(a.clone(), 1));
    client.notification("textDocument/publishDiagnostics", of(b.clone(), 1));
    // Nothing was saved: what counts again is on disk.
    client.close(&b);
    client.notification("textDocument/publishDiagnostics", of(b, 0));
    client.notification("textDocument/publishDiagnostics", of(a, 0));
    client.finish();
}

/// A file that is a program only because another one imports it.
#[test]
fn an_open_document_becomes_a_program_with_its_importer() {
    let workspace = Workspace::new(&[("helper.md", "")]);
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    let (helper, main) = (workspace.uri("helper.md"), workspace.uri("main.md"));
    let text = "---\ndescription: Helps\n---\n\n# Helper\n\n{{ end }}\n";
    client.open(&helper, "markdown", text);
    assert_eq!(client.codes(&helper), Vec::<String>::new(), "Markdown of somebody else");
    client.open(&main, "markdownlang", "---\ndescription: Main\nimports:\n  - helper.md\n---\n\nHello\n");
    assert_ne!(client.codes(&helper), Vec::<String>::new(), "a program now");
    client.close(&main);
    assert_eq!(client.codes(&helper), Vec::<String>::new(), "and no more");
    client.finish();
}

/// Clients watch the folders of the workspace only.
#[test]
fn a_file_that_comes_beside_a_lone_document_is_seen() {
    let folder = Workspace::new(&[("a.agd", "")]);
    let mut client = Setup::default().pushed().start();
    let a = folder.uri("a.agd");
    client.open(&a, "agd", "@x-note refs=\"b.agd#oven\"\n");
    let of = |uri: String, count: usize| {
        move |p: &Value| p["uri"] == uri.as_str() && p["diagnostics"].as_array().map(Vec::len) == Some(count)
    };
    client.notification("textDocument/publishDiagnostics", of(a.clone(), 1));
    folder.write("b.agd", "@h1 Oven [#oven]\n");
    client.notification("textDocument/publishDiagnostics", of(a, 0));
    client.finish();
}

#[cfg(unix)]
#[test]
fn a_folder_that_comes_by_another_name_takes_open_documents_in() {
    let workspace = Workspace::new(&[("w/a.agd", GOOD)]);
    std::os::unix::fs::symlink(workspace.path("w"), workspace.path("link")).expect("a link");
    let mut client = Setup::default().start();
    let uri = workspace.uri("w/a.agd");
    client.open(&uri, "agd", "@h1 Unsaved [#a]\n");
    let link = workspace.uri("link");
    let event = json!({ "event": { "added": [{ "uri": link, "name": "link" }], "removed": [] } });
    client.notify("workspace/didChangeWorkspaceFolders", event);
    let found = client.request("workspace/symbol", json!({ "query": "" }));
    let names: Vec<_> = found.as_array().into_iter().flatten().map(|s| s["name"].clone()).collect();
    assert_eq!(names, ["Unsaved"], "the document stands for its file");
    let end = json!({ "start": { "line": 0, "character": 11 }, "end": { "line": 0, "character": 11 } });
    client.change(&uri, json!([{ "range": end, "text": " more" }]));
    assert_eq!(client.about("textDocument/documentSymbol", &uri)[0]["name"], "Unsaved more");
    client.close(&uri);
    let found = client.request("workspace/symbol", json!({ "query": "" }));
    assert_eq!(found[0]["name"], "One", "{found}");
    client.finish();
}
