//! What waits until all files have been read, and what does not. The server is held while it reads, so that nothing
//! here depends on how quick it is.

use agmark_tests::place::{applied, inside};
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

const A: &str = "@h1 Rota [#rota]\n\n@x-note refs=\"b.agd#oven\"\n";
const B: &str = "@h1 Oven [#oven]\n\n@p See @ref #oven\n";

/// A client whose server has begun to read files and is held there.
fn held(setup: &Setup) -> Client {
    let mut client = setup.clone().hooks().spawn();
    let result = client.request("initialize", setup.initialize.clone());
    client.capabilities = result["capabilities"].clone();
    hold(&mut client, json!({ "hold": "before" }));
    client.notify("initialized", json!({}));
    hold(&mut client, json!({ "begun": 1 }));
    client
}

fn hold(client: &mut Client, wish: Value) {
    client.request("agmark/test/readings", wish);
}

fn let_go(client: &mut Client) {
    hold(client, json!({ "hold": null }));
}

fn place(uri: &str, text: &str, at: &str) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": inside(text, at) })
}

fn renaming(uri: &str) -> Value {
    let mut params = place(uri, A, "oven\"");
    params["newName"] = json!("stove");
    params
}

fn kitchen() -> Workspace {
    Workspace::new(&[("a.agd", A), ("b.agd", B)])
}

#[test]
fn questions_about_other_files_wait_until_these_are_read() {
    let kitchen = kitchen();
    let mut client = held(&Setup::default().folders(&[kitchen.root()]));
    let a = kitchen.uri("a.agd");
    client.open(&a, "agd", A);
    let mut references = place(&a, A, "oven\"");
    references["context"] = json!({ "includeDeclaration": true });
    let asked = [
        client.ask("textDocument/rename", renaming(&a)),
        client.ask("textDocument/references", references),
        client.ask("textDocument/definition", place(&a, A, "oven\"")),
        client.ask("workspace/symbol", json!({ "query": "Oven" })),
        client.ask("textDocument/prepareRename", place(&a, A, "oven\"")),
    ];
    // What needs no other file does not wait.
    assert_eq!(client.about("textDocument/documentSymbol", &a)[0]["name"], "Rota");
    let_go(&mut client);
    let answers: Vec<Value> = asked.iter().map(|id| client.answer(*id).expect("an answer")).collect();
    assert_eq!(answers[0]["documentChanges"].as_array().map(Vec::len), Some(2), "{}", answers[0]);
    assert_eq!(answers[1].as_array().map(Vec::len), Some(3), "{}", answers[1]);
    assert_eq!(answers[2][0]["targetUri"], kitchen.uri("b.agd"), "{}", answers[2]);
    assert_eq!(answers[3][0]["name"], "Oven", "{}", answers[3]);
    assert_eq!(answers[4]["placeholder"], "oven", "{}", answers[4]);
    client.finish();
}

#[test]
fn a_pull_is_answered_when_all_files_are_read() {
    let kitchen = Workspace::new(&[("a.agd", A), ("b.agd", "@h1 No oven\n")]);
    let mut client = held(&Setup::default().folders(&[kitchen.root()]));
    let a = kitchen.uri("a.agd");
    client.open(&a, "agd", A);
    let asked = client.ask("textDocument/diagnostic", json!({ "textDocument": { "uri": a } }));
    client.about("textDocument/documentSymbol", &a);
    let_go(&mut client);
    let report = client.answer(asked).expect("an answer");
    assert_eq!(report["items"].as_array().map(Vec::len), Some(1), "{report}");
    client.finish();
}

#[test]
fn a_pull_does_not_wait_for_ever_and_says_nothing_wrong() {
    let kitchen = kitchen();
    let mut client = held(&Setup::default().folders(&[kitchen.root()]));
    hold(&mut client, json!({ "patience": 0 }));
    let a = kitchen.uri("a.agd");
    let text = "@h1 Rota [#rota]\n@p Two [#rota]\n@x-note refs=\"b.agd#oven\"\n";
    client.open(&a, "agd", text);
    let early = client.codes(&a);
    assert_eq!(early, ["agd/duplicate-id"], "the document's own findings");
    let_go(&mut client);
    client.request("workspace/symbol", json!({ "query": "Oven" }));
    assert_eq!(client.codes(&a), early);
    client.finish();
}

