//! Tests of streams of bytes, whole and in pieces.

use serde_json::json;
use tower_lsp::jsonrpc::{ErrorCode, Id};

use super::frames::{Frame, Frames, MAX_BODY, frame};
use super::message::{self, Message};

fn all(frames: &mut Frames) -> Vec<Frame> {
    std::iter::from_fn(|| frames.next()).collect()
}

fn read(stream: &[u8]) -> Vec<Frame> {
    let mut frames = Frames::default();
    frames.push(stream);
    all(&mut frames)
}

fn body(text: &str) -> Frame {
    Frame::Body(text.as_bytes().to_vec())
}

/// The frames of a stream are the same for any split of the stream.
#[track_caller]
fn check(stream: &[u8], want: &[Frame]) {
    assert_eq!(read(stream), want, "at once");
    let mut frames = Frames::default();
    let mut heard = Vec::new();
    for byte in stream {
        frames.push(&[*byte]);
        heard.extend(all(&mut frames));
    }
    assert_eq!(heard, want, "byte by byte");
    for at in 0..stream.len() {
        let mut frames = Frames::default();
        let mut heard = Vec::new();
        for part in [&stream[..at], &stream[at..]] {
            frames.push(part);
            heard.extend(all(&mut frames));
        }
        assert_eq!(heard, want, "cut at {at}");
    }
}

#[track_caller]
fn bodies(stream: &str, want: &[&str]) {
    check(stream.as_bytes(), &want.iter().map(|text| body(text)).collect::<Vec<_>>());
}

/// The bodies in a stream, which may contain errors.
#[track_caller]
fn found(stream: &str, garbage: usize, want: &[&str]) {
    let heard = read(stream.as_bytes());
    let texts: Vec<_> = heard.iter().filter(|f| matches!(f, Frame::Body(_))).cloned().collect();
    assert_eq!(texts, want.iter().map(|text| body(text)).collect::<Vec<_>>(), "{stream:?}");
    assert_eq!(heard.len() - texts.len(), garbage, "{heard:?}");
    check(stream.as_bytes(), &heard);
}

#[test]
fn headers_may_be_written_in_many_ways() {
    bodies("Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]", &["{}", "[1]"]);
    bodies("content-length:2\r\n\r\n{}", &["{}"]);
    bodies("CONTENT-LENGTH :  2  \r\n\r\n{}", &["{}"]);
    bodies("Content-Length: 2\n\n{}\n\nContent-Length: 2\n\n[]", &["{}", "[]"]);
    bodies("A: b\r\nContent-Type: x; charset=utf-8\r\nC: d:e\r\nContent-Length: 2\r\nE:\r\n\r\n{}", &["{}"]);
    bodies("Content-Length: 7\r\nContent-Length: 2\r\n\r\n{}", &["{}"]);
    bodies("X-Content-Length: 9\r\nContent-Length: 2\r\nY-Content-Length: 9\r\n\r\n{}", &["{}"]);
    bodies("\u{feff}Content-Length: 2\r\n\r\n{}\0Content-Length: 2\r\n\r\n[]", &["{}", "[]"]);
    bodies("Content-Length: 002\r\n\r\n{}", &["{}"]);
    bodies("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", &["", "{}"]);
}

#[test]
fn a_stream_out_of_order_is_read_on_from_the_next_header() {
    let good = "Content-Length: 2\r\n\r\n{}";
    found(&format!("garbage\n{good}"), 1, &["{}"]);
    found(&format!("{{\"a\":1}}{good}"), 1, &["{}"]);
    found(&format!("Content-Length: 9x\r\n\r\n{{\"a\":\n1}}{good}"), 1, &["{}"]);
    found(&format!("Content-Length: -1\r\n\r\n{{\"a\":1}}{good}"), 1, &["{}"]);
    found(&format!("Content-Length:\r\n\r\n{good}"), 1, &["{}"]);
    found(&format!("Content-Length: 99999999999999999999999\r\n\r\n[]{good}{good}"), 1, &["{}", "{}"]);
    found(&format!("Content-Length: 999999999999999\r\n\r\n[]{good}"), 1, &["{}"]);
    found(&format!("Content-Type: x\r\n\r\n[]{good}"), 1, &["{}"]);
    // A length that is too small leaves the rest of the body.
    found(&format!("Content-Length: 2\r\n\r\n{{\"a\":1}}{good}"), 1, &["{\"", "{}"]);
    found(&format!("{good}x{good}\r\ny\r\n{good}"), 1, &["{}", "{}", "{}"]);
    let long = "x".repeat(20_000);
    let heard = read(format!("{long}{good}{long}\n{long}{good}").as_bytes());
    assert_eq!(heard.iter().filter(|f| matches!(f, Frame::Garbage { .. })).count(), 2);
    assert_eq!(heard.iter().filter(|f| **f == body("{}")).count(), 2);
}

