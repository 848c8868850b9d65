//! What may happen to daemons, to Redis and to the way between them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use agmark_syntax::testing::Random;
use redis::Commands;

use crate::model::{Keys, check, push};
use crate::operations::{DOCUMENT, random};
use crate::processes::DaemonProcess;
use crate::proxy::LossyProxy;
use crate::redis_server::{RedisServer, connect, within};

/// The lease of the daemons in seconds.
const LEASE: &str = "0.4";
const PAST_LEASE: Duration = Duration::from_millis(900);

/// The number of operations of the large test.
fn many() -> usize {
    std::env::var("AGMARK_DAEMON_OPERATIONS").ok().and_then(|number| number.parse().ok()).unwrap_or(5_000)
}

fn documents(redis: &RedisServer, number: usize) -> Vec<Keys> {
    let mut connection = redis.connection();
    let keys: Vec<Keys> = (0..number).map(|index| Keys::of(&format!("doc:{{{index}}}"))).collect();
    for keys in &keys {
        let _: () = connection.hset(&keys.state, "content", DOCUMENT).expect("Redis answers");
    }
    keys
}

fn daemon(url: &str, consumer: &str) -> DaemonProcess {
    DaemonProcess::start(url, &["--documents", "doc:*", "--consumer", consumer, "--lease", LEASE])
}

/// Ten writers send operations, some at a time, until `total` were sent. A writer whose connection fails goes on with
/// another one: an operation may then be twice in a stream, which is the writer's business.
fn write(url: &str, keys: &[Keys], total: usize, sent: &AtomicUsize, pause: Duration) {
    thread::scope(|scope| {
        for writer in 0..10 {
            scope.spawn(move || {
                let mut random_source = Random(writer as u64 + 1);
                let mut connection = connect(url);
                for number in 0..total / 10 {
                    let operation = random(&mut random_source, writer, number);
                    let stream = &keys[random_source.below(keys.len())].stream;
                    while push(&mut connection, stream, operation.as_bytes()).is_err() {
                        connection = connect(url);
                    }
                    sent.fetch_add(1, Ordering::SeqCst);
                    if number % 10 == 9 {
                        thread::sleep(pause);
                    }
                }
            });
        }
    });
}

/// One daemon is killed again and again, one is stopped past its claim and goes on, one works.
#[test]
fn daemons_that_die_or_stall_lose_nothing() {
    let redis = RedisServer::start(&[]);
    let keys = documents(&redis, 20);
    let (total, sent) = (many(), AtomicUsize::new(0));
    let url = redis.url();
    let (stalled, steady) = (daemon(&url, "stalled"), daemon(&url, "steady"));
    thread::scope(|scope| {
        scope.spawn(|| write(&url, &keys, total, &sent, Duration::from_millis(60)));
        scope.spawn(|| {
            let mut killed = daemon(&url, "killed");
            let mut kills = 0;
            while sent.load(Ordering::SeqCst) < total {
                let next = (kills + 1) * total.min(50_000) / 10;
                within("operations are sent", || {
                    (sent.load(Ordering::SeqCst) >= next.min(total)).then_some(())
                });
                killed.kill();
                killed = daemon(&url, "killed");
                kills += 1;
            }
            assert!(kills >= 9, "{kills} kills");
        });
        scope.spawn(|| {
            while sent.load(Ordering::SeqCst) < total {
                stalled.signal("STOP");
                thread::sleep(PAST_LEASE);
                stalled.signal("CONT");
                thread::sleep(PAST_LEASE);
            }
        });
    });
    let mut connection = redis.connection();
    let mut all: Vec<String> = keys.iter().flat_map(|keys| check(&mut connection, keys, DOCUMENT)).collect();
    assert_eq!(all.len(), total);
    all.sort();
    all.dedup();
    assert_eq!(all, ["applied", "conflict", "refused", "target_not_found"]);
    assert!(steady.stop().success());
}

/// Adds operations to a stream in one step.
fn push_all(redis: &mut redis::Connection, stream: &str, number: usize) {
    let mut random_source = Random(7);
    let mut pipe = redis::pipe();
    for number in 0..number {
        pipe.cmd("XADD").arg(stream).arg("*").arg("data").arg(random(&mut random_source, 0, number));
    }
    pipe.exec(redis).expect("Redis answers");
}

/// The operations that wait when a daemon starts.
const WAITING: usize = 8_000;

/// A document with operations that wait. Batches double from 16 operations, so they soon are long ones, which are applied
/// while others are written.
fn waiting(redis: &RedisServer) -> (Keys, String) {
    let keys = documents(redis, 1).remove(0);
    let mut connection = redis.connection();
    push_all(&mut connection, &keys.stream, WAITING - 1);
    let last = push(&mut connection, &keys.stream, b"{").expect("Redis answers");
    (keys, last)
}

/// Waits until all operations have been applied, with at least one long batch. Returns how often the document was claimed.
fn check_waiting(redis: &RedisServer, keys: &Keys) -> usize {
    let mut connection = redis.connection();
    assert!(check(&mut connection, keys, DOCUMENT).len() >= WAITING);
    let claims: usize = connection.hget(&keys.state, "epoch").expect("Redis answers");
    // Batches of up to 256 operations are 496 operations together.
    assert!(WAITING / claims > 496, "the document was claimed {claims} times, so no batch was long");
    claims
}

#[test]
fn long_batches_whose_answers_are_lost_are_applied_once() {
    let redis = RedisServer::start(&[]);
    let (keys, _) = waiting(&redis);
    let proxy = LossyProxy::start(redis.port, 8);
    let _daemon = daemon(&format!("redis://127.0.0.1:{}/", proxy.port), "cut");
    let claims = check_waiting(&redis, &keys);
    assert!(proxy.cuts() > 0 && claims > 1, "{} answers were lost, {claims} claims", proxy.cuts());
}