#[test]
fn pushes_say_what_is_known_and_then_the_rest() {
    let kitchen = Workspace::new(&[("a.agd", A), ("c.anml", "")]);
    let mut client = held(&Setup::default().pushed().folders(&[kitchen.root()]));
    let a = kitchen.uri("a.agd");
    let text = "@h1 Rota [#rota]\n@p [#rota]\n@ref #none\n@x-note refs=\"a.agd#gone\"\n";
    client.open(&a, "agd", text);
    let early = client.codes(&a);
    assert!(early.contains(&"agd/duplicate-id".to_owned()), "{early:?}");
    let_go(&mut client);
    client.notification("textDocument/publishDiagnostics", |p| p["uri"] == a.as_str());
    client.finish();
}

#[test]
fn who_takes_a_question_back_does_not_wait() {
    let kitchen = kitchen();
    let mut client = held(&Setup::default().folders(&[kitchen.root()]));
    let a = kitchen.uri("a.agd");
    client.open(&a, "agd", A);
    let asked = client.ask("textDocument/rename", renaming(&a));
    client.about("textDocument/documentSymbol", &a);
    client.cancel(asked);
    assert_eq!(client.answer(asked).expect_err("it was taken back").code, -32800);
    let_go(&mut client);
    client.finish();
}

#[test]
fn the_wait_can_be_taken_back_for_all() {
    let kitchen = kitchen();
    let mut client = held(&Setup::default().folders(&[kitchen.root()]));
    let a = kitchen.uri("a.agd");
    client.open(&a, "agd", A);
    let asked = client.ask("textDocument/rename", renaming(&a));
    client.about("textDocument/documentSymbol", &a);
    client.notify("window/workDoneProgress/cancel", json!({ "token": "agmark/index" }));
    assert_eq!(client.answer(asked).expect_err("nobody waits any more").code, -32800);
    let_go(&mut client);
    client.finish();
}

#[test]
fn a_shutdown_ends_the_wait() {
    let kitchen = kitchen();
    let mut client = held(&Setup::default().folders(&[kitchen.root()]));
    let a = kitchen.uri("a.agd");
    client.open(&a, "agd", A);
    let asked = client.ask("textDocument/rename", renaming(&a));
    client.about("textDocument/documentSymbol", &a);
    client.request("shutdown", Value::Null);
    assert_eq!(client.answer(asked).expect_err("the server ends").code, -32800);
    client.notify("exit", Value::Null);
    assert_eq!(client.wait(std::time::Duration::from_secs(10)).code(), Some(0));
}

/// The question is answered for the text that it was asked of.
#[test]
fn what_is_written_meanwhile_changes_no_answer() {
    let kitchen = kitchen();
    let mut client = held(&Setup::default().folders(&[kitchen.root()]));
    let a = kitchen.uri("a.agd");
    client.open(&a, "agd", A);
    let definition = client.ask("textDocument/definition", place(&a, A, "oven\""));
    let rename = client.ask("textDocument/rename", renaming(&a));
    client.change(&a, json!([{ "text": format!("\n\n\n{A}") }]));
    let_go(&mut client);
    let answer = client.answer(definition).expect("an answer");
    assert_eq!(answer[0]["targetUri"], kitchen.uri("b.agd"), "{answer}");
    let refusal = client.answer(rename).expect_err("its places are those of another text");
    assert!(refusal.message.contains("a.agd has changed"), "{refusal:?}");
    client.finish();
}

