//! What editors ask for besides, over the wire: lenses, hints, typing, commands, files that get other names.

use agmark_tests::place::{applied, covered, inside, range};
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

const RECIPE: &str = "@h1 Bread [#bread]\n\n@p Knead, see @ref #bread and @ref #oven\n\n@h2 The oven [#oven]\n\n@ul\n- flour\n- ";

fn recipe(setup: &Setup) -> (Client, String) {
    let uri = "file:///kitchen/bread.agd".to_owned();
    let mut client = setup.start();
    client.open(&uri, "agd", RECIPE);
    (client, uri)
}

#[test]
fn lenses_count_uses() {
    let setup = Setup::default().can("", "experimental", json!({ "agmark": { "references": true } }));
    let (mut client, uri) = recipe(&setup);
    let lenses = client.about("textDocument/codeLens", &uri);
    let first = lenses.as_array().and_then(|all| all.first()).cloned().expect("a lens");
    assert_eq!(covered(RECIPE, &first["range"]), "bread");
    assert_eq!(first["command"], Value::Null, "counting waits until it is looked at");
    let resolved = client.request("codeLens/resolve", first.clone());
    assert_eq!(resolved["command"]["title"], "1 reference");
    assert_eq!(resolved["command"]["command"], "agmark.showReferences");
    let places = &resolved["command"]["arguments"][2];
    assert_eq!(covered(RECIPE, &places[0]["range"]), "bread");
    // A lens of an older text gets no count of the new one.
    client.change(&uri, json!([{ "text": "@p Nothing here.\n" }]));
    let late = client.request("codeLens/resolve", first);
    assert_eq!(late["command"], json!({ "title": "…", "command": "" }));
    client.finish();
}

#[test]
fn hints_name_what_references_mean() {
    let (mut client, uri) = recipe(&Setup::default());
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri }, "range": whole });
    let hints = client.request("textDocument/inlayHint", params);
    let labels: Vec<_> =
        hints.as_array().into_iter().flatten().map(|hint| hint["label"].to_string()).collect();
    assert!(labels.iter().any(|label| label.contains("The oven")), "{labels:?}");
    client.finish();
}

#[test]
fn typing_goes_on_with_a_list() {
    let (mut client, uri) = recipe(&Setup::default());
    let text = RECIPE.replace("- flour\n- ", "- flour\n");
    client.change(&uri, json!([{ "text": text }]));
    let params = |line: u64, ch: &str| {
        json!({
            "textDocument": { "uri": uri },
            "position": { "line": line, "character": 0 },
            "ch": ch,
            "options": { "tabSize": 2, "insertSpaces": true },
        })
    };
    let edits = client.request("textDocument/onTypeFormatting", params(8, "\n"));
    assert_eq!(applied(&text, &edits), format!("{text}- "));
    let nothing = client.request("textDocument/onTypeFormatting", params(8, "x"));
    assert_eq!(nothing, Value::Null, "nobody asked for this character");
    client.finish();
}

#[test]
fn a_command_writes_a_document() {
    let setup = Setup::default().can("", "experimental", json!({ "agmark": { "documents": true } }));
    let (mut client, uri) = recipe(&setup);
    let params = json!({ "command": "agmark.agd.toMarkdown", "arguments": [{ "uri": uri }] });
    let answer = client.request("workspace/executeCommand", params);
    assert_eq!((&answer["name"], &answer["language"]), (&json!("bread.md"), &json!("markdown")));
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("\n# Bread\n")), "{answer}");
    client.finish();
}

#[test]
fn the_tokens_of_any_document_are_counted() {
    let (mut client, uri) = recipe(&Setup::default());
    let params = json!({ "command": "agmark.documentTokens", "arguments": [{ "uri": uri }] });
    let answer = client.request("workspace/executeCommand", params.clone());
    let before = answer["tokens"].as_u64().expect("a number");
    assert!((20..RECIPE.len() as u64).contains(&before), "{answer}");
    client.change(&uri, json!([{ "text": "@p Short.\n" }]));
    let after = client.request("workspace/executeCommand", params);
    assert!(after["tokens"].as_u64().is_some_and(|after| after < before), "{after}");
    client.finish();
}