/// Others take the claim for a moment again and again, so that writes are refused.
#[test]
fn long_batches_of_a_daemon_that_loses_its_claim_are_applied_once() {
    let redis = RedisServer::start(&[]);
    let (keys, mut last) = waiting(&redis);
    let _daemons = ["one", "other"].map(|name| daemon(&redis.url(), name));
    let mut connection = redis.connection();
    let mut before = None;
    let applied = |connection: &mut redis::Connection| -> Option<String> {
        connection.hget(&keys.state, "last_id").expect("Redis answers")
    };
    loop {
        within("operations are applied", || {
            applied(&mut connection).filter(|id| before.as_ref() != Some(id))
        });
        let () = connection.pset_ex(&keys.claim, "thief", 300).expect("Redis answers");
        if applied(&mut connection).as_ref() != Some(&last) {
            break;
        }
        // All of them were applied before the claim was lost.
        before = Some(last);
        push_all(&mut connection, &keys.stream, WAITING);
        last = push(&mut connection, &keys.stream, b"{").expect("Redis answers");
    }
    assert!(check_waiting(&redis, &keys) > 1, "the document was claimed again");
}

/// The answer of the script is lost: the daemon reads from the state whether the batch was written.
#[test]
fn a_lost_answer_applies_nothing_twice() {
    let redis = RedisServer::start(&[]);
    let keys = documents(&redis, 2);
    let proxy = LossyProxy::start(redis.port, 3);
    let _daemon = daemon(&format!("redis://127.0.0.1:{}/", proxy.port), "cut");
    write(&redis.url(), &keys, 1_000, &AtomicUsize::new(0), Duration::from_millis(20));
    let mut connection = redis.connection();
    for keys in &keys {
        check(&mut connection, keys, DOCUMENT);
    }
    assert!(proxy.cuts() > 3, "{} answers were lost", proxy.cuts());
}

#[test]
fn redis_that_is_killed_loses_nothing() {
    let mut redis = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let keys = documents(&redis, 4);
    let url = redis.url();
    let daemons = [daemon(&url, "a"), daemon(&url, "b")];
    let sent = AtomicUsize::new(0);
    thread::scope(|scope| {
        scope.spawn(|| write(&url, &keys, 2_000, &sent, Duration::from_millis(20)));
        for kill in 1..4 {
            within("operations are sent", || (sent.load(Ordering::SeqCst) >= 400 * kill).then_some(()));
            redis.kill_and_restart();
        }
    });
    let mut connection = redis.connection();
    let total: usize = keys.iter().map(|keys| check(&mut connection, keys, DOCUMENT).len()).sum();
    // The answer to a writer can be lost, too: it sends the operation again.
    assert!((2_000..2_060).contains(&total), "{total} operations");
    assert!(daemons.into_iter().all(|daemon| daemon.stop().success()));
}

/// Documents are shared, and taken over at once if a daemon ends as it should.
#[test]
fn documents_are_spread_over_the_daemons() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let keys: Vec<Keys> = (0..9).map(|index| Keys::of(&format!("doc:{index}"))).collect();
    for keys in &keys {
        push(&mut connection, &keys.stream, b"{").expect("Redis answers");
    }
    let url = redis.url();
    let mut daemons: Vec<_> = ["a", "b", "c"].map(|name| daemon(&url, name)).into_iter().collect();
    let mut holders = |expected: &[usize]| {
        within(&format!("{expected:?} documents are held"), || {
            let claims: Vec<Option<String>> =
                keys.iter().map(|keys| connection.get(&keys.claim).expect("Redis answers")).collect();
            let held = ["a:", "b:", "c:"]
                .map(|name| claims.iter().flatten().filter(|claim| claim.starts_with(name)).count());
            (held == expected).then_some(())
        });
    };
    holders(&[3, 3, 3]);
    assert!(daemons.remove(0).stop().success());
    within("the others have all", || {
        let claims =
            keys.iter().filter(|keys| redis.connection().exists(&keys.claim).unwrap_or(false)).count();
        (claims == keys.len()).then_some(())
    });
}

/// A consumer that has lost its claim may read entries before it notices. They are applied nevertheless, in order:
/// with the next batch, or after some time if no more entries come.
#[test]
fn entries_that_another_consumer_has_read_are_applied_in_order() {
    let redis = RedisServer::start(&[]);
    let keys = documents(&redis, 1).remove(0);
    let mut connection = redis.connection();
    let _daemon = daemon(&redis.url(), "owner");
    let add =
        |text: &str| format!(r#"{{"kind":"append_item","target":"findings","payload":{{"text":"{text}"}}}}"#);
    push(&mut connection, &keys.stream, add("first").as_bytes()).expect("Redis answers");
    check(&mut connection, &keys, DOCUMENT);
    for has_next in [true, false] {
        let mut pipe = redis::pipe();
        pipe.atomic();
        pipe.cmd("XADD").arg(&keys.stream).arg("*").arg("data").arg(add("stolen")).ignore();
        pipe.cmd("XREADGROUP").arg("GROUP").arg("agdd-group").arg("thief");
        pipe.arg("STREAMS").arg(&keys.stream).arg(">").ignore();
        if has_next {
            pipe.cmd("XADD").arg(&keys.stream).arg("*").arg("data").arg(add("after it")).ignore();
        }
        pipe.exec(&mut connection).expect("Redis answers");
        check(&mut connection, &keys, DOCUMENT);
    }
}
