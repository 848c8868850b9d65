//! The commands of writers and readers, and what a daemon shows of itself.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use redis::Commands;

use crate::model::{Keys, check, push};
use crate::operations::DOCUMENT;
use crate::processes::{DaemonProcess, agd, output};
use crate::redis_server::{RedisServer, free_port, within};

const APPEND: &str = r#"{"kind":"append_item","target":"findings","payload":{"text":"second"},"agent":"a"}"#;

#[test]
fn a_document_goes_from_a_file_to_redis_and_back() {
    let redis = RedisServer::start(&[]);
    let url = redis.url();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("a.agd"), DOCUMENT).expect("written");
    assert!(output(&url, &["seed", "doc", &path("a.agd")]).status.success());
    let daemon = DaemonProcess::start(&url, &["--stream", "doc:ops"]);

    std::fs::write(path("bad.jsonl"), format!("{APPEND}\n{{\"op\":\"explode\"}}\n")).expect("written");
    let refused = output(&url, &["push", "--stream", "doc:ops", &path("bad.jsonl")]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("bad.jsonl:2: ") && said.contains("nothing was sent"), "{said}");
    assert!(!redis.connection().exists::<_, bool>("doc:results").expect("Redis answers"));

    std::fs::write(
        path("ops.jsonl"),
        format!("{APPEND}\n\n{{\"op\":\"delete\",\"id\":\"gone\"}}\n{APPEND}\n"),
    )
    .expect("written");
    let pushed = output(&url, &["push", "--stream", "doc:ops", &path("ops.jsonl"), "--wait"]);
    let said = String::from_utf8_lossy(&pushed.stderr);
    assert_eq!(pushed.status.code(), Some(1), "{said}");
    assert!(said.contains("ops.jsonl:3: target_not_found: block #gone does not exist"), "{said}");
    assert!(said.contains("2 applied, 1 not applied"), "{said}");

    assert!(output(&url, &["pull", "doc", "--output", &path("b.agd")]).status.success());
    let pulled = std::fs::read_to_string(path("b.agd")).expect("a file");
    assert_eq!(pulled, DOCUMENT.replace("- first\n", "- first\n- second\n- second\n"));
    assert_eq!(output(&url, &["pull", "other"]).status.code(), Some(1));

    // A document that is replaced while the daemon works on it.
    assert!(output(&url, &["seed", "doc", &path("a.agd"), "--replace"]).status.success());
    std::fs::write(path("ops.jsonl"), APPEND).expect("written");
    assert!(output(&url, &["push", "--stream", "doc:ops", &path("ops.jsonl"), "--wait"]).status.success());
    let pulled = output(&url, &["pull", "doc"]);
    assert_eq!(String::from_utf8_lossy(&pulled.stdout), DOCUMENT.replace("- first\n", "- first\n- second\n"));

    assert!(daemon.stop().success());
    assert!(
        !redis.connection().exists::<_, bool>("doc:claim").expect("Redis answers"),
        "the claim is given up"
    );
}

#[test]
fn a_document_is_watched() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let keys = Keys::of("doc");
    let _: () = connection.hset(&keys.state, "content", DOCUMENT).expect("Redis answers");
    let _daemon = DaemonProcess::start(&redis.url(), &["--stream", &keys.stream]);
    let mut watch = agd(&redis.url(), &["watch", "doc"]).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(watch.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    assert_eq!(lines.by_ref().take(DOCUMENT.lines().count()).last().as_deref(), Some("~~~"));
    push(&mut connection, &keys.stream, APPEND.as_bytes()).expect("Redis answers");
    assert_eq!(lines.find(|line| line.starts_with('+')).as_deref(), Some("+ - second"));
    push(&mut connection, &keys.stream, br#"{"op":"delete","id":"gone"}"#).expect("Redis answers");
    let failed = lines.find(|line| line.starts_with('!')).expect("a line");
    assert!(failed.ends_with("target_not_found: block #gone does not exist"), "{failed}");
    watch.kill().expect("it runs");
    watch.wait().expect("it has ended");
}

/// A daemon that is started again does not look at what was applied before, whether the stream is trimmed or not.
#[test]
fn a_new_start_reads_only_new_operations() {
    for trim in [false, true] {
        let redis = RedisServer::start(&[]);
        let mut connection = redis.connection();
        let keys = Keys::of("doc");
        let _: () = connection.hset(&keys.state, "content", DOCUMENT).expect("Redis answers");
        let port = free_port().to_string();
        let mut args = vec!["--stream", &keys.stream, "--metrics", &port];
        args.extend(trim.then_some("--trim"));
        for _ in 0..2_000 {
            push(&mut connection, &keys.stream, APPEND.as_bytes()).expect("Redis answers");
        }
        let daemon = DaemonProcess::start(&redis.url(), &args);
        let last = last_id(&mut connection, &keys);
        within("all are applied", || (last_applied(&mut connection, &keys) == last).then_some(()));
        // The daemon counts after it has written.
        within("all are counted", || (applied(&port) == 2_000).then_some(()));
        assert!(daemon.stop().success());
        let length: usize = connection.xlen(&keys.stream).expect("Redis answers");
        assert_eq!(length < 200, trim, "{length} entries in the stream");

        let _daemon = DaemonProcess::start(&redis.url(), &args);
        let last = push(&mut connection, &keys.stream, APPEND.as_bytes()).expect("Redis answers");
        within("it is applied", || (last_applied(&mut connection, &keys) == last).then_some(()));
        within("one is counted", || (applied(&port) > 0).then_some(()));
        assert_eq!(applied(&port), 1);
        if !trim {
            check(&mut connection, &keys, DOCUMENT);
        }
    }
}

fn last_id(redis: &mut redis::Connection, keys: &Keys) -> String {
    let entries: redis::streams::StreamRangeReply =
        redis.xrevrange_count(&keys.stream, "+", "-", 1).expect("a stream");
    entries.ids[0].id.clone()
}

fn last_applied(redis: &mut redis::Connection, keys: &Keys) -> String {
    redis.hget::<_, _, Option<String>>(&keys.state, "last_id").expect("Redis answers").unwrap_or_default()
}

/// The number of applied operations in the metrics.
fn applied(port: &str) -> usize {
    let metrics = within("the metrics are served", || {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).ok()?;
        stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).ok()?;
        Some(text)
    });
    let line = metrics.lines().find(|line| line.starts_with("agdd_operations_total{status=\"applied\"}"));
    line.and_then(|line| line.split(' ').next_back()?.parse().ok()).unwrap_or_else(|| panic!("{metrics}"))
}