#[test]
fn a_command_about_a_text_is_asked_from_a_document_of_another_format() {
    let setup = Setup::default().can("", "experimental", json!({ "agmark": { "documents": true } }));
    let (mut client, uri) = recipe(&setup);
    let ask = |options: Value| json!({ "command": "agmark.anml.convertHtml", "arguments": [options] });
    let page = "<main><button id=go>Bake</button></main>";
    let answer = client.request("workspace/executeCommand", ask(json!({ "uri": uri, "text": page })));
    assert_eq!(answer["name"], "bread.anml");
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("\"Bake\"")), "{answer}");
    let refused =
        client.try_request("workspace/executeCommand", ask(json!({ "uri": uri, "path": "page.html" })));
    let refused = refused.expect_err("the document is not ANML, and there is no text");
    assert!(refused.message.contains("\"agmark.anml.convertHtml\" is for ANML"), "{}", refused.message);
    client.finish();
}

#[test]
fn a_client_that_opens_no_answers_is_shown_a_file() {
    let setup = Setup::default().can("", "window", json!({ "showDocument": { "support": true } }));
    let (mut client, uri) = recipe(&setup);
    let params = json!({ "command": "agmark.agd.toMarkdown", "arguments": [{ "uri": uri }] });
    client.request("workspace/executeCommand", params);
    // This client only says that it could not.
    client.notification("window/showMessage", |said| {
        said["message"].as_str().is_some_and(|m| m.starts_with("written to "))
    });
    let shown = client.asked_for("window/showDocument");
    let path = shown["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file").to_owned();
    assert!(path.ends_with("/bread.md"), "{path}");
    let text = std::fs::read_to_string(&path).expect("the file is there");
    assert!(text.contains("\n# Bread\n"), "{text}");
    client.finish();
    assert!(!std::path::Path::new(&path).exists(), "it goes with the server");
}

#[test]
fn a_command_edits() {
    let setup = Setup::default().can("/workspace", "applyEdit", json!(true));
    let (mut client, uri) = recipe(&setup);
    let params = json!({ "command": "agmark.agd.addIds", "arguments": [{ "uri": uri }] });
    client.request("workspace/executeCommand", params.clone());
    let edit = client.asked_for("workspace/applyEdit");
    let edits = &edit["edit"]["documentChanges"][0];
    assert_eq!(edits["textDocument"], json!({ "uri": uri, "version": 1 }));
    assert!(applied(RECIPE, &edits["edits"]).contains("@ul [#ul-1]"), "{edits}");
    let told = client.notification("window/showMessage", |_| true);
    assert_eq!(told["message"], "the editor did not apply the change: not by this client");
    client.finish();

    let (mut client, _) = recipe(&Setup::default());
    let refusal = client.try_request("workspace/executeCommand", params).expect_err("no edits are taken");
    assert!(refusal.message.contains("does not apply edits"), "{refusal:?}");
    client.finish();
}

#[test]
fn what_cannot_be_done_is_said() {
    let (mut client, _) = recipe(&Setup::default());
    client.open("file:///kitchen/a.anml", "anml", "main\n");
    let mut refused = |argument: Value| {
        let params = json!({ "command": "agmark.agd.toMarkdown", "arguments": [argument] });
        client.try_request("workspace/executeCommand", params).expect_err("refused").message
    };
    assert_eq!(
        refused(json!({ "uri": "file:///kitchen/a.anml" })),
        "\"agmark.agd.toMarkdown\" is for AGD, but /kitchen/a.anml is ANML"
    );
    assert_eq!(
        refused(json!({ "uri": "file:///kitchen/none.agd" })),
        "agmark does not know the document /kitchen/none.agd: open it first"
    );
    assert_eq!(refused(json!({})), "a command takes one object: {\"uri\": …, \"range\": …, and its options}");
    client.finish();
}

