//! A document of a daemon in an editor: `agmark agd connect`.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use redis::Commands;
use serde_json::{Value, json};

use crate::model::{Keys, check, push};
use crate::operations::DOCUMENT;
use crate::processes::{DaemonProcess, agd};
use crate::redis_server::RedisServer;

/// The process of an editor that shows a document.
struct Editor {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    /// The text that the editor got last.
    base: String,
}

impl Editor {
    fn open(url: &str, args: &[&str]) -> Self {
        let mut process = agd(url, &[&["connect"], args].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let input = process.stdin.take().expect("a pipe");
        let output = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        Self { process, input, output, base: String::new() }
    }

    fn event(&mut self) -> Value {
        let line = self.output.next().expect("an event").expect("text");
        serde_json::from_str(&line).expect("JSON")
    }

    /// The next text for which the condition is true.
    fn text(&mut self, wanted: impl Fn(&str) -> bool) -> String {
        loop {
            let event = self.event();
            if let Some(text) =
                event["text"].as_str().filter(|text| event["event"] == "document" && wanted(text))
            {
                text.clone_into(&mut self.base);
                return text.to_owned();
            }
        }
    }

    fn save(&mut self, text: &str) -> Value {
        writeln!(self.input, "{}", json!({ "base": self.base, "text": text })).expect("it reads");
        loop {
            let event = self.event();
            if event["event"] == "saved" {
                event["base"].as_str().expect("a text").clone_into(&mut self.base);
                return event;
            }
        }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const APPEND: &[u8] = br#"{"kind":"append_item","target":"findings","payload":{"text":"theirs"}}"#;

#[test]
fn a_document_changes_while_an_editor_shows_it() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let keys = Keys::of("doc {7}");
    let mut editor = Editor::open(&redis.url(), &["agdd:///doc%20%7B7%7D"]);
    assert_eq!(editor.event(), json!({"event": "missing"}));
    let _: () = connection.hset(&keys.state, "content", DOCUMENT).expect("Redis answers");
    assert_eq!(editor.text(|_| true), DOCUMENT);
    let _daemon = DaemonProcess::start(&redis.url(), &["--stream", &keys.stream]);
    push(&mut connection, &keys.stream, APPEND).expect("Redis answers");
    assert!(editor.text(|text| text != DOCUMENT).contains("- theirs\n"));
    let answer = editor.save("@p other\n");
    assert_eq!(answer["complete"], false);
    assert_eq!(answer["diagnostics"][0]["message"], "the document is read-only");
    check(&mut connection, &keys, DOCUMENT);
    drop(editor.input.flush());
}

/// Edits of a person and of agents in different blocks are merged. In one block both texts are shown, and the second save
/// decides.
#[test]
fn edits_in_an_editor_become_operations() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let keys = Keys::of("doc");
    let text = "@h1 Pier [#pier]\n\n@p One.\n\n@ul [#findings]\n- first\n";
    let _: () = connection.hset(&keys.state, "content", text).expect("Redis answers");
    let mut editor = Editor::open(&redis.url(), &["doc", "--write"]);
    editor.text(|_| true);

    // Without a daemon the edit waits, and a second save does not send it again.
    let mine = text.replace("One.", "One.\n\n@p Two.");
    let answer = editor.save(&mine);
    assert_eq!(answer["complete"], false);
    let message = answer["diagnostics"][0]["message"].as_str().expect("a text");
    assert!(message.contains("no daemon has applied the edits yet"), "{message}");
    assert_eq!(answer["text"], mine);
    let daemon = DaemonProcess::start(&redis.url(), &["--stream", &keys.stream]);
    let answer = editor.save(&mine);
    assert_eq!((&answer["complete"], &answer["text"]), (&json!(true), &json!(mine)));
    assert_eq!(connection.xlen::<_, usize>(&keys.stream).expect("Redis answers"), 1);

    // Agents change the list; the person changes the title, and the list too.
    push(&mut connection, &keys.stream, APPEND).expect("Redis answers");
    let theirs = mine.replace("- first\n", "- first\n- theirs\n");
    loop {
        // The editor does not take the new text, because the person has changed the old one.
        let event = editor.event();
        if event["text"] == theirs {
            break;
        }
    }
    let answer = editor.save(&mine.replace("Pier", "Quay").replace("- first\n", "- mine\n"));
    assert_eq!(answer["complete"], false);
    assert_eq!(answer["base"], theirs.replace("Pier", "Quay"));
    let shown = mine.replace("Pier", "Quay").replace("- first\n", "- mine\n");
    assert_eq!(answer["text"], shown);
    let diagnostic = &answer["diagnostics"][0];
    assert_eq!((&diagnostic["line"], &diagnostic["end_line"]), (&json!(6), &json!(7)));
    let message = diagnostic["message"].as_str().expect("a text");
    assert!(message.contains("- theirs") && message.contains("- mine"), "{message}");

    let answer = editor.save(&shown);
    assert_eq!((&answer["complete"], &answer["base"]), (&json!(true), &json!(shown)));
    assert_eq!(editor.save("@h1 Pier [#pier]\n@oops\n")["diagnostics"][0]["line"], 1);
    assert!(daemon.stop().success());
    check(&mut connection, &keys, text);
}
