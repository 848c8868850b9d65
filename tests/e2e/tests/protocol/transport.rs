//! Messages that cannot be read are answered with an error, and the session goes on.

use agmark_tests::{Client, Setup};
use serde_json::{Value, json};

const FILE: &str = "file:///a.agd";

fn started() -> Client {
    let mut client = Setup::default().start();
    client.open(FILE, "agd", "@h1 Title [#a]\n");
    client
}

/// The session goes on: what was said before is known, and an edit is taken.
#[track_caller]
fn goes_on(client: &mut Client) {
    client.change(FILE, json!([{ "text": "@h1 Before [#a]\n" }]));
    let range = json!({ "start": { "line": 0, "character": 4 }, "end": { "line": 0, "character": 10 } });
    client.change(FILE, json!([{ "range": range, "text": "After" }]));
    assert_eq!(client.about("textDocument/documentSymbol", FILE)[0]["name"], "After");
}

/// That a person can read what was wrong.
#[track_caller]
fn logged(client: &mut Client, what: &str) {
    client.notification("window/logMessage", |p| {
        p["type"] == 2 && p["message"].as_str().is_some_and(|m| m.contains(what))
    });
}

#[test]
fn bodies_that_cannot_be_read_are_refused() {
    let mut client = started();
    let deep = format!("[{}", "[".repeat(100_000));
    for (body, code, why) in [
        (&b"{"[..], -32700, "EOF"),
        (b"", -32700, "empty"),
        (b"{\"jsonrpc\":\"2.0\",\"method\":\"x\xff\"}", -32700, "UTF-8"),
        (deep.as_bytes(), -32700, "128 levels"),
        (b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}]", -32600, "batch"),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"shutdown\"}", -32600, "integer"),
        (b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"shutdown\"}", -32600, "integer"),
        (b"\"exit\"", -32600, "JSON object"),
    ] {
        client.send_body(body);
        let refusal = client.refusal();
        assert_eq!(refusal.code, code, "{refusal:?}");
        assert!(refusal.message.contains(why), "{refusal:?}");
        logged(&mut client, why);
    }
    // Where the id can be told, it is.
    for (body, code) in [
        (&b"{\"jsonrpc\":\"2.0\",\"id\":4711,\"method\":\"x\",\"params\":[\xff]}"[..], -32700),
        (b"{\"jsonrpc\":\"1.0\",\"id\":4711,\"method\":\"shutdown\"}", -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":4711}", -32600),
    ] {
        client.send_body(body);
        let refusal = client.answer_to_bytes(4711).expect_err("it cannot be read");
        assert_eq!(refusal.code, code, "{refusal:?}");
        logged(&mut client, "");
    }
    goes_on(&mut client);
    client.finish();
}

#[test]
fn bytes_between_messages_are_skipped() {
    let mut client = started();
    let symbols = |id: i64| {
        let params = json!({ "textDocument": { "uri": FILE } });
        json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/documentSymbol", "params": params })
            .to_string()
    };
    for (id, before) in [(5001, "content-length"), (5002, "A: 1\r\nB: 2\r\nC: 3\r\nContent-Length")] {
        let body = symbols(id);
        client.send_bytes(format!("{before}: {}\r\n\r\n{body}", body.len()).as_bytes());
        assert_eq!(client.answer_to_bytes(id).expect("symbols")[0]["name"], "Title");
    }
    for (id, before) in [(5003, "garbage"), (5004, "Content-Length: x\r\n\r\n{}"), (5005, "{}\r\n\r\n")] {
        let body = symbols(id);
        client.send_bytes(format!("{before}Content-Length: {}\n\n{body}", body.len()).as_bytes());
        if id != 5003 {
            assert_eq!(client.refusal().code, -32700);
            logged(&mut client, "belong to no message");
        }
        assert_eq!(client.answer_to_bytes(id).expect("symbols")[0]["name"], "Title");
    }
    // A length that is one too large: the next message is heard all the same.
    let (one, two) = (symbols(5006), symbols(5007));
    let stream =
        format!("Content-Length: {}\r\n\r\n{one}Content-Length: {}\r\n\r\n{two}", one.len() + 1, two.len());
    client.send_bytes(stream.as_bytes());
    let refusal = client.answer_to_bytes(5006).expect_err("its length is wrong");
    assert!(refusal.code == -32700 && refusal.message.contains("Content-Length"), "{refusal:?}");
    logged(&mut client, "Content-Length");
    assert_eq!(client.answer_to_bytes(5007).expect("symbols")[0]["name"], "Title");
    goes_on(&mut client);
    client.finish();
}

#[test]
fn a_message_that_is_too_large_is_refused_and_skipped() {
    let mut client = started();
    let length = (256 << 20) + 1;
    let start = format!(
        "Content-Length: {length}\r\n\r\n{{\"jsonrpc\":\"2.0\",\"id\":4711,\"method\":\"x\",\"a\":\""
    );
    client.send_bytes(start.as_bytes());
    let part = vec![b'x'; 1 << 20];
    let mut left = length - start.split_once("\r\n\r\n").map_or(0, |(_, body)| body.len());
    while left > 0 {
        let n = left.min(part.len());
        client.send_bytes(&part[..n]);
        left -= n;
    }
    let refusal = client.answer_to_bytes(4711).expect_err("it is too large");
    assert!(refusal.code == -32600 && refusal.message.contains("256 MiB"), "{refusal:?}");
    logged(&mut client, "256 MiB");
    goes_on(&mut client);
    client.finish();
}

