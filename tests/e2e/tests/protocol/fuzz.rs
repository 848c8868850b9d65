//! Random sessions against a model: a client with its own text of every document edits, closes, renames and asks, in
//! three encodings, with messages that cannot be read and faults in the server among them. After each burst the server
//! must have the client's texts, and say of them what a fresh server says.
//!
//! `AGMARK_FUZZ_SECONDS` says how long to go on, `AGMARK_FUZZ_SEED` where to begin. A session that fails is made
//! shorter and written to `tests/corpus/protocol`, where all sessions are played in every run.

mod model;
mod ops;
mod play;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;

use ops::Maker;
use play::Player;

/// Sessions of an ordinary run.
const SESSIONS: u64 = 3;

/// Bursts in a session, and what is done in each.
const BURSTS: usize = 4;
const BURST: usize = 12;

/// How long two servers may take to come to the same, and how long it is waited for while a session that fails is
/// made shorter.
const AGREEMENT: Duration = Duration::from_secs(30);
const SOON: Duration = Duration::from_secs(3);

/// How often a session that fails is tried with something left out.
const SHORTENED: usize = 60;

fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus/protocol")
}

fn number(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} must be a number, and is {value:?}")))
}

/// A session that was made, or what went wrong with what was done.
fn make(seed: u64) -> Result<(), (Vec<Value>, String)> {
    let mut done = Vec::new();
    let played = catch_unwind(AssertUnwindSafe(|| {
        let mut maker = Maker::new(seed);
        done.push(maker.start());
        let mut player = Player::start(&done[0], AGREEMENT);
        for _ in 0..BURSTS {
            for _ in 0..BURST {
                done.push(maker.next(&player.model));
                player.play(&done[done.len() - 1]);
            }
            done.push(serde_json::json!({ "op": "compare" }));
            player.compare();
        }
        player.finish();
    }));
    played.map_err(|panic| (done, said(&*panic)))
}

/// Plays a session; what went wrong, if something did.
fn replay(session: &[Value], agreement: Duration) -> Option<String> {
    let (start, rest) = session.split_first()?;
    let played = catch_unwind(AssertUnwindSafe(|| {
        let mut player = Player::start(start, agreement);
        for op in rest {
            if op["op"] == "compare" { player.compare() } else { player.play(op) }
        }
        player.finish();
    }));
    played.err().map(|panic| said(&*panic))
}

fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words").to_owned()
}

/// The session without what it fails without, too.
fn shortened(mut session: Vec<Value>) -> Vec<Value> {
    let mut tries = 0;
    let mut size = session.len() / 2;
    while size > 0 && tries < SHORTENED {
        let mut at = 1;
        while at < session.len() && tries < SHORTENED {
            let without = [&session[..at], &session[(at + size).min(session.len())..]].concat();
            tries += 1;
            if replay(&without, SOON).is_some() {
                session = without;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    session
}

#[test]
fn random_sessions_end_where_a_fresh_server_begins() {
    let seed = number("AGMARK_FUZZ_SEED").unwrap_or(1);
    let seconds = number("AGMARK_FUZZ_SECONDS");
    let start = Instant::now();
    let go_on = |n: u64| match seconds {
        Some(seconds) => start.elapsed() < Duration::from_secs(seconds),
        None => n < SESSIONS,
    };
    let mut n = 0;
    while go_on(n) {
        let seed = seed.wrapping_add(n);
        if let Err((session, why)) = make(seed) {
            let session = shortened(session);
            let lines: String = session.iter().map(|op| format!("{op}\n")).collect();
            let path = corpus().join(format!("seed-{seed}.jsonl"));
            let kept = std::fs::create_dir_all(corpus()).and_then(|()| std::fs::write(&path, &lines));
            panic!("AGMARK_FUZZ_SEED={seed}: {why}\n{} ({kept:?}):\n{lines}", path.display());
        }
        n += 1;
    }
    println!("{n} sessions from seed {seed}");
}

#[test]
fn sessions_that_failed_once_do_not_fail_again() {
    let mut paths: Vec<_> = std::fs::read_dir(corpus())
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    paths.retain(|path: &PathBuf| path.extension().is_some_and(|ending| ending == "jsonl"));
    paths.sort();
    assert!(!paths.is_empty(), "there are sessions in {}", corpus().display());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a file in UTF-8");
        let session: Vec<_> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        if let Some(why) = replay(&session, AGREEMENT) {
            panic!("{}: {why}", path.display());
        }
    }
}
