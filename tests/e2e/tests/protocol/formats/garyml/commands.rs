//! Commands of GaryML and their parameters, over the wire: names that several files share.

use agmark_tests::place::{applied, covered, inside};
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

const GUIDE: &str = ".Documentation title=Guide\n  .Section title: Work\n    .deploy: \"Deploys\"\n      env: [dev, prod]\n      force: true\n    .build: \"Builds\"\n      env: \"another one\"\n";
const TASK: &str = ".Execute\n  .deploy env=prod\n  .deploy force=true\n    env: dev\n  .build env=x\n";
const MORE: &str = ".Execute\n  .Command name=.deploy\n    arguments:\n      env: dev\n  .test target=x\n";

fn workspace() -> Workspace {
    Workspace::new(&[("guide.garyml", GUIDE), ("task.garyml", TASK), ("sub/more.garyml", MORE)])
}

fn ask(client: &mut Client, method: &str, uri: &str, at: Value, more: Value) -> Value {
    let mut params = json!({ "textDocument": { "uri": uri }, "position": at });
    for (key, value) in more.as_object().into_iter().flatten() {
        params[key] = value.clone();
    }
    client.request(method, params)
}

#[test]
fn a_parameter_is_one_name_in_all_files() {
    let workspace = workspace();
    let uri = workspace.uri("task.garyml");
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    client.open(&uri, "garyml", TASK);
    let at = inside(TASK, "env=prod");
    let found = client.at("textDocument/definition", &uri, at.clone());
    assert_eq!(found[0]["targetUri"], workspace.uri("guide.garyml"), "{found}");
    assert_eq!(covered(GUIDE, &found[0]["targetRange"]), "env: [dev, prod]");
    let found = ask(
        &mut client,
        "textDocument/references",
        &uri,
        at.clone(),
        json!({ "context": { "includeDeclaration": true } }),
    );
    assert_eq!(found.as_array().map(Vec::len), Some(4), "{found}");
    let found = client.at("textDocument/documentHighlight", &uri, at.clone());
    assert_eq!(found.as_array().map(Vec::len), Some(2), "{found}");
    let hover = client.at("textDocument/hover", &uri, at.clone());
    let said = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(
        said.starts_with("parameter `.deploy env`, guide.garyml line 4, used 3 times in 2 files"),
        "{said}"
    );

    let edit = ask(&mut client, "textDocument/rename", &uri, at, json!({ "newName": "target" }));
    let files = [("guide.garyml", GUIDE), ("sub/more.garyml", MORE), ("task.garyml", TASK)];
    let all: String = files
        .iter()
        .map(|(name, text)| {
            let changed = edit["documentChanges"].as_array().into_iter().flatten();
            let mut own = changed.filter(|c| c["textDocument"]["uri"] == workspace.uri(name));
            applied(text, &own.next().expect("a change")["edits"])
        })
        .collect();
    let renamed = |text: &str| {
        text.replace("env: [", "target: [")
            .replace("env=prod", "target=prod")
            .replace("env: dev", "target: dev")
    };
    assert_eq!(all, [GUIDE, MORE, TASK].map(renamed).concat());
    client.finish();
}

#[test]
fn a_parameter_gets_no_name_that_is_taken() {
    let workspace = workspace();
    let uri = workspace.uri("guide.garyml");
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    client.open(&uri, "garyml", GUIDE);
    let mut refusal = |uri: &str, at: Value, new: &str| {
        let params = json!({ "textDocument": { "uri": uri }, "position": at, "newName": new });
        client.try_request("textDocument/rename", params).expect_err("no legal name").message
    };
    let message = refusal(&uri, inside(GUIDE, "env: ["), "force");
    assert_eq!(
        message,
        "parameter \"force\" is already defined in guide.garyml on line 5: choose another name"
    );
    let message = refusal(&uri, inside(GUIDE, "env: ["), "id");
    assert!(message.contains("id=NAME"), "{message}");
    client.open(&workspace.uri("sub/more.garyml"), "garyml", MORE);
    let mut refusal = |uri: &str, at: Value, new: &str| {
        let params = json!({ "textDocument": { "uri": uri }, "position": at, "newName": new });
        client.try_request("textDocument/rename", params).expect_err("a name of hosts").message
    };
    let message = refusal(&workspace.uri("sub/more.garyml"), inside(MORE, "target=x"), "what");
    assert!(message.contains("hosts know .test"), "{message}");
    client.finish();
}
