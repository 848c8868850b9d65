//! What a client said can be written down and played again: a bug report becomes a test.

use std::path::Path;
use std::process::{Command, Output};

use agmark_tests::{Setup, Workspace, program};
use serde_json::{Value, json};

#[test]
fn a_recorded_session_plays_again() {
    let workspace = Workspace::new(&[]);
    let recording = workspace.path("session.jsonl");
    let path = recording.to_str().expect("a path in UTF-8");
    let mut client = Setup::default().argument("--record").argument(path).start();
    let uri = "file:///a.agd";
    client.open(uri, "agd", "@h1 One [#a]\n\n@p Two [#a]\n");
    let before = client.about("textDocument/documentSymbol", uri);
    let range = json!({ "start": { "line": 0, "character": 4 }, "end": { "line": 0, "character": 7 } });
    client.change(uri, json!([{ "range": range, "text": "Größe 🎉" }]));
    let after = client.about("textDocument/documentSymbol", uri);
    let found = client.diagnostics(uri);
    client.finish();

    let methods: Vec<_> = lines(&std::fs::read_to_string(&recording).expect("a recording"))
        .iter()
        .map(|m| m["method"].as_str().unwrap_or("?").to_owned())
        .collect();
    assert_eq!(
        methods,
        [
            "initialize",
            "initialized",
            "textDocument/didOpen",
            "textDocument/documentSymbol",
            "textDocument/didChange",
            "textDocument/documentSymbol",
            "textDocument/diagnostic",
            "shutdown",
            "exit",
        ]
    );

    let played = replay(&recording);
    assert_eq!(played.status.code(), Some(0), "{}", String::from_utf8_lossy(&played.stderr));
    let answers = lines(&String::from_utf8_lossy(&played.stdout));
    let result = |id: i64| answers.iter().find(|m| m["id"] == id).map(|m| m["result"].clone());
    assert_eq!(result(2), Some(before));
    assert_eq!(result(3), Some(after));
    assert_eq!(result(4).map(|r| r["items"].clone()), Some(Value::Array(found)));
    let again = replay(&recording);
    assert_eq!(String::from_utf8_lossy(&again.stdout), String::from_utf8_lossy(&played.stdout));
}

/// A bug report comes from another machine, where another process was the client.
#[test]
fn a_recording_plays_although_its_client_is_gone() {
    let mut ended = Command::new("true").spawn().expect("a process");
    ended.wait().expect("it ends");
    let workspace = Workspace::new(&[]);
    let recording = workspace.path("session.jsonl");
    let uri = "file:///a.agd";
    let messages = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize",
                "params": { "processId": ended.id(), "rootUri": null, "capabilities": {} } }),
        json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }),
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
                "textDocument": { "uri": uri, "languageId": "agd", "version": 1, "text": "@h1 Title [#a]\n" } } }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "textDocument/documentSymbol",
                "params": { "textDocument": { "uri": uri } } }),
        json!({ "jsonrpc": "2.0", "id": 3, "method": "shutdown" }),
    ];
    let text: String = messages.iter().map(|m| format!("{m}\n")).collect();
    std::fs::write(&recording, text).expect("a file");
    let played = replay(&recording);
    assert_eq!(played.status.code(), Some(0), "{}", String::from_utf8_lossy(&played.stderr));
    let answers = lines(&String::from_utf8_lossy(&played.stdout));
    let symbols = answers.iter().find(|m| m["id"] == 2).unwrap_or_else(|| panic!("no answer in {answers:?}"));
    assert_eq!(symbols["result"][0]["name"], "Title");
}

/// What an editor sent that cannot be read is recorded too, and plays as it did.
#[test]
fn messages_that_cannot_be_read_are_recorded_and_play_again() {
    let workspace = Workspace::new(&[]);
    let recording = workspace.path("session.jsonl");
    let path = recording.to_str().expect("a path in UTF-8");
    let mut client = Setup::default().argument("--record").argument(path).start();
    let bodies: [&[u8]; 6] = [
        b"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"shutdown\"}",
        b"[]",
        b"{",
        b"\xff\xfe",
        b"{\"jsonrpc\":\"2.0\",\r\n\"id\":{},\n\"method\":\"shutdown\"}",
        b"\xef\xbb\xbf\"\"",
    ];
    for body in bodies {
        client.send_body(body);
        client.refusal();
        client.notification("window/logMessage", |p| p["type"] == 2);
    }
    let uri = "file:///a.agd";
    client.open(uri, "agd", "@h1 Title [#a]\n");
    assert_eq!(client.about("textDocument/documentSymbol", uri)[0]["name"], "Title");
    client.finish();

    let played = replay(&recording);
    assert_eq!(played.status.code(), Some(0), "{}", String::from_utf8_lossy(&played.stderr));
    let answers = lines(&String::from_utf8_lossy(&played.stdout));
    let codes: Vec<_> = answers.iter().filter_map(|m| m["error"]["code"].as_i64()).collect();
    assert_eq!(codes, [-32600, -32600, -32700, -32700, -32600, -32600]);
    assert!(answers.iter().any(|m| m["result"][0]["name"] == "Title"));
}

#[test]
fn a_recording_that_is_not_there_is_said_so() {
    let played = replay(Path::new("/nowhere/session.jsonl"));
    assert_eq!(played.status.code(), Some(2));
    let said = String::from_utf8_lossy(&played.stderr).into_owned();
    assert!(said.contains("/nowhere/session.jsonl"), "{said}");
}

/// A formatter wrote LF into a document whose lines end with CRLF.
#[test]
fn formatting_keeps_crlf() {
    let recording = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/recordings/crlf.jsonl");
    let answers = lines(&String::from_utf8_lossy(&replay(&recording).stdout));
    let formatted = answers.iter().find(|answer| answer["id"] == 2).expect("an answer");
    assert_eq!(formatted["result"][0]["newText"], "\r\n", "{formatted}");
}

fn replay(recording: &Path) -> Output {
    Command::new(program::path()).args(["lsp", "--replay"]).arg(recording).output().expect("the program runs")
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"))).collect()
}
