//! What writers and readers of documents do in Redis.

use std::time::{Duration, Instant};

use redis::aio::MultiplexedConnection;
use redis::streams::{StreamRangeReply, StreamReadReply};
use redis::{FromRedisValue, RedisResult};
use thiserror::Error;

use crate::entries::DATA;
use crate::keys::DocumentKeys;
use crate::results::APPLIED;
use crate::scripts;
use crate::server::{Server, ServerError};

/// The number of operations that are sent in one step, all or none.
const STEP: usize = 1000;
/// The maximum time that a read waits.
const WAITING: Duration = Duration::from_secs(2);

/// A connection of a writer or a reader.
pub struct Client {
    server: Server,
    connection: MultiplexedConnection,
}

/// The state of a document in Redis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredState {
    pub content: String,
    /// The id of the last entry that is in the content; empty if there was none.
    pub last_id: String,
    pub last_status: String,
}

/// An entry of a stream of results: the result of the operations from `first` to `last`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResult {
    /// The id of the entry itself.
    pub id: String,
    pub status: String,
    pub first: String,
    pub last: String,
    /// The reason, if the operation was not applied.
    pub reason: String,
    /// The hash that the content of the block has, if that is the reason.
    pub hash: String,
}

/// What became of operations that were sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All have results. Those that were not applied are listed, with their indexes.
    Done(Vec<(usize, StoredResult)>),
    /// No daemon has answered in time. The operations wait in the stream.
    Waiting,
}

/// Operations could not be sent.
#[derive(Debug, Error)]
#[error("{error}. The first {sent} operations were sent{}", in_doubt(*.doubtful))]
pub struct PushError {
    /// The number of operations that Redis has.
    pub sent: usize,
    /// The number of the operations after them that Redis may have, because its answer was lost.
    pub doubtful: usize,
    pub error: ServerError,
}

fn in_doubt(doubtful: usize) -> String {
    if doubtful == 0 {
        String::new()
    } else {
        format!(", and the next {doubtful} perhaps: look at the stream")
    }
}

impl Client {
    /// # Errors
    /// If Redis does not answer.
    pub async fn connect(server: Server) -> Result<Self, ServerError> {
        let connection = server.waiting(WAITING).await?;
        Ok(Self { server, connection })
    }

    /// Adds operations to a stream, in order. Returns the ids of their entries.
    ///
    /// # Errors
    /// If Redis does not take them, with the number that it has.
    pub async fn push(&mut self, stream: &str, operations: &[String]) -> Result<Vec<String>, PushError> {
        let mut ids = Vec::with_capacity(operations.len());
        for step in operations.chunks(STEP) {
            let mut pipe = redis::pipe();
            pipe.atomic();
            for operation in step {
                pipe.cmd("XADD").arg(stream).arg("*").arg(DATA).arg(operation);
            }
            let added: RedisResult<Vec<String>> = pipe.query_async(&mut self.connection).await;
            ids.extend(added.map_err(|error| {
                let error = self.server.explain(&error);
                let is_lost = matches!(error, ServerError::Connection { .. });
                PushError { sent: ids.len(), doubtful: if is_lost { step.len() } else { 0 }, error }
            })?);
        }
        Ok(ids)
    }

    /// The state of a document; `None` if it has none.
    ///
    /// # Errors
    /// If Redis does not answer, or the content is not text.
    pub async fn state(&mut self, key: &str) -> Result<Option<StoredState>, ServerError> {
        let mut command = redis::cmd("HMGET");
        command.arg(key).arg("content").arg("last_id").arg("last_status");
        let (content, last_id, last_status): (Option<String>, Option<String>, Option<String>) =
            self.ask(&command).await?;
        if content.is_none() && last_id.is_none() {
            return Ok(None);
        }
        let [content, last_id, last_status] = [content, last_id, last_status].map(Option::unwrap_or_default);
        Ok(Some(StoredState { content, last_id, last_status }))
    }

