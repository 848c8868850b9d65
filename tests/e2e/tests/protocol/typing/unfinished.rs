//! Findings about unfinished text wait for a long pause while the person writes where the rest belongs.

use agmark_tests::place::position;
use agmark_tests::{Client, Setup};
use serde_json::{Value, json};

use super::{FILE, pause, pulling, pushed, short_pause, told};

/// The fence is being written.
const OPEN: &str = "@h1 One\n\n@code\n~~~\n";

/// Puts a text into another one.
fn insert(client: &mut Client, before: &str, at: usize, new: &str) -> String {
    let place = position(before, at);
    client.change(FILE, json!([{ "range": { "start": place, "end": place }, "text": new }]));
    format!("{}{new}{}", &before[..at], &before[at..])
}

/// Types a text key by key.
fn type_in(client: &mut Client, before: &str, at: usize, new: &str) -> String {
    let mut text = before.to_owned();
    for (offset, c) in new.char_indices() {
        text = insert(client, &text, at + offset, &c.to_string());
    }
    text
}

fn codes(client: &mut Client) -> Vec<String> {
    client.codes(FILE)
}

fn none() -> Vec<String> {
    Vec::new()
}

/// A client that pulls, with a heading, and the text of an open fence typed below it.
fn typed() -> (Client, String) {
    let mut client = pulling().start();
    client.open(FILE, "agd", "@h1 One\n");
    let text = type_in(&mut client, "@h1 One\n", 8, &OPEN[8..]);
    (client, text)
}

#[test]
fn an_open_block_waits_for_a_long_pause_while_the_person_writes_in_it() {
    let (mut client, text) = typed();
    assert_eq!(codes(&mut client), none());
    short_pause(&mut client, FILE);
    assert_eq!(codes(&mut client), none());
    let text = type_in(&mut client, &text, text.len(), "print(1)\n");
    assert_eq!(codes(&mut client), none());
    short_pause(&mut client, FILE);
    assert_eq!(codes(&mut client), none());
    client.asked.clear();
    pause(&mut client, FILE);
    client.asked_for("workspace/diagnostic/refresh");
    assert_eq!(codes(&mut client), ["agd/unterminated-fence"]);
    // It is known now.
    let text = type_in(&mut client, &text, text.len(), "print(2)\n");
    assert_eq!(codes(&mut client), ["agd/unterminated-fence"]);
    type_in(&mut client, &text, text.len(), "~~~\n");
    assert_eq!(codes(&mut client), none());
    client.finish_quietly();
}

#[test]
fn it_is_shown_when_the_person_has_gone_elsewhere() {
    let (mut client, text) = typed();
    let text = type_in(&mut client, &text, 7, " two");
    assert_eq!(codes(&mut client), none());
    short_pause(&mut client, FILE);
    assert_eq!(codes(&mut client), ["agd/unterminated-fence"]);
    // It stays when the person comes back.
    type_in(&mut client, &text, text.len(), "print(1)\n");
    assert_eq!(codes(&mut client), ["agd/unterminated-fence"]);
    client.finish_quietly();
}

#[test]
fn a_save_shows_it() {
    let (mut client, _) = typed();
    short_pause(&mut client, FILE);
    assert_eq!(codes(&mut client), none());
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": FILE } }));
    assert_eq!(codes(&mut client), ["agd/unterminated-fence"]);
    client.finish_quietly();
}

#[test]
fn it_is_pushed_after_the_long_pause() {
    let mut client = pushed();
    client.open(FILE, "agd", OPEN.trim_end_matches("~~~\n"));
    assert_eq!(client.codes(FILE), ["agd/fence-expected"]);
    let at = json!({ "line": 3, "character": 0 });
    client.change(FILE, json!([{ "range": { "start": at, "end": at }, "text": "~~~\n" }]));
    told(&mut client, 2, &[]);
    short_pause(&mut client, FILE);
    pause(&mut client, FILE);
    told(&mut client, 2, &["agd/unterminated-fence"]);
    client.finish();
}

