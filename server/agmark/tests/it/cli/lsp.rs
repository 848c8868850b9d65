//! `agmark lsp`: that it is there; what it says is tested where it is made.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::support::Folder;

fn frame(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}"#;
const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

/// Sends messages to the server, each after the response to the one before; returns the exit code and all output.
fn talk(folder: &Folder, args: &[&str], messages: &[&str]) -> (Option<i32>, String) {
    let mut child = folder.command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut said = String::new();
    for message in messages {
        input.write_all(frame(message).as_bytes()).unwrap();
        if !message.contains("\"id\"") {
            continue;
        }
        let mut header = String::new();
        output.read_line(&mut header).unwrap();
        let length: usize = header.trim().rsplit(' ').next().unwrap().parse().unwrap();
        let mut body = vec![0; length + 2];
        output.read_exact(&mut body).unwrap();
        said.push_str(&String::from_utf8(body).unwrap());
    }
    // Standard input stays open: the server ends by itself.
    (child.wait().unwrap().code(), said)
}

#[test]
fn a_session_begins_and_ends() {
    let folder = Folder::of(&[]);
    for args in [&["lsp"][..], &["lsp", "--stdio"], &["lsp", "--stdio", "--clientProcessId=1"]] {
        let (code, said) = talk(&folder, args, &[INITIALIZE, SHUTDOWN, EXIT]);
        assert!(code == Some(0) && said.contains("\"capabilities\""), "{args:?}: {code:?} {said}");
    }
    // Without a shutdown it is a failure.
    assert_eq!(talk(&folder, &["lsp"], &[INITIALIZE, EXIT]).0, Some(1));
}

#[test]
fn what_is_recorded_can_be_played() {
    let folder = Folder::of(&[]);
    let recorded = talk(&folder, &["lsp", "--record", "session.jsonl"], &[INITIALIZE, SHUTDOWN, EXIT]);
    assert_eq!(recorded.0, Some(0));
    let played = folder.run(&["lsp", "--replay", "session.jsonl"]);
    assert!(played.code == 0 && played.out.contains("\"capabilities\""), "{played}");
    let missing = folder.run(&["lsp", "--replay", "no.jsonl"]);
    assert!(missing.code == 2 && missing.err.contains("no.jsonl: cannot be played"), "{missing}");
    assert_eq!(folder.run(&["lsp", "--record", "no/such/folder"]).code, 2);
}

#[test]
fn it_says_what_it_does_where_that_is_asked_for() {
    let input: String = [INITIALIZE, SHUTDOWN, EXIT].map(frame).concat();
    let folder = Folder::of(&[]);
    let mut child = folder
        .command(&["lsp"])
        .env("AGMARK_LOG", "trace")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(!output.stderr.is_empty());
}
