//! New findings in other open documents wait for the pause of the document that is typed.

use agmark_tests::place::range;
use agmark_tests::{Client, Setup, Workspace};
use serde_json::json;

use super::{NEVER, pause, pulling, short_pause};

const A: &str = "@h1 One [#one]\n";
const B: &str = "@p See\n\n@x-note refs=\"a.agd#one\"\n";

fn workspace() -> Workspace {
    Workspace::new(&[("a.agd", A), ("b.agd", B)])
}

fn open(client: &mut Client, workspace: &Workspace) -> (String, String) {
    let (a, b) = (workspace.uri("a.agd"), workspace.uri("b.agd"));
    client.open(&a, "agd", A);
    client.open(&b, "agd", B);
    assert_eq!(client.codes(&a), Vec::<String>::new());
    assert_eq!(client.codes(&b), Vec::<String>::new());
    (a, b)
}

fn replace(client: &mut Client, uri: &str, text: &str, old: &str, new: &str) {
    client.change(uri, json!([{ "range": range(text, old), "text": new }]));
}

fn none() -> Vec<String> {
    Vec::new()
}

#[test]
fn a_finding_in_another_document_waits_for_the_pause() {
    let workspace = workspace();
    let mut client = pulling().folders(&[workspace.root()]).start();
    let (a, b) = open(&mut client, &workspace);
    replace(&mut client, &a, A, "#one", "#on");
    assert_eq!(client.codes(&b), none());
    client.asked.clear();
    short_pause(&mut client, &a);
    client.asked_for("workspace/diagnostic/refresh");
    assert_eq!(client.codes(&b), ["agd/dangling-refs"]);
    // It is known now, and goes at once when it is resolved.
    replace(&mut client, &a, &A.replace("#one", "#on"), "One", "Two");
    assert_eq!(client.codes(&b), ["agd/dangling-refs"]);
    replace(&mut client, &a, &A.replace("#one", "#on").replace("One", "Two"), "#on", "#one");
    assert_eq!(client.codes(&b), none());
    client.finish_quietly();
}

#[test]
fn it_is_pushed_after_the_pause() {
    let workspace = workspace();
    let mut client =
        Setup::default().pushed().hooks().typing_delay(NEVER).folders(&[workspace.root()]).start();
    let (a, b) = open(&mut client, &workspace);
    replace(&mut client, &a, A, "#one", "#on");
    pause(&mut client, &a);
    client.notification("textDocument/publishDiagnostics", |said| {
        said["uri"] == b.as_str() && said["diagnostics"][0]["code"] == "agd/dangling-refs"
    });
    client.finish_quietly();
}

#[test]
fn what_the_other_document_itself_gets_wrong_follows_its_own_pause() {
    let workspace = workspace();
    let mut client = pulling().folders(&[workspace.root()]).start();
    let (a, b) = open(&mut client, &workspace);
    replace(&mut client, &a, A, "#one", "#on");
    replace(&mut client, &b, B, "@p See", "@zzz See");
    assert_eq!(client.codes(&b), none());
    short_pause(&mut client, &b);
    // Its own error is shown, that of the document which is still typed is not.
    assert_eq!(client.codes(&b), ["agd/unknown-tag"]);
    short_pause(&mut client, &a);
    assert_eq!(client.codes(&b), ["agd/unknown-tag", "agd/dangling-refs"]);
    client.finish_quietly();
}

#[test]
fn a_document_that_is_opened_meanwhile_shows_everything() {
    let workspace = workspace();
    let mut client = pulling().folders(&[workspace.root()]).start();
    let (a, b) = open(&mut client, &workspace);
    client.close(&b);
    replace(&mut client, &a, A, "#one", "#on");
    client.open(&b, "agd", B);
    assert_eq!(client.codes(&b), ["agd/dangling-refs"]);
    client.finish_quietly();
}

#[test]
fn nothing_is_held_when_the_typed_document_is_closed() {
    let workspace = workspace();
    let mut client = pulling().folders(&[workspace.root()]).start();
    let (a, b) = open(&mut client, &workspace);
    replace(&mut client, &a, A, "#one", "#on");
    assert_eq!(client.codes(&b), none());
    client.close(&a);
    // What is on disk counts again, and nothing is held any more.
    assert_eq!(client.codes(&b), none());
    client.open(&a, "agd", &A.replace("#one", "#on"));
    assert_eq!(client.codes(&b), ["agd/dangling-refs"]);
    client.finish_quietly();
}