#[test]
fn links_follow_files_that_get_other_names() {
    let book = "@include path=parts/one.agd\n\n@p See. [#p1 refs=\"parts/one.agd#first\"]\n";
    let workspace = Workspace::new(&[("book.agd", book), ("parts/one.agd", "@h1 One [#first]\n")]);
    let setup = Setup::default().folders(&[workspace.root()]).can(
        "/workspace",
        "fileOperations",
        json!({ "willRename": true }),
    );
    let mut client = setup.start();
    client.open(&workspace.uri("book.agd"), "agd", book);
    client.settle(std::time::Duration::from_millis(300));
    let files = json!([{ "oldUri": workspace.uri("parts"), "newUri": workspace.uri("chapters") }]);
    let edit = client.request("workspace/willRenameFiles", json!({ "files": files }));
    let edits = &edit["documentChanges"][0];
    assert_eq!(edits["textDocument"]["uri"], workspace.uri("book.agd"));
    assert_eq!(
        applied(book, &edits["edits"]),
        "@include path=chapters/one.agd\n\n@p See. [#p1 refs=\"chapters/one.agd#first\"]\n"
    );
    client.finish();
}

#[test]
fn a_missing_file_is_found_when_it_comes() {
    let book = "@include path=parts/one.agd\n";
    let workspace = Workspace::new(&[("book.agd", book), ("parts/once.agd", "@h1 Once\n")]);
    let mut client = Setup::default().pushed().folders(&[workspace.root()]).start();
    let uri = workspace.uri("book.agd");
    client.open(&uri, "agd", book);
    let found = client.diagnostics(&uri);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["message"], "\"parts/one.agd\" does not exist: did you mean \"parts/once.agd\"?");
    assert_eq!(found[0]["range"], range(book, "parts/one.agd"));
    workspace.write("parts/one.agd", "@h1 One\n");
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": workspace.uri("parts/one.agd"), "type": 1 }] }),
    );
    client.notification("textDocument/publishDiagnostics", |params| {
        params["uri"] == uri && params["diagnostics"] == json!([])
    });
    client.finish();
}

#[test]
fn actions_are_offered_for_a_selection() {
    let (mut client, uri) = recipe(&Setup::default());
    let at = inside(RECIPE, "Knead");
    let params = json!({
        "textDocument": { "uri": uri },
        "range": { "start": at, "end": at },
        "context": { "diagnostics": [], "only": ["refactor", "source"] },
    });
    let actions = client.request("textDocument/codeAction", params);
    let all = actions.as_array().into_iter().flatten();
    let titles: Vec<_> = all.clone().filter_map(|a| a["title"].as_str()).collect();
    assert!(titles.contains(&"convert to Markdown"), "{titles:?}");
    for action in all {
        assert!(action["edit"].is_object() || action["command"]["command"].is_string(), "{action}");
    }
    client.finish();
}

/// What a client that asks for the edit of the chosen action gets is what another client gets at once.
#[test]
fn the_edit_of_an_action_follows_when_it_is_chosen() {
    let text = "@h1 Bread\n\n@ref #flour\n\n@h2 Flour [#Flour]\n\n- a\n\n@p b\n";
    let listed = |setup: &Setup| {
        let mut client = setup.start();
        client.open("file:///kitchen/bread.agd", "agd", text);
        let range = json!({ "start": inside(text, "@h1"), "end": inside(text, "b\n") });
        let params = json!({
            "textDocument": { "uri": "file:///kitchen/bread.agd" },
            "range": range,
            "context": { "diagnostics": [] },
        });
        let actions = client.request("textDocument/codeAction", params);
        (client, actions.as_array().cloned().unwrap_or_default())
    };
    let at = "/textDocument/codeAction";
    let resolves = Setup::default().can(at, "dataSupport", json!(true)).can(
        at,
        "resolveSupport",
        json!({ "properties": ["edit"] }),
    );
    let ((whole, expected), (mut client, actions)) = (listed(&Setup::default()), listed(&resolves));
    let titles = |all: &[Value]| all.iter().map(|action| action["title"].clone()).collect::<Vec<_>>();
    assert_eq!(titles(&actions), titles(&expected));
    let mut edits = 0;
    for (action, expected) in actions.into_iter().zip(expected) {
        assert!(action["edit"].is_null(), "{action}");
        if !expected["edit"].is_null() {
            let resolved = client.request("codeAction/resolve", action);
            assert_eq!(resolved["edit"], expected["edit"]);
            edits += 1;
        }
    }
    assert!(edits > 2, "{edits}");
    client.finish();
    whole.finish();
}

