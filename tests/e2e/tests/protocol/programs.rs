//! Programs over the wire: what only the whole document and other files know of names, and other people's Markdown.

use std::time::Duration;

use agmark_tests::place::{applied, covered, inside};
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

const HOTEL: &str = "---\nname: find-hotel\ndescription: Finds a hotel\ninput:\n  type: object\n  properties:\n    town: { $ref: '#/$defs/town' }\n  required: [town]\n  $defs:\n    town: { type: object, properties: { name: { type: string } }, required: [name] }\noutput: { type: object }\n---\n{{ define \"town\" }}{{ .name }}{{ end }}\n\nFind a hotel in {{ template \"town\" .town }}.\n";
const TRIP: &str = "---\nname: trip\ndescription: Plans a trip\ninput:\n  type: object\n  properties:\n    place: { type: object, properties: { name: { type: string } }, required: [name] }\n  required: [place]\noutput: { type: object }\nimports: [./inns/hotel.md]\n---\nCall find-hotel with town={{ .place }}. The hotel is in {{ .place.name }}.\n";

fn travel() -> (Workspace, Client) {
    let workspace = Workspace::new(&[("trip.md", TRIP), ("inns/hotel.md", HOTEL)]);
    let edits = json!({ "documentChanges": true, "resourceOperations": ["create", "rename", "delete"] });
    let setup = Setup::default().folders(&[workspace.root()]).can("/workspace", "workspaceEdit", edits);
    let mut client = setup.start();
    client.settle(Duration::from_millis(300));
    (workspace, client)
}

/// The text of a file after a change, by its address.
fn changed(edit: &Value, uri: &str, text: &str) -> String {
    let all = edit["documentChanges"].as_array().expect("changes");
    let one = all.iter().find(|change| change["textDocument"]["uri"] == uri);
    one.map_or_else(|| text.to_owned(), |change| applied(text, &change["edits"]))
}

#[test]
fn fields_lead_to_their_properties_through_templates_and_references() {
    let (workspace, mut client) = travel();
    let uri = workspace.uri("inns/hotel.md");
    client.open(&uri, "markdown", HOTEL);
    let found = client.at("textDocument/definition", &uri, inside(HOTEL, "name }}"));
    assert_eq!(covered(HOTEL, &found[0]["targetRange"]), "name: { type: string }", "{found}");
    let params = json!({
        "textDocument": { "uri": uri },
        "position": inside(HOTEL, "name: { type"),
        "context": { "includeDeclaration": true },
    });
    let places = client.request("textDocument/references", params);
    assert_eq!(places.as_array().map(Vec::len), Some(3), "{places}");
    let hover = client.at("textDocument/hover", &uri, inside(HOTEL, "name }}"));
    let said = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(
        said.contains("field `town.name`, line 10, used 2 times") && said.contains("A string."),
        "{said}"
    );
    client.finish();
}

#[test]
fn a_rename_reaches_callers_and_comes_from_them() {
    let (workspace, mut client) = travel();
    let (trip, hotel) = (workspace.uri("trip.md"), workspace.uri("inns/hotel.md"));
    client.open(&trip, "markdown", TRIP);
    let rename = |client: &mut Client, at: Value, new: &str| {
        let params = json!({ "textDocument": { "uri": trip }, "position": at, "newName": new });
        client.request("textDocument/rename", params)
    };
    // The program's file is not open.
    let edit = rename(&mut client, inside(TRIP, "town="), "city");
    assert!(changed(&edit, &trip, TRIP).contains("with city={{ .place }}"), "{edit}");
    let after = changed(&edit, &hotel, HOTEL);
    assert!(after.contains("\n    city: { $ref: '#/$defs/town' }\n  required: [city]"), "{after}");
    assert!(after.contains("{{ template \"town\" .city }}"), "{after}");
    let edit = rename(&mut client, inside(TRIP, "find-hotel with"), "inn");
    assert!(changed(&edit, &trip, TRIP).contains("Call inn with town="), "{edit}");
    assert!(changed(&edit, &hotel, HOTEL).starts_with("---\nname: inn\n"), "{edit}");
    let jump = client.at("textDocument/definition", &trip, inside(TRIP, "find-hotel with"));
    assert_eq!(jump[0]["targetUri"], hotel, "{jump}");
    let items = client.at("textDocument/prepareCallHierarchy", &trip, inside(TRIP, "find-hotel with"));
    assert_eq!(items[0]["uri"], hotel, "{items}");
    client.finish();
}

#[test]
fn programs_that_move_keep_their_imports() {
    let (workspace, mut client) = travel();
    client.open(&workspace.uri("trip.md"), "markdown", TRIP);
    let moved = |client: &mut Client, from: &str, to: &str| {
        let file = json!({ "oldUri": workspace.uri(from), "newUri": workspace.uri(to) });
        client.request("workspace/willRenameFiles", json!({ "files": [file] }))
    };
    let edit = moved(&mut client, "inns/hotel.md", "inns/north/find.md");
    let after = changed(&edit, &workspace.uri("trip.md"), TRIP);
    assert!(after.contains("imports: [./inns/north/find.md]"), "{after}");
    let edit = moved(&mut client, "trip.md", "plans/trip.md");
    let after = changed(&edit, &workspace.uri("trip.md"), TRIP);
    assert!(after.contains("imports: [../inns/hotel.md]"), "{after}");
    client.finish();
}

fn actions(client: &mut Client, uri: &str, at: &Value) -> Vec<Value> {
    let params = json!({
        "textDocument": { "uri": uri },
        "range": { "start": at, "end": at },
        "context": { "diagnostics": [] },
    });
    let all = client.request("textDocument/codeAction", params);
    all.as_array().cloned().unwrap_or_default()
}

