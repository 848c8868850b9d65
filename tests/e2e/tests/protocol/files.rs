//! A workspace of several folders: what stands in files that nobody opened, settings, and what changes on disk.

use std::time::Duration;

use agmark_tests::place::{applied, inside};
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

const A: &str = "@h1 Rota [#rota]\n\n@x-note refs=\"b.agd#oven\"\n";
const B: &str = "@h1 Oven [#oven]\n\n@p See @ref #oven\n";

fn start(workspace: &Workspace) -> Client {
    Setup::default().folders(&[workspace.root()]).start()
}

/// Waits until the workspace has been read: until this symbol is found in it.
fn indexed(client: &mut Client, symbol: &str) -> Value {
    for _ in 0..400 {
        let found = client.request("workspace/symbol", json!({ "query": symbol }));
        if !found[0].is_null() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    panic!("{symbol} is never found");
}

fn gone(client: &mut Client, symbol: &str) {
    for _ in 0..400 {
        if client.request("workspace/symbol", json!({ "query": symbol }))[0].is_null() {
            return;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    panic!("{symbol} is still found");
}

#[test]
fn a_name_in_another_file_is_found_and_renamed_there() {
    let workspace = Workspace::new(&[("a.agd", A), ("b.agd", B)]);
    let mut client = start(&workspace);
    indexed(&mut client, "Oven");
    let (a, b) = (workspace.uri("a.agd"), workspace.uri("b.agd"));
    client.open(&a, "agd", A);
    assert_eq!(client.codes(&a), Vec::<String>::new());
    let answer = client.at("textDocument/definition", &a, inside(A, "oven\""));
    assert_eq!(answer[0]["targetUri"], b.as_str(), "{answer}");

    let params = json!({
        "textDocument": { "uri": a },
        "position": inside(A, "oven\""),
        "context": { "includeDeclaration": true },
    });
    let places = client.request("textDocument/references", params);
    assert_eq!(places.as_array().map(Vec::len), Some(3), "{places}");

    let params = json!({ "textDocument": { "uri": a }, "position": inside(A, "oven\""), "newName": "stove" });
    let edit = client.request("textDocument/rename", params);
    let mut renamed: Vec<(String, String)> = Vec::new();
    for change in edit["documentChanges"].as_array().into_iter().flatten() {
        let uri = change["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
        let text = if uri == a { A } else { B };
        renamed.push((uri, applied(text, &change["edits"])));
    }
    renamed.sort();
    let expected = [(a, A.replace("#oven", "#stove")), (b, B.replace("#oven", "#stove"))];
    assert_eq!(renamed, expected);
    client.finish();
}

#[test]
fn what_is_open_covers_what_is_on_disk() {
    let workspace = Workspace::new(&[("a.agd", A), ("b.agd", B)]);
    let mut client = start(&workspace);
    indexed(&mut client, "Oven");
    let b = workspace.uri("b.agd");
    client.open(&b, "agd", "@h1 Stove [#stove]\n");
    indexed(&mut client, "Stove");
    gone(&mut client, "Oven");
    client.close(&b);
    indexed(&mut client, "Oven");
    client.finish();
}

#[test]
fn files_that_are_ignored_are_not_read() {
    let workspace = Workspace::new(&[
        (".gitignore", "build/\n"),
        ("a.agd", A),
        ("build/out.agd", "@h1 Ignored [#ignored]\n"),
        (".well-known/agent-manifest.json", "{}"),
    ]);
    std::fs::create_dir(workspace.path(".git")).expect("a folder");
    let mut client = start(&workspace);
    indexed(&mut client, "Rota");
    assert_eq!(client.request("workspace/symbol", json!({ "query": "Ignored" }))[0], Value::Null);
    client.finish();
}

#[test]
fn folders_come_and_go() {
    let (one, two) = (Workspace::new(&[("a.agd", A)]), Workspace::new(&[("b.agd", B)]));
    let mut client = start(&one);
    indexed(&mut client, "Rota");
    let folder = |w: &Workspace| json!({ "uri": agmark_tests::workspace::uri(w.root()), "name": "folder" });
    let change = |added: Value, removed: Value| json!({ "event": { "added": added, "removed": removed } });
    client.notify("workspace/didChangeWorkspaceFolders", change(json!([folder(&two)]), json!([])));
    indexed(&mut client, "Oven");
    client.notify("workspace/didChangeWorkspaceFolders", change(json!([]), json!([folder(&one)])));
    gone(&mut client, "Rota");
    indexed(&mut client, "Oven");
    client.finish();
}

#[test]
fn the_whole_workspace_can_be_pulled() {
    let workspace = Workspace::new(&[("good.agd", B), ("bad.agd", "@h1 One [#a]\n\n@p Two [#a]\n")]);
    let mut client = start(&workspace);
    indexed(&mut client, "Oven");
    let params = json!({ "previousResultIds": [] });
    let report = client.request("workspace/diagnostic", params);
    let codes = |uri: &str| {
        let item = report["items"].as_array().into_iter().flatten().find(|i| i["uri"] == uri).cloned();
        let items = item.unwrap_or_else(|| panic!("{uri} is not in {report}"))["items"].take();
        items.as_array().into_iter().flatten().map(|d| d["code"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(codes(&workspace.uri("good.agd")), Vec::<String>::new());
    assert_eq!(codes(&workspace.uri("bad.agd")), ["\"agd/duplicate-id\""]);

    let known: Vec<_> = report["items"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|i| json!({ "uri": i["uri"], "value": i["resultId"] }))
        .collect();
    let again = client.request("workspace/diagnostic", json!({ "previousResultIds": known }));
    for item in again["items"].as_array().into_iter().flatten() {
        assert_eq!(item["kind"], "unchanged", "{item}");
    }
    client.finish();
}

#[test]
fn the_nearest_configuration_counts() {
    let bad = "@h1 One [#a]\n\n@p Two [#a]\n";
    let workspace = Workspace::new(&[
        ("agmark.toml", "[rules]\n\"agd/duplicate-id\" = \"off\"\n"),
        ("a.agd", bad),
        ("strict/agmark.toml", "[rules]\n\"agd/duplicate-id\" = \"warning\"\n"),
        ("strict/b.agd", bad),
    ]);
    let mut client = start(&workspace);
    for (file, expected) in [("a.agd", vec![]), ("strict/b.agd", vec![2])] {
        let uri = workspace.uri(file);
        client.open(&uri, "agd", bad);
        let severities: Vec<_> =
            client.diagnostics(&uri).iter().filter_map(|d| d["severity"].as_u64()).collect();
        assert_eq!(severities, expected, "{file}");
    }
    client.finish();
}

#[test]
fn a_program_in_a_configuration_is_an_error() {
    let workspace =
        Workspace::new(&[("agmark.toml", "[server]\npath = \"/tmp/evil\"\n"), ("a.agd", "@h1 One [#a]\n")]);
    let mut client = start(&workspace);
    let uri = workspace.uri("a.agd");
    client.open(&uri, "agd", "@h1 One [#a]\n");
    let config = workspace.uri("agmark.toml");
    let said = client.notification("textDocument/publishDiagnostics", |p| p["uri"] == config.as_str());
    let messages: Vec<_> =
        said["diagnostics"].as_array().into_iter().flatten().map(|d| d["message"].to_string()).collect();
    assert!(messages.len() == 1 && messages[0].contains("server"), "{messages:?}");
    client.finish();
}

#[test]
fn settings_of_the_client_count() {
    let bad = "@h1 One [#a]\n\n@p Two [#a]\n";
    let settings = json!({ "agmark": { "rules": { "agd/duplicate-id": "hint" } } });
    let setup = Setup::default().can("/workspace", "configuration", json!(true)).settings(settings);
    let mut client = setup.start();
    client.asked_for("workspace/configuration");
    let uri = "file:///a.agd";
    client.open(uri, "agd", bad);
    let mut severity = json!(1);
    for _ in 0..400 {
        severity = client.diagnostics(uri)[0]["severity"].clone();
        if severity == 4 {
            break;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    assert_eq!(severity, 4);
    client.finish();
}

#[test]
fn a_large_workspace_tells_how_far_it_is() {
    let files: Vec<_> = (0..800).map(|n| (format!("f{n}.agd"), format!("@h1 File {n} [#f{n}]\n"))).collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let workspace = Workspace::new(&files);
    let setup = Setup::default().can("", "window", json!({ "workDoneProgress": true }));
    let mut client = setup.folders(&[workspace.root()]).start();
    client.asked_for("window/workDoneProgress/create");
    let begin = client.notification("$/progress", |p| p["value"]["kind"] == "begin");
    let end = client.notification("$/progress", |p| p["value"]["kind"] == "end");
    assert_eq!(begin["token"], end["token"]);
    indexed(&mut client, "File 799");
    client.finish();
}

#[test]
fn an_open_text_of_no_format_hides_what_is_on_disk() {
    let program = "---\nname: kettle\ndescription: d\ninput: { type: object }\noutput: { type: object }\n---\n\n# Boil\n";
    let workspace = Workspace::new(&[("a.md", program)]);
    let mut client = start(&workspace);
    let symbols = |client: &mut Client| {
        client
            .request("workspace/symbol", json!({ "query": "" }))
            .as_array()
            .map(Vec::len)
            .unwrap_or_default()
    };
    let on_disk = symbols(&mut client);
    assert!(on_disk > 0, "the program has symbols");
    let uri = workspace.uri("a.md");
    client.open(&uri, "markdown", program);
    assert_eq!(symbols(&mut client), on_disk);
    client.change(&uri, json!([{ "text": "# A note\n" }]));
    assert_eq!(symbols(&mut client), 0, "what a person does not see any more does not count");
    client.close(&uri);
    assert_eq!(symbols(&mut client), on_disk);
    client.finish();
}