#[test]
fn a_change_while_files_are_read_is_not_lost() {
    let kitchen = kitchen();
    let mut client = held(&Setup::default().folders(&[kitchen.root()]));
    let changed = |name: &str| json!({ "uri": kitchen.uri(name), "type": 2 });
    // The files have been read, but what they say is not handed in yet.
    hold(&mut client, json!({ "hold": "after" }));
    hold(&mut client, json!({ "begun": 1 }));
    kitchen.write("b.agd", "@h1 Stove [#oven]\n");
    kitchen.write("new.agd", "@h1 Kettle [#kettle]\n");
    std::fs::remove_file(kitchen.path("a.agd")).expect("it was there");
    let all = json!({ "changes": [changed("b.agd"), changed("new.agd"), changed("a.agd")] });
    client.notify("workspace/didChangeWatchedFiles", all);
    let_go(&mut client);
    let names = |client: &mut Client, query: &str| {
        let found = client.request("workspace/symbol", json!({ "query": query }));
        found.as_array().into_iter().flatten().map(|s| s["name"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&mut client, "o"), ["\"Stove\""]);
    assert_eq!(names(&mut client, "Kettle"), ["\"Kettle\""]);
    assert_eq!(names(&mut client, "Rota"), Vec::<String>::new());
    client.finish();
}

#[test]
fn a_folder_that_left_while_it_was_read_adds_nothing() {
    let (one, two) = (kitchen(), Workspace::new(&[("c.agd", "@h1 Kettle [#kettle]\n")]));
    let mut client = held(&Setup::default().folders(&[one.root(), two.root()]));
    let folder = json!({ "uri": agmark_tests::workspace::uri(one.root()), "name": "folder" });
    let event = json!({ "event": { "added": [], "removed": [folder] } });
    client.notify("workspace/didChangeWorkspaceFolders", event);
    let_go(&mut client);
    assert_eq!(client.request("workspace/symbol", json!({ "query": "Oven" }))[0], Value::Null);
    assert_eq!(client.request("workspace/symbol", json!({ "query": "Kettle" }))[0]["name"], "Kettle");
    client.finish();
}

#[test]
fn a_rename_does_not_edit_a_file_that_changed() {
    let kitchen = kitchen();
    let mut client = Setup::default().hooks().folders(&[kitchen.root()]).start();
    let a = kitchen.uri("a.agd");
    client.open(&a, "agd", A);
    client.request("workspace/symbol", json!({ "query": "Oven" }));
    // Whoever tells of changes tells of this one, but what it led to is held back.
    hold(&mut client, json!({ "hold": "before" }));
    kitchen.write("b.agd", &format!("@p A sentence that was not there.\n\n{B}"));
    let asked = client.ask("textDocument/rename", renaming(&a));
    let_go(&mut client);
    match client.answer(asked) {
        Err(refusal) => assert!(refusal.message.contains("b.agd has changed"), "{refusal:?}"),
        // The change was heard of before the question.
        Ok(edit) => {
            let changes = edit["documentChanges"].as_array().cloned().unwrap_or_default();
            let b = changes.iter().find(|c| c["textDocument"]["uri"] == kitchen.uri("b.agd"));
            let text = applied(
                &std::fs::read_to_string(kitchen.path("b.agd")).expect("a file"),
                &b.expect("an edit")["edits"],
            );
            assert!(text.contains("[#stove]") && text.contains("not there."), "{text}");
        }
    }
    client.finish();
}

fn code_actions(uri: &str, line: u32) -> Value {
    let at = json!({ "line": line, "character": 1 });
    json!({
        "textDocument": { "uri": uri },
        "range": { "start": at, "end": at },
        "context": { "diagnostics": [], "only": ["quickfix"] },
    })
}

#[test]
fn fixes_that_depend_on_other_files_wait_for_them() {
    let kitchen = Workspace::new(&[("a.agd", A), ("b.agd", "@h1 Oven [#ovens]\n")]);
    let mut client = held(&Setup::default().folders(&[kitchen.root()]));
    let (a, lone) = (kitchen.uri("a.agd"), kitchen.uri("c.agd"));
    client.open(&a, "agd", A);
    client.open(&lone, "agd", "@h5 One\n");
    let mut params = code_actions(&a, 2);
    params["range"] = agmark_tests::place::range(A, "b.agd#oven");
    let asked = client.ask("textDocument/codeAction", params);
    // What needs no other file does not wait.
    let actions = client.request("textDocument/codeAction", code_actions(&lone, 0));
    assert!(actions.as_array().is_some_and(|all| !all.is_empty()), "{actions}");
    let_go(&mut client);
    let actions = client.answer(asked).expect("an answer");
    let titles: Vec<_> = actions.as_array().into_iter().flatten().map(|a| a["title"].to_string()).collect();
    assert!(titles.iter().any(|title| title.contains("dangling-refs")), "{titles:?}");
    client.finish();
}
