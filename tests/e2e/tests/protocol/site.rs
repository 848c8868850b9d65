//! A site over the wire: pages, a component and the manifest, which know of each other.

use std::collections::BTreeMap;
use std::time::Duration;

use agmark_tests::place::{applied, inside};
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

const PAGE: &str = "<!doctype html>\n<main>\n<form data-agent-kind=\"action\" data-agent-action=\"boat.rent\">\n<input aria-label=\"Hours\" data-agent-kind=\"field\" data-agent-field=\"hours\">\n</form>\n</main>\n";
const PART: &str = "export const Rent = () => (\n  <input aria-label=\"Hours\" data-agent-kind=\"field\" data-agent-field=\"hours\" data-agent-for-action=\"boat.rent\" />\n);\n";
const MANIFEST: &str = r#"{
  "version": "0.1",
  "site": { "name": "Boats", "origin": "https://boats.example" },
  "actions": {
    "boat.rent": {
      "title": "Rent a boat", "description": "Rents one.", "scope": "boats.write", "risk": "low",
      "confirmation": "review", "idempotent": false,
      "inputSchema": { "type": "object", "properties": { "hours": { "type": "integer" } } },
      "outputSchema": { "type": "object" }
    }
  },
  "pages": { "/rent": { "title": "Rent", "actions": ["boat.rent"] } }
}
"#;

fn site() -> (Workspace, Client) {
    let files = [("rent.html", PAGE), ("src/rent.tsx", PART), (".well-known/agent-manifest.json", MANIFEST)];
    let workspace = Workspace::new(&files);
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    client.settle(Duration::from_millis(300));
    client.open(&workspace.uri("rent.html"), "html", PAGE);
    (workspace, client)
}

/// What a workspace edit makes of the files that it names.
fn after(workspace: &Workspace, edit: &Value) -> BTreeMap<String, String> {
    let files = [("rent.html", PAGE), ("src/rent.tsx", PART), (".well-known/agent-manifest.json", MANIFEST)];
    let changes = edit["documentChanges"].as_array().into_iter().flatten();
    let edited = changes.filter_map(|change| {
        let uri = change["textDocument"]["uri"].as_str()?;
        let (name, text) = files.iter().find(|(name, _)| workspace.uri(name) == uri)?;
        Some(((*name).to_owned(), applied(text, &change["edits"])))
    });
    edited.collect()
}

#[test]
fn an_action_gets_another_name_everywhere() {
    let (workspace, mut client) = site();
    let mut params = inside(PAGE, "boat.rent");
    params = json!({
        "textDocument": { "uri": workspace.uri("rent.html") }, "position": params, "newName": "boat.hire",
    });
    let edit = client.request("textDocument/rename", params);
    let now = after(&workspace, &edit);
    assert_eq!(now.len(), 3, "{edit}");
    assert_eq!(now["rent.html"], PAGE.replace("boat.rent", "boat.hire"));
    assert_eq!(now["src/rent.tsx"], PART.replace("boat.rent", "boat.hire"));
    assert_eq!(now[".well-known/agent-manifest.json"], MANIFEST.replace("boat.rent", "boat.hire"));
    client.finish();
}

#[test]
fn a_field_gets_another_name_everywhere() {
    let (workspace, mut client) = site();
    let params = json!({
        "textDocument": { "uri": workspace.uri("rent.html") },
        "position": inside(PAGE, "hours\""), "newName": "time",
    });
    let edit = client.request("textDocument/rename", params);
    let now = after(&workspace, &edit);
    assert_eq!(now.len(), 3, "{edit}");
    assert_eq!(now["src/rent.tsx"], PART.replace("\"hours\"", "\"time\""));
    assert_eq!(now[".well-known/agent-manifest.json"], MANIFEST.replace("\"hours\"", "\"time\""));
    client.finish();
}

