//! Invalid operations, invalid documents, and a Redis that is full or closed.

use std::thread;
use std::time::Duration;

use redis::{Commands, cmd};

use crate::model::{Keys, check, push};
use crate::operations::DOCUMENT;
use crate::processes::{DaemonProcess, output};
use crate::redis_server::{RedisServer, within};

const GOOD: &[u8] = br#"{"kind":"append_item","target":"findings","payload":{"text":"good"}}"#;

#[test]
fn invalid_operations_hold_up_nothing() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let keys = Keys::of("doc");
    let _: () = connection.hset(&keys.state, "content", DOCUMENT).expect("Redis answers");
    let large = format!(r#"{{"op":"delete","id":"{}"}}"#, "x".repeat(10 << 20));
    let deep = "[".repeat(100_000);
    let array = br#"[{"op":"delete","id":"text"}]"#;
    let operations: [&[u8]; 9] = [
        GOOD,
        b"{",
        b"{\"kind\":\"explode\"}",
        large.as_bytes(),
        b"\xff\xfe",
        deep.as_bytes(),
        b"",
        array,
        GOOD,
    ];
    for operation in operations {
        push(&mut connection, &keys.stream, operation).expect("Redis answers");
    }
    let _: String = connection.xadd(&keys.stream, "*", &[("other", "x")]).expect("Redis answers");
    let _daemon = DaemonProcess::start(&redis.url(), &["--stream", &keys.stream]);
    let statuses = check(&mut connection, &keys, DOCUMENT);
    assert_eq!(statuses.iter().filter(|status| *status == "refused").count(), 8, "{statuses:?}");
    assert_eq!((statuses[0].as_str(), statuses[8].as_str()), ("applied", "applied"));
    let memory: usize = connection.xlen(&keys.results).expect("Redis answers");
    assert!(memory < 20, "applied operations share results");
}

/// The content of one document is not AGD. Its operations wait, and the other document does not.
#[test]
fn an_invalid_document_waits_for_its_correction() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let (broken, good) = (Keys::of("doc:broken"), Keys::of("doc:good"));
    let _: () = connection.hset(&broken.state, "content", "@nope\n").expect("Redis answers");
    let _: () = connection.hset(&good.state, "content", DOCUMENT).expect("Redis answers");
    for keys in [&broken, &good] {
        push(&mut connection, &keys.stream, GOOD).expect("Redis answers");
    }
    let daemon = DaemonProcess::start(&redis.url(), &["--documents", "doc:*", "--lease", "0.4"]);
    check(&mut connection, &good, DOCUMENT);
    within("the error is logged", || {
        daemon.log().iter().any(|line| line.contains("is not an AGD document")).then_some(())
    });
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), DOCUMENT).expect("written");
    let path = file.path().display().to_string();
    assert!(!output(&redis.url(), &["seed", "doc:broken", &path]).status.success(), "it exists");
    assert!(output(&redis.url(), &["seed", "doc:broken", &path, "--replace"]).status.success());
    assert_eq!(check(&mut connection, &broken, DOCUMENT), ["applied"]);
}

#[test]
fn a_full_redis_is_a_clear_error_and_loses_nothing() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let keys = Keys::of("doc");
    let _: () = connection.hset(&keys.state, "content", DOCUMENT).expect("Redis answers");
    let daemon = DaemonProcess::start(&redis.url(), &["--stream", &keys.stream, "--lease", "0.4"]);
    let limit = |connection: &mut redis::Connection, bytes: &str| {
        cmd("CONFIG").arg("SET").arg("maxmemory").arg(bytes).exec(connection).expect("Redis answers");
    };
    for _ in 0..3 {
        // The operations and the limit arrive as one step, so that the daemon cannot be faster.
        let mut pipe = redis::pipe();
        pipe.atomic();
        for _ in 0..50 {
            pipe.cmd("XADD").arg(&keys.stream).arg("*").arg("data").arg(GOOD);
        }
        pipe.cmd("CONFIG").arg("SET").arg("maxmemory").arg("1");
        pipe.exec(&mut connection).expect("Redis answers");
        let mut lines = Vec::new();
        within("the error is logged", || {
            lines.extend(daemon.log());
            lines.iter().any(|line| line.contains("out of memory (maxmemory)")).then_some(())
        });
        thread::sleep(Duration::from_secs(1));
        lines.extend(daemon.log());
        assert!(lines.len() < 20, "at most one line a second:\n{}", lines.join("\n"));
        limit(&mut connection, "0");
        check(&mut connection, &keys, DOCUMENT);
    }
}