#[test]
fn what_is_too_large_is_skipped() {
    let length = MAX_BODY + 5;
    let start = format!("Content-Length: {length}\r\n\r\n{{\"id\":7,");
    let mut frames = Frames::default();
    frames.push(start.as_bytes());
    assert_eq!(all(&mut frames), []);
    let part = vec![b'x'; 1 << 20];
    let mut left = usize::try_from(length).expect("a length") - "{\"id\":7,".len();
    let mut heard = Vec::new();
    while left > 0 {
        let n = left.min(part.len());
        frames.push(&part[..n]);
        heard.extend(all(&mut frames));
        left -= n;
        assert!(frames.kept() < 2 << 20, "{} bytes are kept", frames.kept());
    }
    let [Frame::TooLarge { length: told, start }] = heard.as_slice() else { panic!("{heard:?}") };
    assert_eq!(*told, length);
    assert!(start.starts_with(b"{\"id\":7,") && start.len() <= 4 << 10);
    frames.push(&frame(b"{}"));
    assert_eq!(all(&mut frames), [body("{}")]);
}

#[test]
fn a_message_ends_one_that_is_too_large_and_cut_off() {
    let mut stream = format!("Content-Length: {}\r\n\r\n{{\"id\":7,", 1_u64 << 33).into_bytes();
    stream.extend(frame(b"{}"));
    let [Frame::TooLarge { start, .. }, last] = &read(&stream)[..] else { panic!("two frames") };
    assert!(start.starts_with(b"{\"id\":7,"));
    assert_eq!(*last, body("{}"));
}

#[test]
fn nobody_gets_memory_for_a_promise() {
    let mut frames = Frames::default();
    frames.push(format!("Content-Length: {MAX_BODY}\r\n\r\n{{").as_bytes());
    assert_eq!(all(&mut frames), []);
    assert!(frames.kept() < 1 << 20);
    assert!(frames.is_inside());
    let mut frames = Frames::default();
    for _ in 0..10_000 {
        frames.push(b"A: b\r\nno header and no line end");
        all(&mut frames);
        assert!(frames.kept() < 64 << 10);
    }
}

#[test]
fn what_was_put_back_is_read_again() {
    // A length that is one too large includes the first byte of the next header.
    let mut frames = Frames::default();
    frames.push(b"Content-Length: 3\r\n\r\n{}Content-Length: 2\r\n\r\n[]");
    assert_eq!(frames.next(), Some(body("{}C")));
    frames.put_back(b"C");
    assert_eq!(all(&mut frames), [body("[]")]);
    assert!(!frames.is_inside());
}

fn ours(id: &Id) -> bool {
    *id == Id::Number(77)
}

/// The code, the id and the message of the answer to a body.
#[track_caller]
fn refused(body: impl AsRef<[u8]>) -> (i64, serde_json::Value, String) {
    let mut body = body.as_ref().to_vec();
    let unreadable = match message::read(&mut body, ours) {
        Ok(message) => panic!("{message:?}"),
        Err(unreadable) => unreadable,
    };
    let answer = serde_json::to_value(unreadable.answer()).expect("an answer");
    assert_eq!(answer["error"]["message"], unreadable.why);
    (unreadable.code.code(), answer["id"].clone(), unreadable.why)
}

