//! How a session begins, and every way in which it ends.

use std::process::{Command, Stdio};
use std::time::Duration;

use agmark_tests::Setup;
use serde_json::{Value, json};

/// What the protocol's users are promised: an editor that closes does not wait.
const SECOND: Duration = Duration::from_secs(1);

#[test]
fn exit_after_shutdown_ends_the_process_with_0() {
    let mut client = Setup::default().start();
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    // Standard input is still open.
    assert_eq!(client.wait(SECOND).code(), Some(0));
}

#[test]
fn exit_without_shutdown_ends_the_process_with_1() {
    let mut client = Setup::default().start();
    client.notify("exit", Value::Null);
    assert_eq!(client.wait(SECOND).code(), Some(1));
}

#[test]
fn exit_before_initialize_ends_the_process_with_1() {
    let mut client = Setup::default().spawn();
    client.notify("exit", Value::Null);
    assert_eq!(client.wait(SECOND).code(), Some(1));
}

#[test]
fn exit_does_not_wait_for_slow_requests() {
    let mut client = Setup::default().hooks().start();
    for _ in 0..4 {
        client.ask("agmark/test/sleep", json!({ "ms": 600_000 }));
    }
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.wait(SECOND).code(), Some(0));
}

#[test]
fn the_end_of_standard_input_ends_the_process() {
    let mut client = Setup::default().start();
    client.hang_up();
    assert_eq!(client.wait(2 * SECOND).code(), Some(1));
}

#[test]
fn the_death_of_the_client_ends_the_process() {
    let mut editor = Command::new("sleep").arg("600").stdin(Stdio::null()).spawn().expect("a process");
    let mut setup = Setup::default();
    setup.initialize["processId"] = json!(editor.id());
    let mut client = setup.start();
    client.about("textDocument/documentSymbol", "file:///a.agd");
    editor.kill().expect("the process can be killed");
    editor.wait().expect("the process can be waited for");
    // Its standard input stays open: somebody else may hold it.
    assert_eq!(client.wait(5 * SECOND).code(), Some(1));
}

#[test]
fn a_client_without_a_process_id_is_served() {
    let mut setup = Setup::default();
    setup.initialize["processId"] = Value::Null;
    let mut client = setup.start();
    client.open("file:///a.agd", "agd", "@h1 Title [#a]\n");
    assert_eq!(client.about("textDocument/documentSymbol", "file:///a.agd")[0]["name"], "Title");
    client.finish();
}

/// What editors say to servers that can more than one way to talk.
#[test]
fn the_way_to_talk_may_be_named() {
    let mut client = Setup::default().argument("--stdio").start();
    let again = client.try_request("initialize", Setup::default().initialize).expect_err("once is enough");
    assert_eq!(again.code, -32600, "InvalidRequest: {again:?}");
    client.finish();
}

#[test]
fn nothing_is_answered_before_initialize_and_after_shutdown() {
    let mut client = Setup::default().spawn();
    let hover = json!({
        "textDocument": { "uri": "file:///a.agd" },
        "position": { "line": 0, "character": 0 },
    });
    let early = client.try_request("textDocument/hover", hover.clone()).expect_err("too early");
    assert_eq!(early.code, -32002, "ServerNotInitialized: {early:?}");
    client.shake_hands(Setup::default().initialize);
    client.request("shutdown", Value::Null);
    let late = client.try_request("textDocument/hover", hover).expect_err("too late");
    assert_eq!(late.code, -32600, "InvalidRequest: {late:?}");
    client.notify("exit", Value::Null);
    assert_eq!(client.wait(SECOND).code(), Some(0));
}
