//! An AGD id belongs to its document: the same id in another file is another name, unless the file is named.

use agmark_tests::place::{applied, inside, range};
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

const A: &str = "@h1 Boats [#boats]\n\n@h2 Install [#install]\n\n@p See @ref #install\n\n@h2 Old [#old]\n";
const B: &str = "@h1 Docks [#docks]\n\n@h2 Install [#install]\n\n@ul refs=\"#install\"\n- one\n\n@p See @ref #install\n\n\
                 @h2 Old [#old]\n\n@p See @ref #old\n";
const C: &str = "@h1 All [#all]\n\n@x-note refs=\"a.agd#install\"\n\n@x-note refs=\"sub/b.agd#install\"\n";

/// The workspace, with all files open or only the first.
fn start(open: &[&str]) -> (Workspace, Client) {
    let files = [("a.agd", A), ("sub/b.agd", B), ("c.agd", C)];
    let workspace = Workspace::new(&files);
    let setup = Setup::default().folders(&[workspace.root()]).can("/workspace", "applyEdit", json!(true));
    let mut client = setup.start();
    for _ in 0..400 {
        if !client.request("workspace/symbol", json!({ "query": "Docks" }))[0].is_null() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(25));
    }
    for (name, text) in files.iter().filter(|(name, _)| open.contains(name)) {
        client.open(&workspace.uri(name), "agd", text);
    }
    (workspace, client)
}

fn each(check: impl Fn(&Workspace, &mut Client)) {
    for open in [&["a.agd"][..], &["a.agd", "sub/b.agd", "c.agd"]] {
        let (workspace, mut client) = start(open);
        check(&workspace, &mut client);
        client.finish();
    }
}

/// What a rename leaves of the three files.
fn renamed(workspace: &Workspace, edit: &Value) -> Vec<(&'static str, String)> {
    let changes = edit["documentChanges"].as_array().cloned().unwrap_or_default();
    let mut all = Vec::new();
    for (name, text) in [("a.agd", A), ("c.agd", C), ("sub/b.agd", B)] {
        for change in changes.iter().filter(|c| c["textDocument"]["uri"] == workspace.uri(name)) {
            all.push((name, applied(text, &change["edits"])));
        }
    }
    assert_eq!(all.len(), changes.len(), "{edit}");
    all
}

#[test]
fn a_rename_stays_in_its_document() {
    each(|workspace, client| {
        let a = workspace.uri("a.agd");
        for place in ["install]", "install\n\n@h2 Old"] {
            let mut params = json!({ "textDocument": { "uri": a }, "position": inside(A, place) });
            let prepared = client.request("textDocument/prepareRename", params.clone());
            assert_eq!(prepared["placeholder"], "install");
            params["newName"] = json!("setup");
            let edit = client.request("textDocument/rename", params);
            let expected = vec![
                ("a.agd", A.replace("#install", "#setup")),
                ("c.agd", C.replace("a.agd#install", "a.agd#setup")),
            ];
            assert_eq!(renamed(workspace, &edit), expected);
        }
    });
}

#[test]
fn a_rename_crosses_where_the_file_is_named() {
    let (workspace, mut client) = start(&["c.agd"]);
    let c = workspace.uri("c.agd");
    let mut params =
        json!({ "textDocument": { "uri": c }, "position": inside(C, "install\"\n\n@x-note refs=\"sub") });
    params["newName"] = json!("setup");
    let edit = client.request("textDocument/rename", params.clone());
    let a = ("a.agd", A.replace("#install", "#setup"));
    assert_eq!(renamed(&workspace, &edit), [a, ("c.agd", C.replace("a.agd#install", "a.agd#setup"))]);
    params["position"] = inside(&C.replace("a.agd#install", "a.agd#xnstall"), "install");
    let edit = client.request("textDocument/rename", params);
    let c = ("c.agd", C.replace("b.agd#install", "b.agd#setup"));
    assert_eq!(renamed(&workspace, &edit), [c, ("sub/b.agd", B.replace("#install", "#setup"))]);
    client.finish();
}

#[test]
fn definition_references_highlights_hover_and_lenses_stay_in_their_document() {
    each(|workspace, client| {
        let (a, c) = (workspace.uri("a.agd"), workspace.uri("c.agd"));
        let at = inside(A, "install\n\n@h2 Old");
        let definition = client.at("textDocument/definition", &a, at.clone());
        assert_eq!(definition.as_array().map(Vec::len), Some(1), "{definition}");
        assert_eq!(definition[0]["targetUri"], a);
        let params = json!({
            "textDocument": { "uri": a }, "position": at, "context": { "includeDeclaration": true },
        });
        let places = client.request("textDocument/references", params);
        let files: Vec<_> = places.as_array().into_iter().flatten().map(|p| p["uri"].clone()).collect();
        assert_eq!(files, [json!(a), json!(a), json!(c)], "{places}");
        let marks = client.at("textDocument/documentHighlight", &a, at.clone());
        assert_eq!(marks.as_array().map(Vec::len), Some(2), "{marks}");
        let hover = client.at("textDocument/hover", &a, at);
        let said = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(said.starts_with("id `install`, line 3, used 2 times in 2 files"), "{said}");
        let lenses = client.about("textDocument/codeLens", &a);
        let mut titles = Vec::new();
        for lens in lenses.as_array().cloned().unwrap_or_default() {
            let lens = client.request("codeLens/resolve", lens);
            titles.push(lens["command"]["title"].as_str().unwrap_or_default().to_owned());
        }
        titles.retain(|title| title.contains("reference"));
        assert_eq!(titles, ["0 references", "2 references", "0 references"]);
        assert_eq!(client.codes(&a), Vec::<String>::new());
    });
}

#[test]
fn an_id_that_only_another_document_uses_is_unused() {
    each(|workspace, client| {
        let a = workspace.uri("a.agd");
        let whole = range(A, A);
        let params =
            json!({ "textDocument": { "uri": a }, "range": whole, "context": { "diagnostics": [] } });
        let actions = client.request("textDocument/codeAction", params);
        let unused = |action: &&Value| action["title"].as_str().is_some_and(|t| t.contains("nothing refers"));
        let action = actions.as_array().into_iter().flatten().find(unused).cloned();
        let action = action.unwrap_or_else(|| panic!("{actions}"));
        let command = &action["command"];
        let params = json!({ "command": command["command"], "arguments": command["arguments"] });
        client.request("workspace/executeCommand", params);
        let edit = client.asked_for("workspace/applyEdit");
        let left = renamed(workspace, &edit["edit"]);
        let expected = A.replace(" [#boats]", "").replace(" [#old]", "");
        assert_eq!(left, [("a.agd", expected)]);
        // This client applies nothing, and is told so.
        client.notification("window/showMessage", |_| true);
    });
}

#[test]
fn completion_offers_the_ids_of_other_files_with_their_file() {
    let (workspace, mut client) = start(&["a.agd", "c.agd"]);
    let text = format!("{A}\n@x-note refs=\"#\"\n");
    let a = workspace.uri("a.agd");
    client.change(&a, json!([{ "text": text }]));
    let at = inside(&text, "#\"\n");
    let offers = client.at("textDocument/completion", &a, at);
    let labels: Vec<_> =
        offers.as_array().into_iter().flatten().filter_map(|o| o["label"].as_str()).collect();
    assert!(labels.contains(&"#install") || labels.contains(&"install"), "{labels:?}");
    assert!(!labels.contains(&"#docks") && !labels.contains(&"docks"), "{labels:?}");
    client.finish();
}