#[test]
fn a_missing_import_is_made() {
    let (workspace, mut client) = travel();
    let uri = workspace.uri("trip.md");
    let text = TRIP.replace("./inns/hotel.md", "./inns/motel.md");
    client.open(&uri, "markdown", &text);
    let codes = client.codes(&uri);
    assert!(codes.contains(&"markdownlang/missing-import".to_owned()), "{codes:?}");
    let all = actions(&mut client, &uri, &inside(&text, "./inns/motel.md"));
    let made = all.iter().find(|action| action["title"] == "create ./inns/motel.md").expect("the fix");
    assert_eq!(made["kind"], "quickfix", "{made}");
    let created = &made["edit"]["documentChanges"][0];
    assert_eq!(
        (&created["kind"], &created["uri"]),
        (&json!("create"), &json!(workspace.uri("inns/motel.md")))
    );
    client.finish();
}

const SKILL: &str = "---\nname: page-reader\ndescription: Reads a page\n---\n# Page reader\n\nParameters:\n\n- url (required): The page\n\nUses the fetch tool to read {url}.\n";

/// Its front matter is that of a prompt.
const PROMPT: &str = "---\nmode: agent\n---\nWrite a poem.\n";

#[test]
fn other_peoples_markdown_is_only_offered_to_be_converted() {
    let workspace = Workspace::new(&[("page-reader/SKILL.md", SKILL), ("notes.md", PROMPT)]);
    let setup = Setup::default().can("", "experimental", json!({ "agmark": { "documents": true } }));
    let setup = setup.can("/workspace", "applyEdit", json!(true)).folders(&[workspace.root()]);
    let mut client = setup.start();
    let uri = workspace.uri("page-reader/SKILL.md");
    client.open(&uri, "markdown", SKILL);
    assert!(client.diagnostics(&uri).is_empty());
    let all = actions(&mut client, &uri, &json!({ "line": 0, "character": 0 }));
    let titles: Vec<_> = all.iter().map(|action| action["title"].clone()).collect();
    assert_eq!(titles, ["convert this skill to a program"]);
    let command = &all[0]["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    let made = client.request("workspace/executeCommand", params);
    assert_eq!((&made["name"], &made["language"]), (&json!("page-reader.md"), &json!("markdownlang")));
    let text = made["text"].as_str().unwrap_or_default();
    assert!(text.contains("url: { type: string, format: uri, description: The page }"), "{text}");
    assert!(text.contains("- name: fetch\n") && text.contains("read {{ .url }}"), "{text}");
    // A prompt becomes the program in its place, and is one from then on.
    let uri = workspace.uri("notes.md");
    client.open(&uri, "markdown", PROMPT);
    let all = actions(&mut client, &uri, &json!({ "line": 0, "character": 0 }));
    assert_eq!(all[0]["title"], "make a program of this prompt", "{all:?}");
    let params =
        json!({ "command": all[0]["command"]["command"], "arguments": all[0]["command"]["arguments"] });
    let id = client.ask("workspace/executeCommand", params);
    let asked = client.asked_for("workspace/applyEdit");
    client.answer(id).expect("an answer");
    client.notification("window/showMessage", |said| said["message"].to_string().contains("did not apply"));
    let edits = &asked["edit"]["documentChanges"][0]["edits"];
    let edits = if edits.is_array() { edits } else { &asked["edit"]["changes"][&uri] };
    let text = applied(PROMPT, edits);
    assert!(text.starts_with("---\nname: notes\ndescription: Write a poem.\n"), "{text}");
    client.change(&uri, json!([{ "text": text }]));
    assert!(client.diagnostics(&uri).is_empty());
    let all = actions(&mut client, &uri, &json!({ "line": 0, "character": 0 }));
    assert!(all.iter().all(|action| action["title"] != "make a program of this prompt"), "{all:?}");
    // Any other Markdown is left alone.
    let uri = workspace.uri("README.md");
    client.open(&uri, "markdown", "---\ntitle: Poems\n---\nWrite a poem.\n");
    assert_eq!(actions(&mut client, &uri, &json!({ "line": 0, "character": 0 })), Vec::<Value>::new());
    client.finish();
}

#[test]
fn a_preview_is_asked_for_again() {
    let setup = Setup::default().can("", "experimental", json!({ "agmark": { "documents": true } }));
    let mut client = setup.start();
    let uri = "file:///travel/trip.md";
    client.open(uri, "markdown", TRIP);
    let show = |client: &mut Client, options: Value| {
        let mut argument = options;
        argument["uri"] = json!(uri);
        let params = json!({ "command": "agmark.markdownlang.preview", "arguments": [argument] });
        client.request("workspace/executeCommand", params)
    };
    let sample = show(&mut client, json!({}));
    assert_eq!(sample["name"], "trip.prompt.md");
    assert!(sample["text"].as_str().is_some_and(|text| text.contains("The hotel is in name.")), "{sample}");
    client.change(uri, json!([{ "text": TRIP.replace("The hotel", "The inn") }]));
    let given = show(&mut client, json!({ "input": { "place": { "name": "Oslo" } } }));
    assert!(given["text"].as_str().is_some_and(|text| text.contains("The inn is in Oslo.")), "{given}");
    let lacking = show(&mut client, json!({ "input": "{\"place\": {}}" }));
    assert!(lacking["note"].as_str().is_some_and(|note| note.contains("/place")), "{lacking}");
    client.finish();
}