#[test]
fn a_password_is_never_printed() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    cmd("CONFIG").arg("SET").arg("requirepass").arg("right").exec(&mut connection).expect("Redis answers");
    let url = format!("redis://ada:secret-word@127.0.0.1:{}/", redis.port);
    let daemon = DaemonProcess::start(&url, &["--stream", "doc:ops"]);
    let mut lines = Vec::new();
    within("the error is logged", || {
        lines.extend(daemon.log());
        lines.iter().any(|line| line.contains("refuses the user or the password")).then_some(())
    });
    let pulled = output(&url, &["pull", "doc"]);
    assert!(!pulled.status.success());
    lines.push(String::from_utf8_lossy(&pulled.stderr).into_owned());
    assert!(!lines.join("\n").contains("secret-word"), "{lines:?}");
}

#[test]
fn what_others_do_with_the_keys_loses_nothing() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let keys = Keys::of("doc");
    let next = format!("{}:next", keys.state);
    let _: () = connection
        .hset_multiple(&keys.state, &[("content", DOCUMENT), ("owner", "ada")])
        .expect("Redis answers");
    let _: () = connection.expire(&keys.state, 1000).expect("Redis answers");
    // Nothing can be written while the key of the results has another type.
    let _: () = connection.set(&keys.results, "text").expect("Redis answers");
    push(&mut connection, &keys.stream, GOOD).expect("Redis answers");
    let daemon = DaemonProcess::start(&redis.url(), &["--stream", &keys.stream, "--lease", "0.4"]);
    within("the error is logged", || {
        daemon.log().iter().any(|line| line.contains("a value of another type")).then_some(())
    });
    let content: String = connection.hget(&keys.state, "content").expect("a content");
    assert_eq!(content, DOCUMENT);
    let _: () = connection.del(&keys.results).expect("Redis answers");
    check(&mut connection, &keys, DOCUMENT);
    // The scripts are forgotten, and the key of the next state is taken.
    cmd("SCRIPT").arg("FLUSH").exec(&mut connection).expect("Redis answers");
    let _: () = connection.set(&next, "text").expect("Redis answers");
    push(&mut connection, &keys.stream, GOOD).expect("Redis answers");
    check(&mut connection, &keys, DOCUMENT);
    let left: bool = connection.exists(&next).expect("Redis answers");
    let owner: String = connection.hget(&keys.state, "owner").expect("Redis answers");
    let ttl: i64 = connection.ttl(&keys.state).expect("Redis answers");
    assert!(!left && owner == "ada" && ttl > 900, "{left} {owner} {ttl}");
    // Another content without a new epoch, and then without its key.
    let _: () = connection.hset(&keys.state, "content", "@ul [#findings]\n").expect("Redis answers");
    push(&mut connection, &keys.stream, GOOD).expect("Redis answers");
    within("the other content is changed", || {
        let content: String = connection.hget(&keys.state, "content").ok()?;
        (content == "@ul [#findings]\n- good\n").then_some(())
    });
    let _: () = connection.del(&keys.stream).expect("Redis answers");
    push(&mut connection, &keys.stream, GOOD).expect("Redis answers");
    within("the new stream is read", || {
        let content: String = connection.hget(&keys.state, "content").ok()?;
        (content == "@ul [#findings]\n- good\n- good\n").then_some(())
    });
}
