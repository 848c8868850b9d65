//! What the state of a document must be: its operations, applied one after another in the order of the stream.

use agd::edit::{EditError, StreamOperation};
use redis::streams::StreamRangeReply;
use redis::{Commands, Connection};

use crate::redis_server::within;

/// The keys of a document.
pub struct Keys {
    pub stream: String,
    pub state: String,
    pub results: String,
    pub claim: String,
}

impl Keys {
    pub fn of(document: &str) -> Self {
        let key = |end: &str| format!("{document}:{end}");
        Self { stream: key("ops"), state: key("state"), results: key("results"), claim: key("claim") }
    }
}

/// Adds an operation to a stream. Returns its id.
pub fn push(redis: &mut Connection, stream: &str, operation: &[u8]) -> redis::RedisResult<String> {
    redis.xadd(stream, "*", &[("data", operation)])
}

/// Waits until all operations of a document are applied, and compares its state and its results with the operations of
/// its stream, applied to `seed`. Returns the statuses.
pub fn check(redis: &mut Connection, keys: &Keys, seed: &str) -> Vec<String> {
    let entries: StreamRangeReply = redis.xrange_all(&keys.stream).expect("a stream");
    let last = &entries.ids.last().expect("an entry").id;
    within(&format!("{} is applied", keys.stream), || {
        let applied: Option<String> = redis.hget(&keys.state, "last_id").ok()?;
        applied.filter(|id| id == last)
    });
    let mut document = agd::parse(seed).expect("a document");
    let mut expected = Vec::new();
    for entry in &entries.ids {
        let status = match entry.get::<Vec<u8>>("data").and_then(|data| String::from_utf8(data).ok()) {
            Some(json) if json.len() <= 1 << 20 => status(&mut document, &json),
            _ => "refused",
        };
        expected.push((entry.id.clone(), status.to_owned()));
    }
    let content: String = redis.hget(&keys.state, "content").expect("a content");
    let state = agd::serialize(&document);
    assert!(content == state, "{}: found\n{content}\nexpected\n{state}", keys.state);
    let last_status: String = redis.hget(&keys.state, "last_status").expect("a status");
    assert_eq!(Some(&last_status), expected.last().map(|(_, status)| status));
    check_results(redis, keys, &expected);
    let pending: redis::streams::StreamPendingReply =
        redis.xpending(&keys.stream, "agdd-group").expect("a group");
    assert_eq!(pending.count(), 0, "{}: all entries are acknowledged", keys.stream);
    expected.into_iter().map(|(_, status)| status).collect()
}

fn status(document: &mut agd::Document<'_>, json: &str) -> &'static str {
    let Ok(operation) = StreamOperation::read(json) else { return "refused" };
    match document.apply_from_stream(operation) {
        Ok(_) => "applied",
        Err(EditError::NotFound { .. }) => "target_not_found",
        Err(EditError::Conflict { .. }) => "conflict",
        Err(_) => "refused",
    }
}

/// Each operation has exactly one result.
fn check_results(redis: &mut Connection, keys: &Keys, expected: &[(String, String)]) {
    let results: StreamRangeReply = redis.xrange_all(&keys.results).expect("a stream of results");
    let mut rest = expected;
    for entry in results.ids {
        let field = |name| entry.get::<String>(name).unwrap_or_default();
        let (status, count) = (field("status"), field("count").parse::<usize>().expect("a number"));
        let (range, after) = rest.split_at_checked(count).expect("no more results than operations");
        assert_eq!(range.first().map(|(id, _)| id), Some(&field("first")));
        assert_eq!(range.last().map(|(id, _)| id), Some(&field("last")));
        for (id, expected) in range {
            assert_eq!(&status, expected, "{} {id}", keys.stream);
        }
        rest = after;
    }
    assert!(rest.is_empty(), "{}: {} operations have no result", keys.stream, rest.len());
}
