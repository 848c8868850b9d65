//! While a person types: new findings on the typed lines wait for a pause, all others do not. The pause is a hook, so that
//! nothing here depends on how quick anything is.

mod corpus;
mod keyboard;
mod others;
mod unfinished;

use agmark_tests::place::range;
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

/// In no file, so that no reading of files changes what is shown.
const FILE: &str = "untitled:a.agd";
const TEXT: &str = "@h1 One [#a]\n\n@p See @ref #b\n\n@p Two [#b]\n";

/// Longer than any test takes.
const NEVER: u64 = 3_600_000;

/// A client to which diagnostics are pushed.
fn pushed() -> Client {
    Setup::default().pushed().hooks().typing_delay(NEVER).start()
}

/// A client that pulls diagnostics and can be told to pull again.
pub fn pulling() -> Setup {
    let refreshes = json!({ "refreshSupport": true });
    Setup::default().can("/workspace", "diagnostics", refreshes).hooks().typing_delay(NEVER)
}

/// The person stops to type for a long time.
pub fn pause(client: &mut Client, uri: &str) {
    client.request("agmark/test/pause", json!({ "uri": uri }));
}

/// The person stops to type for a moment, as after a line.
pub fn short_pause(client: &mut Client, uri: &str) {
    client.request("agmark/test/pause", json!({ "uri": uri, "short": true }));
}

/// Waits until these findings are pushed for a version of the document.
fn told(client: &mut Client, version: u64, wanted: &[&str]) {
    client.notification("textDocument/publishDiagnostics", |said| {
        let all = said["diagnostics"].as_array().into_iter().flatten();
        let mut codes: Vec<_> = all.filter_map(|one| one["code"].as_str()).collect();
        codes.sort_unstable();
        said["version"] == version && codes == wanted
    });
}

fn replace(client: &mut Client, text: &str, old: &str, new: &str) {
    client.change(FILE, json!([{ "range": range(text, old), "text": new }]));
}

#[test]
fn a_new_finding_on_a_typed_line_waits_for_a_pause() {
    let mut client = pushed();
    client.open(FILE, "agd", TEXT);
    assert_eq!(client.codes(FILE), Vec::<String>::new());
    let worse = TEXT.replace("Two [#b]", "Two [#a]");
    replace(&mut client, TEXT, "Two [#b]", "Two [#a]");
    assert_eq!(client.codes(FILE), Vec::<String>::new());
    pause(&mut client, FILE);
    told(&mut client, 2, &["agd/dangling-reference", "agd/duplicate-id"]);
    // It is known now, and stays when more is typed there.
    replace(&mut client, &worse, "Two", "Twos");
    told(&mut client, 3, &["agd/dangling-reference", "agd/duplicate-id"]);
    // What is resolved disappears at once.
    replace(&mut client, &worse.replace("Two", "Twos"), "Twos [#a]", "Twos [#b]");
    told(&mut client, 4, &[]);
    client.finish();
}

#[test]
fn a_new_finding_on_another_line_is_shown_at_once() {
    let mut client = pushed();
    client.open(FILE, "agd", TEXT);
    assert_eq!(client.codes(FILE), Vec::<String>::new());
    // The line that is typed is in order: that its id is gone concerns another line.
    replace(&mut client, TEXT, " [#b]", "");
    told(&mut client, 2, &["agd/dangling-reference"]);
    client.finish();
}

#[test]
fn a_document_that_is_opened_shows_everything() {
    let mut client = pushed();
    client.open(FILE, "agd", "@h1 One [#a]\n\n@p Two [#a]\n");
    assert_eq!(client.codes(FILE), ["agd/duplicate-id"]);
    client.finish();
}

#[test]
fn a_save_shows_everything() {
    let mut client = pushed();
    client.open(FILE, "agd", TEXT);
    client.codes(FILE);
    replace(&mut client, TEXT, "Two [#b]", "Two [#a]");
    assert_eq!(client.codes(FILE), Vec::<String>::new());
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": FILE } }));
    told(&mut client, 2, &["agd/dangling-reference", "agd/duplicate-id"]);
    client.finish();
}

#[test]
fn the_pause_comes_by_itself() {
    let mut client = Setup::default().pushed().typing_delay(1).start();
    client.open(FILE, "agd", TEXT);
    client.codes(FILE);
    replace(&mut client, TEXT, "Two [#b]", "Two [#b] [#a]");
    client.notification("textDocument/publishDiagnostics", |p| {
        p["version"] == 2 && p["diagnostics"].as_array().is_some_and(|all| !all.is_empty())
    });
    client.finish();
}

