//! Settings of formats, in an editor: formatting and what is inserted follow them.

use agmark_tests::place::applied;
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

const TASK: &str = ".Execute\n  .test\n    target: all tests\n";

/// What an editor says of its tabs: it does not count.
fn tabs() -> Value {
    json!({ "tabSize": 8, "insertSpaces": false })
}

fn formatted(client: &mut Client, uri: &str, text: &str) -> String {
    let params = json!({ "textDocument": { "uri": uri }, "options": tabs() });
    applied(text, &client.request("textDocument/formatting", params))
}

/// What stands there after a person has ended a line, which is the last one.
fn after_enter(client: &mut Client, uri: &str, text: &str) -> String {
    let line = text.matches('\n').count();
    let params = json!({
        "textDocument": { "uri": uri },
        "position": { "line": line, "character": 0 },
        "ch": "\n",
        "options": tabs(),
    });
    applied(text, &client.request("textDocument/onTypeFormatting", params))
}

#[test]
fn each_folder_has_its_own_indent_and_changes_are_followed() {
    let workspace = Workspace::new(&[
        ("one/agmark.toml", "[garyml]\nindent = 4\n"),
        ("one/a.garyml", TASK),
        ("one/deep/agmark.toml", "[garyml]\nindent = 3\n"),
        ("one/deep/a.garyml", TASK),
        ("two/a.garyml", TASK),
    ]);
    let (one, two) = (workspace.path("one"), workspace.path("two"));
    let mut client = Setup::default().folders(&[&one, &two]).start();
    let [a, deep, other] =
        ["one/a.garyml", "one/deep/a.garyml", "two/a.garyml"].map(|file| workspace.uri(file));
    for uri in [&a, &deep, &other] {
        client.open(uri, "garyml", TASK);
        assert_eq!(client.codes(uri), Vec::<String>::new());
    }
    let four = ".Execute\n    .test\n        target: all tests\n";
    let three = ".Execute\n   .test\n      target: all tests\n";
    assert_eq!(formatted(&mut client, &a, TASK), four);
    assert_eq!(formatted(&mut client, &deep, TASK), three);
    assert_eq!(formatted(&mut client, &other, TASK), TASK);
    // While the documents are open, a file changes, comes and goes.
    let changed = |client: &mut Client, file: &str, kind: u32| {
        let changes = json!({ "changes": [{ "uri": workspace.uri(file), "type": kind }] });
        client.notify("workspace/didChangeWatchedFiles", changes);
    };
    workspace.write("one/agmark.toml", "[garyml]\nindent = 3\n");
    changed(&mut client, "one/agmark.toml", 2);
    workspace.write("two/agmark.toml", "[garyml]\nindent = 4\n");
    changed(&mut client, "two/agmark.toml", 1);
    std::fs::remove_file(workspace.path("one/deep/agmark.toml")).expect("it is there");
    changed(&mut client, "one/deep/agmark.toml", 3);
    assert_eq!(formatted(&mut client, &a, TASK), three);
    assert_eq!(formatted(&mut client, &deep, TASK), three);
    assert_eq!(formatted(&mut client, &other, TASK), four);
    // An edit after that is of the same document.
    let whole = json!([{ "text": ".Execute\n" }]);
    client.change(&other, whole);
    assert_eq!(after_enter(&mut client, &other, ".Execute\n"), ".Execute\n    ");
    client.finish();
}

#[test]
fn settings_of_the_editor_count_where_no_file_says_more() {
    let workspace =
        Workspace::new(&[("agmark.toml", "[garyml]\nindent = 3\n"), ("a.garyml", TASK), ("b.garyml", TASK)]);
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    let set = |client: &mut Client, settings: Value| {
        let params = json!({ "settings": { "agmark": settings } });
        client.notify("workspace/didChangeConfiguration", params);
    };
    let (file, nowhere) = (workspace.uri("a.garyml"), "untitled:b.garyml");
    client.open(&file, "garyml", ".Execute\n");
    client.open(nowhere, "garyml", ".Execute\n");
    assert_eq!(after_enter(&mut client, nowhere, ".Execute\n"), ".Execute\n  ");
    set(&mut client, json!({ "garyml": { "indent": 8 } }));
    assert_eq!(after_enter(&mut client, &file, ".Execute\n"), ".Execute\n   ");
    assert_eq!(after_enter(&mut client, nowhere, ".Execute\n"), ".Execute\n        ");
    set(&mut client, json!({ "garyml": { "indent": null } }));
    assert_eq!(after_enter(&mut client, nowhere, ".Execute\n"), ".Execute\n  ");
    set(&mut client, json!({ "garyml": { "indent": 0 } }));
    let said = client.notification("window/showMessage", |_| true);
    let message = said["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("agmark.garyml.indent: \"indent\" must be a whole number from 1 to 16, not 0"),
        "{said}"
    );
    assert_eq!(after_enter(&mut client, nowhere, ".Execute\n"), ".Execute\n  ");
    client.finish();
}
