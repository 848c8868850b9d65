//! GaryML: commands with their parameters, diffs that change files, settings, unfinished words.

mod commands;
mod file_changes;
mod settings;

use agmark_tests::{Client, Setup};
use serde_json::json;

use crate::typing::{pause, pulling, short_pause};

#[test]
fn signatures_say_what_stands_at_the_cursor() {
    let text = ".GaryML version: 1.0\n.Execute\n  .refactor target=@x \n";
    let uri = "file:///desk/a.garyml";
    let mut client = Setup::default().start();
    client.open(uri, "garyml", text);
    let help = client.at("textDocument/signatureHelp", uri, json!({ "line": 2, "character": 21 }));
    let label = help["signatures"][0]["label"].as_str().unwrap_or_default();
    assert!(label.contains("target"), "{help}");
    client.finish();
}

/// A word that is the beginning of a right one waits while the cursor is at its end.
#[test]
fn a_word_that_can_still_become_right_waits_for_a_long_pause() {
    let mut client = pulling().start();
    let word = |client: &mut Client, uri: &str, word: &str| {
        client.open(uri, "garyml", ".GaryML version: 1.0\n");
        for (character, c) in word.chars().enumerate() {
            let at = json!({ "line": 1, "character": character });
            client.change(uri, json!([{ "range": { "start": at, "end": at }, "text": c }]));
        }
        short_pause(client, uri);
        let shown = client.codes(uri);
        pause(client, uri);
        (shown, client.codes(uri))
    };
    let unknown = vec!["garyml/unknown-directive".to_owned()];
    assert_eq!(word(&mut client, "untitled:c.garyml", ".Instr"), (Vec::new(), unknown.clone()));
    assert_eq!(word(&mut client, "untitled:d.garyml", ".Xyzzy"), (unknown.clone(), unknown));
    client.finish_quietly();
}