const MOON: &str = "---\nname: moon\ndescription: Says how full the moon is\ninput:\n  type: object\n  properties:\n    day: { type: string }\n  required: [day]\noutput:\n  type: object\n  properties:\n    full: { type: boolean }\n  required: [full]\n---\n\nIs the moon full on {{ .day }}?\n{{ if .day }}yes{{ else }}no{{ end }}\n";
const TIDES: &str = "---\nname: tides\ndescription: Says when the water is high\nimports:\n  - ./moon.md\noutput:\n  type: object\n  properties:\n    high: { type: string }\n  required: [high]\n---\n\nCall moon, then say when the water is high.\n";

#[test]
fn calls_are_seen_from_both_ends() {
    let workspace = Workspace::new(&[("tides.md", TIDES), ("moon.md", MOON)]);
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    client.settle(std::time::Duration::from_millis(300));
    client.open(&workspace.uri("moon.md"), "markdown", MOON);
    let items =
        client.at("textDocument/prepareCallHierarchy", &workspace.uri("moon.md"), inside(MOON, "Is the"));
    assert_eq!(items[0]["name"], "moon.md", "{items}");
    let calls = client.request("callHierarchy/incomingCalls", json!({ "item": items[0] }));
    assert_eq!(calls[0]["from"]["name"], "tides.md", "{calls}");
    assert_eq!(covered(TIDES, &calls[0]["fromRanges"][0]), "./moon.md");
    let calls = client.request("callHierarchy/outgoingCalls", json!({ "item": calls[0]["from"] }));
    assert_eq!(calls[0]["to"]["name"], "moon.md", "{calls}");
    client.finish();
}

#[test]
fn what_belongs_together_lights_up_and_is_jumped_to() {
    let uri = "file:///sea/moon.md";
    let mut client = Setup::default().start();
    client.open(uri, "markdown", MOON);
    let at = inside(MOON, "else }}");
    let marks = client.at("textDocument/documentHighlight", uri, at.clone());
    let words: Vec<_> = marks.as_array().into_iter().flatten().map(|m| covered(MOON, &m["range"])).collect();
    assert_eq!(words, ["if", "else", "end"]);
    let jump = client.at("textDocument/definition", uri, at);
    assert_eq!(covered(MOON, &jump[0]["targetSelectionRange"]), "end", "{jump}");
    client.finish();
}

#[test]
fn a_text_of_another_language_gets_one_information_and_is_not_formatted() {
    let mut client = Setup::default().start();
    let uri = "file:///assist/plan.anml";
    let plan = "type Robot;\n\nfluent boolean free(Robot r);\n\naction move(Robot r) {\n};\n";
    client.open(uri, "anml", plan);
    let found = client.diagnostics(uri);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((&found[0]["code"], &found[0]["severity"]), (&json!("agmark/other-language"), &json!(3)));
    let options =
        json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true } });
    assert_eq!(client.request("textDocument/formatting", options), Value::Null);
    client.change(uri, json!([{ "text": "main\n  button \"Go\"\n" }]));
    assert_eq!(client.codes(uri), ["anml/missing-ref"]);
    client.change(uri, json!([{ "text": plan }]));
    assert_eq!(client.codes(uri), ["agmark/other-language"]);
    client.finish();
}
