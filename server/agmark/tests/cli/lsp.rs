//! `agmark lsp`: that it is there; what it says is tested where it is made.

use crate::support::Folder;

fn frame(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}"#;
const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

#[test]
fn a_session_begins_and_ends() {
    let input: String = [INITIALIZE, SHUTDOWN, EXIT].map(frame).concat();
    let folder = Folder::of(&[]);
    for args in [&["lsp"][..], &["lsp", "--stdio"], &["lsp", "--stdio", "--clientProcessId=1"]] {
        let ran = folder.run_with(args, input.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
        assert!(ran.out.contains("\"capabilities\""), "{ran}");
    }
    // Without a shutdown it is a failure.
    assert_eq!(folder.run_with(&["lsp"], frame(EXIT).as_bytes()).code, 1);
}

#[test]
fn what_is_recorded_can_be_played() {
    let folder = Folder::of(&[]);
    let input: String = [INITIALIZE, SHUTDOWN, EXIT].map(frame).concat();
    assert_eq!(folder.run_with(&["lsp", "--record", "session.jsonl"], input.as_bytes()).code, 0);
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
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(!output.stderr.is_empty());
}