#[test]
fn half_an_emoji_shifts_nothing() {
    let mut client = started();
    let change = |range: Value, text: &str| {
        let range = range.to_string();
        format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{FILE}","version":9}},"contentChanges":[{{"range":{range},"text":"{text}"}}]}}}}"#
        )
    };
    let range = |from: u32, to: u32| json!({ "start": { "line": 0, "character": from }, "end": { "line": 0, "character": to } });
    let name = |client: &mut Client| client.about("textDocument/documentSymbol", FILE)[0]["name"].clone();
    client.send_body(change(range(4, 9), r"\ud83d").as_bytes());
    assert_eq!(name(&mut client), "\u{fffd}");
    client.send_body(change(range(5, 5), r"\ude00 x").as_bytes());
    assert_eq!(name(&mut client), "\u{fffd}\u{fffd} x");
    client.send_body(change(range(4, 6), r"\ud83d\ude00").as_bytes());
    assert_eq!(name(&mut client), "😀 x");
    // One half is deleted.
    client.send_body(change(range(4, 5), "").as_bytes());
    assert_eq!(name(&mut client), "\u{fffd} x");
    client.send_body(change(range(6, 7), "y").as_bytes());
    assert_eq!(name(&mut client), "\u{fffd} y");
    client.finish();
}

#[test]
fn an_edit_that_cannot_be_read_is_told_to_the_person() {
    let cut = format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{FILE}","version":2}},"#
    );
    let wrong = format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{FILE}","version":2}}}}}}"#
    );
    let batch = format!(r#"[{wrong}]"#);
    for (body, refused) in [(cut, true), (wrong, false), (batch, true)] {
        let mut client = started();
        client.open("file:///other.agd", "agd", "@h1 Other [#a]\n");
        client.send_body(body.as_bytes());
        if refused {
            client.refusal();
        }
        logged(&mut client, "");
        let about =
            |name: &'static str| move |p: &Value| p["message"].as_str().is_some_and(|m| m.contains(name));
        client.notification("window/showMessage", about(" a.agd "));
        if body.starts_with('[') {
            // Which document it was cannot be told.
            client.notification("window/showMessage", about(" other.agd "));
        } else {
            assert_eq!(client.codes("file:///other.agd"), Vec::<String>::new());
        }
        assert_eq!(client.codes(FILE), ["agmark/out-of-step"]);
        client.close(FILE);
        client.open(FILE, "agd", "@h1 Title [#a]\n");
        assert_eq!(client.codes(FILE), Vec::<String>::new());
        goes_on(&mut client);
        client.finish();
    }
}

#[test]
fn numbers_beyond_the_protocol_lose_no_edit() {
    let mut client = started();
    let end = json!({ "line": 0, "character": 9_007_199_254_740_991_u64 });
    for (n, version) in [json!(2), json!(null), json!(99_999_999_999_i64), json!(4.0)].into_iter().enumerate()
    {
        let range = json!({ "start": { "line": 0.0, "character": 4 }, "end": end });
        client.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": FILE, "version": version },
                "contentChanges": [{ "range": range, "rangeLength": -1, "text": format!("Title {n}") }],
            }),
        );
        assert_eq!(client.about("textDocument/documentSymbol", FILE)[0]["name"], format!("Title {n}"));
    }
    client.finish();
}

#[test]
fn answers_of_the_client_that_are_out_of_order_do_no_harm() {
    let mut client = Setup::editor("vscode").silent().start();
    client.asked_for("client/registerCapability");
    for answer in [
        json!({ "jsonrpc": "2.0", "id": 0 }),
        json!({ "jsonrpc": "2.0", "id": 0, "result": { "a": 1 }, "error": { "code": 1, "message": "" } }),
        json!({ "jsonrpc": "2.0", "id": 1, "error": "broken" }),
        json!({ "jsonrpc": "2.0", "id": 2, "result": 7 }),
        json!({ "jsonrpc": "2.0", "id": 99, "result": null }),
        json!({ "jsonrpc": "2.0", "id": "x", "error": { "code": "y" } }),
        json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32700, "message": "?" } }),
        json!({ "id": 3, "result": [] }),
    ] {
        client.send(answer);
    }
    client.open(FILE, "agd", "@h1 Title [#a]\n");
    goes_on(&mut client);
    client.finish();
}

#[test]
fn an_input_that_ends_in_the_middle_of_a_message_ends_the_process() {
    for part in
        ["Content-Le", "Content-Length: 50\r\n\r\n{\"a\"", "Content-Length: 999999999\r\n\r\n{", "garbage"]
    {
        let mut client = started();
        client.send_bytes(part.as_bytes());
        client.hang_up();
        assert_eq!(client.wait(std::time::Duration::from_secs(5)).code(), Some(1));
    }
}

#[test]
fn a_shutdown_may_have_parameters() {
    let mut client = started();
    client.request("shutdown", json!({}));
    client.notify("exit", json!({}));
    assert_eq!(client.wait(std::time::Duration::from_secs(5)).code(), Some(0));
}