    /// The id of the last entry in the content, and the epoch. One of them changes with the content.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn version(&mut self, key: &str) -> Result<(Option<String>, Option<String>), ServerError> {
        self.ask(redis::cmd("HMGET").arg(key).arg("last_id").arg("epoch")).await
    }

    /// Stores the content of a document. Returns false if there is one already and `replace` is false.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn seed(&mut self, key: &str, content: &str, replace: bool) -> Result<bool, ServerError> {
        let mut call = scripts::SEED.prepare_invoke();
        call.key(key).arg(content).arg(u8::from(replace));
        let answer: RedisResult<String> = call.invoke_async(&mut self.connection).await;
        Ok(answer.map_err(|error| self.server.explain(&error))? == "ok")
    }

    /// The id of the last result; `0-0` without one.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn last_result(&mut self, keys: &DocumentKeys) -> Result<String, ServerError> {
        let mut command = redis::cmd("XREVRANGE");
        command.arg(&keys.results).arg("+").arg("-").arg("COUNT").arg(1);
        let reply: StreamRangeReply = self.ask(&command).await?;
        Ok(reply.ids.into_iter().next().map_or_else(|| "0-0".to_owned(), |entry| entry.id))
    }

    /// The results after `id`. Waits for the first one for a moment.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn results(&mut self, keys: &DocumentKeys, id: &str) -> Result<Vec<StoredResult>, ServerError> {
        let mut command = redis::cmd("XREAD");
        command.arg("COUNT").arg(STEP).arg("BLOCK").arg(WAITING.as_millis() as u64);
        command.arg("STREAMS").arg(&keys.results).arg(id);
        let reply: Option<StreamReadReply> = self.ask(&command).await?;
        let entries = reply.into_iter().flat_map(|reply| reply.keys).flat_map(|key| key.ids);
        let result = |entry: redis::streams::StreamId| {
            let field = |name| entry.get::<String>(name).unwrap_or_default();
            let [status, first, last, reason, hash] =
                ["status", "first", "last", "reason", "hash"].map(field);
            StoredResult { id: entry.id, status, first, last, reason, hash }
        };
        Ok(entries.map(result).collect())
    }

    /// Waits for the results of operations. `after` is the last result from before they were sent, `ids` are their
    /// entries in the stream.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn outcome(
        &mut self,
        keys: &DocumentKeys,
        mut after: String,
        ids: &[String],
        limit: Duration,
    ) -> Result<Outcome, ServerError> {
        let (end, mut failed) = (Instant::now() + limit, Vec::new());
        let Some(last) = ids.last() else { return Ok(Outcome::Done(failed)) };
        loop {
            for result in self.results(keys, &after).await? {
                let is_last = !is_before(&result.last, last);
                after.clone_from(&result.id);
                if result.status != APPLIED
                    && let Some(index) = ids.iter().position(|id| *id == result.first)
                {
                    failed.push((index, result));
                }
                if is_last {
                    return Ok(Outcome::Done(failed));
                }
            }
            if Instant::now() > end {
                return Ok(Outcome::Waiting);
            }
        }
    }

    async fn ask<T: FromRedisValue>(&mut self, command: &redis::Cmd) -> Result<T, ServerError> {
        command.query_async(&mut self.connection).await.map_err(|error| self.server.explain(&error))
    }
}

/// Whether an id of an entry is lower than another one.
pub fn is_before(one: &str, other: &str) -> bool {
    let numbers = |id: &str| {
        let (time, number) = id.split_once('-').unwrap_or((id, "0"));
        (time.parse::<u64>().unwrap_or(0), number.parse::<u64>().unwrap_or(0))
    };
    numbers(one) < numbers(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_compared_by_number() {
        assert!(is_before("9-0", "10-0"));
        assert!(is_before("10-9", "10-10"));
        assert!(!is_before("10-0", "10-0"));
        assert!(is_before("0-0", "1-0"));
    }
}