#[test]
fn where_an_action_is_used() {
    let (workspace, mut client) = site();
    let at = inside(PAGE, "boat.rent");
    let items = client.at("textDocument/prepareCallHierarchy", &workspace.uri("rent.html"), at.clone());
    assert_eq!(items[0]["name"], "boat.rent", "{items}");
    let calls = client.request("callHierarchy/incomingCalls", json!({ "item": items[0] }));
    let callers = calls.as_array().into_iter().flatten();
    let mut from: Vec<_> = callers.filter_map(|call| call["from"]["uri"].as_str()).collect();
    from.sort_unstable();
    let users = [".well-known/agent-manifest.json", "src/rent.tsx"].map(|name| workspace.uri(name));
    assert_eq!(from, users);
    let defined = client.at("textDocument/definition", &workspace.uri("rent.html"), at);
    assert!(defined.to_string().contains("agent-manifest.json"), "{defined}");
    client.finish();
}

#[test]
fn a_page_takes_part_while_a_manifest_describes_its_folder() {
    let text = "<p data-agent-kind=\"tool_call\" data-agent-status=\"idle\">Idle</p>\n";
    let workspace = Workspace::new(&[("site/a/page.html", text), ("other/page.html", text)]);
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    let [page, other, manifest] =
        ["site/a/page.html", "other/page.html", "site/public/.well-known/agent-manifest.json"]
            .map(|name| workspace.uri(name));
    client.open(&page, "html", text);
    client.open(&other, "html", text);
    let none = Vec::<String>::new();
    assert_eq!(client.codes(&page), none, "annotations of somebody else");
    client.open(&manifest, "json", "{}");
    assert_eq!(client.codes(&page), none, "no manifest of AAF yet");
    client.change(&manifest, json!([{ "text": MANIFEST }]));
    let found = ["aaf/invalid-kind", "aaf/unknown-attribute"];
    assert_eq!(client.codes(&page), found);
    assert_eq!(client.codes(&other), none, "the manifest does not describe this folder");
    client.change(&page, json!([{ "text": text.replace("idle", "busy") }]));
    assert_eq!(client.codes(&page), found, "it still takes part after an edit");
    client.change(&manifest, json!([{ "text": "{\"site\": 1, \"agents\": []}" }]));
    assert_eq!(client.codes(&page), none, "the manifest is of another standard now");
    client.change(&manifest, json!([{ "text": MANIFEST }]));
    assert_eq!(client.codes(&page), found);
    client.close(&manifest);
    assert_eq!(client.codes(&page), none, "the manifest was never saved");
    client.finish();
}

#[test]
fn pages_on_disk_come_and_go_with_the_manifest_of_their_folder() {
    let text = "<p data-agent-kind=\"tool_call\" data-agent-action=\"boat.rent\">Idle</p>\n";
    let workspace = Workspace::new(&[("site/page.html", text)]);
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    client.settle(Duration::from_millis(300));
    let symbols = |client: &mut Client| {
        let found = client.request("workspace/symbol", json!({ "query": "boat.rent" }));
        let uris = found.as_array().into_iter().flatten().map(|one| one["location"]["uri"].to_string());
        uris.filter(|uri| uri.contains("page.html")).count()
    };
    assert_eq!(symbols(&mut client), 0);
    workspace.write("site/.well-known/agent-manifest.json", MANIFEST);
    let told = |kind: u8| json!({ "changes": [{ "uri": workspace.uri("site/.well-known/agent-manifest.json"), "type": kind }] });
    client.notify("workspace/didChangeWatchedFiles", told(1));
    client.settle(Duration::from_millis(300));
    assert_eq!(symbols(&mut client), 1);
    std::fs::remove_file(workspace.path("site/.well-known/agent-manifest.json")).expect("a file");
    client.notify("workspace/didChangeWatchedFiles", told(3));
    client.settle(Duration::from_millis(300));
    assert_eq!(symbols(&mut client), 0);
    client.finish();
}