#[test]
fn what_is_no_json_is_a_parse_error() {
    let deep =
        format!(r#"{{"jsonrpc":"2.0","id":5,"method":"x","params":{}{}}}"#, "[".repeat(200), "]".repeat(200));
    for (text, id, why) in [
        (&b"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\""[..], json!(5), "EOF"),
        (b"", json!(null), "it is empty"),
        (b" \r\n", json!(null), "it is empty"),
        (b"nonsense", json!(null), "expected"),
        (b"{\"id\":\"a\",\"method\":\"x\xff\"}", json!("a"), "byte 21 is not valid UTF-8"),
        (b"{\"id\":5,\"method\":\"a\0b\"}", json!(5), "control character"),
        (b"{\"id\":5,\"method\":\"x\",\"params\":{\"x\":1e999}}", json!(5), "out of range"),
        (b"{\"id\":5,\"method\":\"x\"} {}", json!(5), "more follows"),
        (deep.as_bytes(), json!(5), "128 levels"),
    ] {
        let (code, told, said) = refused(text);
        assert_eq!((code, told), (-32700, id), "{said}");
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn what_is_no_message_is_an_invalid_request() {
    for (text, id, why) in [
        ("[]", json!(null), "batch"),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"x"}]"#, json!(null), "batch"),
        ("1", json!(null), "JSON object"),
        ("null", json!(null), "JSON object"),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, json!(null), "integer"),
        (r#"{"jsonrpc":"2.0","id":1e3,"method":"x"}"#, json!(null), "integer"),
        (r#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"x"}"#, json!(null), "integer"),
        (r#"{"jsonrpc":"2.0","id":true,"method":"x"}"#, json!(null), "integer"),
        (r#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, json!(null), "integer"),
        (r#"{"jsonrpc":"2.0","id":null,"method":"shutdown"}"#, json!(null), "integer"),
        (r#"{"jsonrpc":"1.0","id":2,"method":"x"}"#, json!(2), "jsonrpc"),
        (r#"{"jsonrpc":2.0,"id":2,"method":"x"}"#, json!(2), "jsonrpc"),
        (r#"{"id":"b","method":"x"}"#, json!("b"), "jsonrpc"),
        (r#"{"jsonrpc":"2.0","id":2}"#, json!(2), "method"),
        (r#"{"jsonrpc":"2.0"}"#, json!(null), "method"),
        (r#"{"jsonrpc":"2.0","id":2,"method":3}"#, json!(2), "method"),
        (r#"{"jsonrpc":"2.0","id":2,"method":"textDocument/didOpen"}"#, json!(2), "notification"),
    ] {
        let (code, told, said) = refused(text);
        assert_eq!((code, told), (-32600, id), "{text}: {said}");
        assert!(said.contains(why), "{text}: {said}");
    }
}

#[track_caller]
fn response(text: &str) -> serde_json::Value {
    match message::read(&mut text.as_bytes().to_vec(), ours) {
        Ok(Message::Response(response)) => serde_json::to_value(response).expect("a response"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn answers_of_the_client_are_heard_however_they_look() {
    assert_eq!(response(r#"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#)["result"]["a"], 1);
    assert_eq!(response(r#"{"id":1,"result":2,"error":null}"#)["result"], 2);
    assert_eq!(response(r#"{"jsonrpc":"2.0","id":77}"#)["result"], json!(null));
    let internal = ErrorCode::InternalError.code();
    for (error, code, message) in [
        (r#"{"code":-32601,"message":"no"}"#, -32601, "no"),
        (r#"{"code":-32601,"message":"no","stack":"x"}"#, -32601, "no"),
        (r#"{"message":"no"}"#, internal, "no"),
        (r#"{"code":"E1"}"#, internal, r#"{"code":"E1"}"#),
        (r#""broken""#, internal, r#""broken""#),
        ("7", internal, "7"),
    ] {
        let heard = response(&format!(r#"{{"jsonrpc":"2.0","id":"x","error":{error}}}"#));
        assert_eq!((&heard["error"]["code"], &heard["error"]["message"]), (&json!(code), &json!(message)));
    }
}

#[test]
fn requests_are_read_with_what_clients_write_around_them() {
    for text in [
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"x\",\"params\":{\"t\":\"\\ud83d\"}}",
        "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"x\",\"params\":{\"t\":\"\\udc00\"}}\r\n",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"x\",\"params\":{\"t\":\"\u{fffd}\"}}\0",
    ] {
        let Ok(Message::Request(request)) = message::read(&mut text.as_bytes().to_vec(), ours) else {
            panic!("{text}")
        };
        assert_eq!((request.method(), request.id()), ("x", Some(&Id::Number(3))));
        assert_eq!(request.params(), Some(&json!({ "t": "\u{fffd}" })));
    }
    let text = r#"{"jsonrpc":"2.0","id":null,"method":"textDocument/didClose","params":{}}"#;
    let Ok(Message::Request(request)) = message::read(&mut text.as_bytes().to_vec(), ours) else { panic!() };
    assert_eq!(request.id(), None);
}

#[test]
fn what_may_have_been_an_edit_is_told() {
    let syncs = |text: &str| match message::read(&mut text.as_bytes().to_vec(), ours) {
        Err(unreadable) => (unreadable.peek.syncs, unreadable.peek.uri),
        Ok(message) => panic!("{message:?}"),
    };
    let change = r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.txt","#;
    assert_eq!(syncs(change), (true, Some("file:///a.txt".to_owned())));
    assert_eq!(syncs(&format!("[{change}\"version\":2}}}}}}]")), (true, None));
    assert_eq!(syncs(r#"{"jsonrpc":"2.0","method":"textDocument/hover","#), (false, None));
}
