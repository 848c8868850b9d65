//! Changes that make, remove and rename files, over the wire: one change, in an order in which it can be done, and
//! only by a client that does such things.

use agmark_tests::place::applied;
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

const TASK: &str = ".Diff id=order format=unified
  ```diff
  --- a/old.md
  +++ /dev/null
  @@ -1 +0,0 @@
  -Salad
  diff --git a/menu.agd b/cards/menu.agd
  rename from menu.agd
  rename to cards/menu.agd
  --- a/menu.agd
  +++ b/cards/menu.agd
  @@ -1,2 +1,2 @@
   Bread
  -Soup
  +Stew
  --- a/tea.md
  +++ b/tea.md
  @@ -1 +1 @@
  -green
  +black
  --- /dev/null
  +++ b/new.md
  @@ -0,0 +1 @@
  +salt
  ```
.Diff id=out format=v4a
  \"\"\"
  *** Begin Patch
  *** Add File: link/new.md
  +x
  *** End Patch
  \"\"\"
";

fn kitchen() -> Workspace {
    Workspace::new(&[
        ("task.garyml", TASK),
        ("old.md", "Salad\n"),
        ("menu.agd", "Bread\nSoup\n"),
        ("tea.md", "green\n"),
    ])
}

fn editor(kitchen: &Workspace, operations: Value) -> Client {
    let edits = json!({ "documentChanges": true, "resourceOperations": operations });
    let setup = Setup::default().folders(&[kitchen.root()]).can("/workspace", "applyEdit", json!(true));
    let mut client = setup.can("/workspace", "workspaceEdit", edits).start();
    client.open(&kitchen.uri("task.garyml"), "garyml", TASK);
    client
}

fn apply(client: &mut Client, kitchen: &Workspace, id: &str) -> Result<Value, String> {
    let argument = json!({ "uri": kitchen.uri("task.garyml"), "id": id });
    let params = json!({ "command": "agmark.garyml.applyDiff", "arguments": [argument] });
    client.try_request("workspace/executeCommand", params).map_err(|refusal| refusal.message)
}

#[test]
fn files_come_and_go_in_one_change() {
    let kitchen = kitchen();
    let mut client = editor(&kitchen, json!(["create", "rename", "delete"]));
    // An open document is changed as the editor has it.
    client.open(&kitchen.uri("menu.agd"), "agd", "Bread\nSoup\nTea\n");
    apply(&mut client, &kitchen, "order").expect("it applies");
    let edit = client.asked_for("workspace/applyEdit");
    assert_eq!(edit["label"], "GaryML: Apply Diff");
    client.notification("window/showMessage", |_| true);
    let steps = edit["edit"]["documentChanges"].as_array().cloned().unwrap_or_default();
    let uri = |name: &str| kitchen.uri(name);
    assert_eq!(steps[0], json!({ "kind": "create", "uri": uri("new.md") }));
    assert_eq!(steps[1]["textDocument"]["uri"], uri("new.md"));
    assert_eq!(applied("", &steps[1]["edits"]), "salt\n");
    assert_eq!(steps[2]["textDocument"], json!({ "uri": uri("menu.agd"), "version": 1 }));
    assert_eq!(applied("Bread\nSoup\nTea\n", &steps[2]["edits"]), "Bread\nStew\nTea\n");
    assert_eq!(steps[3]["textDocument"], json!({ "uri": uri("tea.md"), "version": null }));
    assert_eq!(
        steps[4],
        json!({ "kind": "rename", "oldUri": uri("menu.agd"), "newUri": uri("cards/menu.agd") })
    );
    assert_eq!(steps[5], json!({ "kind": "delete", "uri": uri("old.md") }));
    assert_eq!(steps.len(), 6, "{edit}");
    client.finish();
}

#[test]
fn a_change_of_several_files_says_what_it_did() {
    let kitchen = kitchen();
    let edits = json!({ "documentChanges": true, "resourceOperations": ["create", "rename", "delete"] });
    let setup = Setup::default().folders(&[kitchen.root()]).can("/workspace", "applyEdit", json!(true));
    let mut client = setup.can("/workspace", "workspaceEdit", edits).applies().start();
    client.open(&kitchen.uri("task.garyml"), "garyml", TASK);
    apply(&mut client, &kitchen, "order").expect("it applies");
    let said = client.notification("window/showMessage", |_| true);
    assert_eq!(said["message"], "GaryML: Apply Diff: 1 file changed, 1 created, 1 deleted, 1 renamed");
    assert_eq!(said["type"], 3);
    client.finish();
}

#[test]
fn what_a_client_does_not_do_is_not_asked() {
    let kitchen = kitchen();
    for (operations, file, lacks) in [
        (json!(["create", "rename"]), "old.md would have to be removed", "\"delete\""),
        (json!(["create", "delete"]), "menu.agd would have to be renamed", "\"rename\""),
        (json!(["rename", "delete"]), "new.md would have to be made", "\"create\""),
        (Value::Null, "old.md would have to be removed", "\"delete\""),
    ] {
        let mut client = editor(&kitchen, operations.clone());
        let why = apply(&mut client, &kitchen, "order").expect_err("it lacks something");
        assert!(why.contains(file) && why.contains(lacks), "{operations}: {why}");
        assert!(why.ends_with("nothing was changed"), "{why}");
        client.finish();
    }
}

/// Why a diff is not applied, once the server has looked at the disk again, which it does not at each question.
fn refused(client: &mut Client, kitchen: &Workspace, seen: impl Fn(&str) -> bool) -> String {
    let mut why = String::new();
    for _ in 0..100 {
        why = apply(client, kitchen, "order").expect_err("it does not fit");
        if seen(&why) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    why
}

#[test]
fn what_is_in_the_way_or_has_changed_is_left_alone() {
    let kitchen = kitchen();
    let mut client = editor(&kitchen, json!(["create", "rename", "delete"]));
    kitchen.write("cards/menu.agd", "here\n");
    let why = apply(&mut client, &kitchen, "order").expect_err("a file is in the way");
    assert!(why.contains("cards/menu.agd"), "{why}");
    std::fs::remove_file(kitchen.path("cards/menu.agd")).expect("it was there");
    // A file counts as the editor has it, also one that is none of ours.
    client.open(&kitchen.uri("tea.md"), "markdown", "white\n");
    let why = refused(&mut client, &kitchen, |why| why.contains("tea.md"));
    assert!(why.contains("tea.md"), "{why}");
    client.close(&kitchen.uri("tea.md"));
    // Nobody tells of this: either the text that the diff was held against is an old one, or the diff does not fit.
    kitchen.write("old.md", "Salad\nCake\n");
    let why = refused(&mut client, &kitchen, |why| why.contains("old.md"));
    assert!(why.contains("old.md"), "{why}");
    client.finish();
}

#[cfg(unix)]
#[test]
fn no_link_leads_a_change_out() {
    let kitchen = kitchen();
    let elsewhere = Workspace::new(&[("there.md", "")]);
    std::os::unix::fs::symlink(elsewhere.root(), kitchen.path("link")).expect("a link");
    let mut client = editor(&kitchen, json!(["create", "rename", "delete"]));
    let why = apply(&mut client, &kitchen, "out").expect_err("it leads out");
    assert!(why.contains("path \"link/new.md\" leads through a link"), "{why}");
    client.finish();
}