#[test]
fn a_page_without_annotations_can_get_its_first() {
    let text = "<form id=\"book-boat\">\n  <input name=\"hours\" >\n</form>\n";
    let workspace = Workspace::new(&[("plain.html", text)]);
    let uri = workspace.uri("plain.html");
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    client.open(&uri, "html", text);
    // Behind `name="hours" `.
    let offers = client.at("textDocument/completion", &uri, json!({ "line": 1, "character": 22 }));
    assert!(offers.to_string().contains("data-agent-kind"), "{offers}");
    let at = json!({ "line": 0, "character": 3 });
    let params = json!({
        "textDocument": { "uri": uri }, "range": { "start": at, "end": at }, "context": { "diagnostics": [] },
    });
    let titled = |action: &&Value| action["title"] == "annotate the form as action \"boat.book\"";
    let annotated = |client: &mut Client, text: &str| {
        let actions = client.request("textDocument/codeAction", params.clone());
        let action =
            actions.as_array().into_iter().flatten().find(titled).unwrap_or_else(|| panic!("{actions}"));
        applied(text, &action["edit"]["documentChanges"][0]["edits"])
    };
    let after = annotated(&mut client, text);
    assert!(after.contains("data-agent-field=\"hours\""), "{after}");
    // What was read for an answer is not kept when the text changes.
    let text = text.replace("hours", "days");
    client.change(&uri, json!([{ "text": text }]));
    let after = annotated(&mut client, &text);
    assert!(after.contains("data-agent-field=\"days\""), "{after}");
    // Nothing is said of the page, and its other features are those of the editor.
    assert_eq!(client.about("textDocument/documentSymbol", &uri), Value::Null);
    let said = client.take_notifications();
    let found = |(method, params): &(String, Value)| {
        method == "textDocument/publishDiagnostics"
            && params["diagnostics"].as_array().is_some_and(|all| !all.is_empty())
    };
    assert!(!said.iter().any(found), "{said:?}");
    client.finish();
}

/// What a server that has just started finds in two pages beside a manifest.
fn found_afresh(manifest: &str) -> [Vec<Value>; 2] {
    let workspace = Workspace::new(&[
        ("rent.html", PAGE),
        ("docks/rent.html", PAGE),
        (".well-known/agent-manifest.json", manifest),
    ]);
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    let found = PAGES.map(|page| {
        client.open(&workspace.uri(page), "html", PAGE);
        without_places(client.diagnostics(&workspace.uri(page)))
    });
    client.finish();
    found
}

const PAGES: [&str; 2] = ["rent.html", "docks/rent.html"];

/// The folders of two workspaces have different names.
fn without_places(mut found: Vec<Value>) -> Vec<Value> {
    for related in found.iter_mut().flat_map(|one| one["relatedInformation"].as_array_mut()).flatten() {
        related["location"]["uri"].take();
    }
    found
}

#[test]
fn open_pages_follow_the_manifest_while_it_is_edited_and_closed() {
    let (workspace, mut client) = site();
    workspace.write("docks/rent.html", PAGE);
    client.open(&workspace.uri("docks/rent.html"), "html", PAGE);
    let manifest = workspace.uri(".well-known/agent-manifest.json");
    let found =
        |client: &mut Client| PAGES.map(|page| without_places(client.diagnostics(&workspace.uri(page))));
    let (lend, fee) = (MANIFEST.replace("boat.rent", "boat.lend"), MANIFEST.replace("hours", "fee"));
    let without =
        [lend.clone(), fee.clone(), String::from("{"), MANIFEST.to_owned()].map(|text| found_afresh(&text));
    assert_ne!(without[0], without[3], "the pages are compared with the manifest");
    client.open(&manifest, "json", MANIFEST);
    assert_eq!(found(&mut client), without[3]);
    for (text, expected) in [lend.as_str(), &fee, "{", MANIFEST, &lend].into_iter().zip([0, 1, 2, 3, 0]) {
        client.change(&manifest, json!([{ "text": text }]));
        assert_eq!(found(&mut client), without[expected], "{text}");
    }
    // Nothing was saved.
    client.close(&manifest);
    assert_eq!(found(&mut client), without[3]);
    client.open(&manifest, "json", &fee);
    assert_eq!(found(&mut client), without[1]);
    client.finish();
}