/// The long pause comes by itself.
#[test]
fn the_long_pause_follows_the_short_one() {
    let mut client = Setup::default().pushed().typing_delay(1).start();
    client.open(FILE, "agd", "@h1 One\n\n@code\n");
    client.codes(FILE);
    let at = json!({ "line": 3, "character": 0 });
    client.change(FILE, json!([{ "range": { "start": at, "end": at }, "text": "~~~\n" }]));
    told(&mut client, 2, &["agd/unterminated-fence"]);
    client.finish_quietly();
}

#[test]
fn a_client_that_cannot_be_told_gets_everything_after_the_short_pause() {
    let mut client = Setup::default().hooks().typing_delay(super::NEVER).start();
    client.open(FILE, "agd", "@h1 One\n");
    type_in(&mut client, "@h1 One\n", 8, &OPEN[8..]);
    let question = super::ask(&mut client);
    short_pause(&mut client, FILE);
    let all = client.answer(question).expect("an answer");
    assert_eq!(all["items"][0]["code"], "agd/unterminated-fence", "{all}");
    client.finish();
}

#[test]
fn a_pasted_document_shows_its_errors_after_the_short_pause() {
    let mut client = pulling().start();
    client.open(FILE, "agd", "");
    insert(&mut client, "", 0, &format!("{OPEN}print(1)\n"));
    short_pause(&mut client, FILE);
    assert_eq!(codes(&mut client), ["agd/unterminated-fence"]);
    client.finish_quietly();
}

#[test]
fn what_is_undone_and_done_again_shows_what_it_has() {
    let mut client = pulling().start();
    let text = format!("{OPEN}print(1)\n");
    client.open(FILE, "agd", &text);
    assert_eq!(codes(&mut client), ["agd/unterminated-fence"]);
    // Everything is removed at once, and comes back.
    client.change(FILE, json!([{ "text": "" }]));
    assert_eq!(codes(&mut client), none());
    client.change(FILE, json!([{ "text": text }]));
    assert_eq!(codes(&mut client), ["agd/unterminated-fence"]);
    short_pause(&mut client, FILE);
    client.change(FILE, json!([{ "text": "" }]));
    short_pause(&mut client, FILE);
    client.change(FILE, json!([{ "text": text }]));
    short_pause(&mut client, FILE);
    assert_eq!(codes(&mut client), ["agd/unterminated-fence"]);
    client.finish_quietly();
}

#[test]
fn each_of_two_cursors_counts() {
    let (mut client, text) = typed();
    short_pause(&mut client, FILE);
    let (first, last): (Value, Value) = (position(&text, 7), position(&text, text.len()));
    let edit = |at: &Value| json!({ "range": { "start": at, "end": at }, "text": "x" });
    client.change(FILE, json!([edit(&last), edit(&first)]));
    short_pause(&mut client, FILE);
    assert_eq!(codes(&mut client), none());
    pause(&mut client, FILE);
    assert_eq!(codes(&mut client), ["agd/unterminated-fence"]);
    client.finish_quietly();
}

#[test]
fn a_document_that_is_opened_again_as_another_language_shows_everything() {
    let (mut client, text) = typed();
    assert_eq!(codes(&mut client), none());
    client.close(FILE);
    client.open(FILE, "agd", &text);
    assert_eq!(codes(&mut client), ["agd/unterminated-fence"]);
    client.finish_quietly();
}

#[test]
fn the_answer_to_a_pull_has_another_name_after_each_pause() {
    let (mut client, _) = typed();
    let params = json!({ "textDocument": { "uri": FILE } });
    let mut ids = Vec::new();
    let mut pull = |client: &mut Client| {
        let answer = client.request("textDocument/diagnostic", params.clone());
        ids.push(answer["resultId"].clone());
    };
    pull(&mut client);
    short_pause(&mut client, FILE);
    pull(&mut client);
    pause(&mut client, FILE);
    pull(&mut client);
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], "{ids:?}");
    client.finish_quietly();
}

/// What the YAML of a front matter lacks is not said while its brackets are open.
#[test]
fn a_schema_is_not_judged_while_its_brackets_are_open() {
    let uri = "untitled:b.md";
    let text = "---\nname: forecast\ndescription: x\ninput: { type: object, required: [city], properties: { city: \
                {} }\n---\nHello {{ .city }}.\n";
    let mut client = Setup::default().start();
    client.open(uri, "markdown", text);
    assert_eq!(client.codes(uri), ["markdownlang/yaml-syntax"]);
    client.finish();
}