#[test]
fn a_client_that_can_pull_again_is_told_to() {
    let mut client = pulling().start();
    client.open(FILE, "agd", TEXT);
    assert_eq!(client.codes(FILE), Vec::<String>::new());
    replace(&mut client, TEXT, "Two [#b]", "Two [#b] [#a]");
    let params = json!({ "textDocument": { "uri": FILE } });
    let held = client.request("textDocument/diagnostic", params.clone());
    assert_eq!(held["items"], json!([]));
    client.asked.clear();
    pause(&mut client, FILE);
    client.asked_for("workspace/diagnostic/refresh");
    let params = json!({ "textDocument": { "uri": FILE }, "previousResultId": held["resultId"] });
    let all = client.request("textDocument/diagnostic", params);
    assert!(all["items"].as_array().is_some_and(|all| !all.is_empty()), "{all}");
    client.finish();
}

#[test]
fn a_pause_without_findings_tells_nobody() {
    let mut client = pulling().start();
    client.open(FILE, "agd", TEXT);
    client.codes(FILE);
    client.asked.clear();
    replace(&mut client, TEXT, "Two", "Twos");
    assert_eq!(client.codes(FILE), Vec::<String>::new());
    pause(&mut client, FILE);
    client.codes(FILE);
    let refreshed = client.asked.iter().any(|(method, _)| method == "workspace/diagnostic/refresh");
    assert!(!refreshed);
    client.finish();
}

#[test]
fn a_client_that_cannot_pull_again_is_answered_after_the_pause() {
    let mut client = Setup::default().hooks().typing_delay(NEVER).start();
    client.request("agmark/test/readings", json!({ "patience": NEVER }));
    client.open(FILE, "agd", TEXT);
    replace(&mut client, TEXT, "Two [#b]", "Two [#b] [#a]");
    let (first, text) = (ask(&mut client), TEXT.replace("Two [#b]", "Two [#b] [#a]"));
    // More is typed: nobody waits for the end of it to hear of an old text.
    replace(&mut client, &text, "Two", "Twos");
    assert_eq!(client.answer(first).expect("an answer")["items"], json!([]));
    let second = ask(&mut client);
    pause(&mut client, FILE);
    let all = client.answer(second).expect("an answer");
    assert!(all["items"].as_array().is_some_and(|all| !all.is_empty()), "{all}");
    client.finish();
}

fn ask(client: &mut Client) -> i64 {
    client.ask("textDocument/diagnostic", json!({ "textDocument": { "uri": FILE } }))
}

#[test]
fn nobody_waits_for_a_pause_in_a_document_that_is_closed() {
    let mut client = Setup::default().hooks().typing_delay(NEVER).start();
    client.request("agmark/test/readings", json!({ "patience": NEVER }));
    client.open(FILE, "agd", TEXT);
    replace(&mut client, TEXT, "Two [#b]", "Two [#b] [#a]");
    let question = ask(&mut client);
    client.close(FILE);
    assert_eq!(client.answer(question).expect("an answer")["kind"], "full");
    client.finish();
}

#[test]
fn quick_fixes_do_not_wait() {
    let mut client = pushed();
    client.open(FILE, "agd", "@h1 One\n\n@p Two\n");
    replace(&mut client, "@h1 One\n\n@p Two\n", "@p", "@h5");
    let params = json!({
        "textDocument": { "uri": FILE },
        "range": { "start": { "line": 2, "character": 1 }, "end": { "line": 2, "character": 1 } },
        "context": { "diagnostics": [], "only": ["quickfix"] },
    });
    let actions = client.request("textDocument/codeAction", params);
    let titles: Vec<&Value> =
        actions.as_array().into_iter().flatten().map(|action| &action["title"]).collect();
    assert!(
        titles.iter().any(|title| title.as_str().is_some_and(|title| title.contains("h4"))),
        "{titles:?}"
    );
    client.finish();
}

#[test]
fn the_delay_is_a_setting() {
    let bad = TEXT.replace("Two [#b]", "Two [#b] [#a]");
    let workspace = Workspace::new(&[("agmark.toml", "typing-delay = 0\n"), ("a.agd", TEXT)]);
    let mut client = Setup::default().pushed().typing_delay(NEVER).folders(&[workspace.root()]).start();
    let uri = workspace.uri("a.agd");
    client.open(&uri, "agd", TEXT);
    client.codes(&uri);
    client.change(&uri, json!([{ "text": bad }]));
    client.notification("textDocument/publishDiagnostics", |p| {
        p["version"] == 2 && p["diagnostics"].as_array().is_some_and(|all| !all.is_empty())
    });
    client.finish();
}
