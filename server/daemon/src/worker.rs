//! What all tasks of a daemon share, and the calls of the scripts.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use redis::aio::ConnectionManager;
use redis::{FromRedisValue, RedisError, RedisResult, ScriptInvocation};

use crate::activity::Activity;
use crate::entries::Entry;
use crate::keys::DocumentKeys;
use crate::options::Options;
use crate::results::ResultRange;
use crate::scripts;
use crate::server::{Server, ServerError};

/// What all tasks of a daemon share.
pub struct Worker {
    pub server: Server,
    pub commands: ConnectionManager,
    pub options: Options,
    pub activity: Arc<Activity>,
    /// The value of this daemon's claims. No other process has the same one.
    pub token: String,
}

/// The answer to a claim.
pub enum Claim {
    Claimed(ClaimedDocument),
    HeldByOther,
}

/// A document that this daemon has claimed.
pub struct ClaimedDocument {
    /// It is higher than that of all earlier claims.
    pub epoch: i64,
    /// The id of the last entry that was applied.
    pub last_id: String,
    pub content: Vec<u8>,
}

/// The answer to a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    Done,
    /// Nothing was written: the claim is lost, the state was changed by others, or an entry before the batch was not
    /// read.
    Refused,
}

/// The new content, and the bytes of the old one.
pub struct ContentChange<'b> {
    pub content: &'b str,
    pub old_length: usize,
}

/// A batch to write.
pub struct BatchWrite<'b> {
    /// The id of the last entry before the batch.
    pub before: &'b str,
    pub entries: &'b [Entry],
    pub results: &'b [ResultRange],
    /// `None` if the content has not changed.
    pub content: Option<ContentChange<'b>>,
}

impl Worker {
    /// # Errors
    /// If the connection cannot be set up.
    pub fn new(server: Server, options: Options) -> Result<Self, ServerError> {
        let commands = server.commands()?;
        let token = format!("{}:{:016x}", options.consumer, RandomState::new().build_hasher().finish());
        Ok(Self { server, commands, options, activity: Arc::default(), token })
    }

    /// Claims a document, unless another daemon has it. A document that this daemon has already gets a new epoch.
    pub async fn claim(&self, keys: &DocumentKeys) -> Result<Claim, ServerError> {
        let mut call = scripts::CLAIM.prepare_invoke();
        call.key(&keys.state).key(&keys.stream).key(&keys.claim);
        call.arg(&self.token).arg(self.options.lease_ms());
        call.arg(&self.options.group).arg(&self.options.consumer);
        let answer: redis::Value = self.call(&call).await?;
        let held = <(i64, i64)>::from_redis_value(answer.clone());
        if let Ok((0, _)) = held {
            return Ok(Claim::HeldByOther);
        }
        let (epoch, last_id, content) = redis::from_redis_value(answer)
            .map_err(|error: redis::ParsingError| self.server.explain(&error.into()))?;
        Ok(Claim::Claimed(ClaimedDocument { epoch, last_id, content }))
    }

    /// Writes a batch: state, results and acknowledgement in one step.
    pub async fn write(
        &self,
        keys: &DocumentKeys,
        epoch: i64,
        batch: &BatchWrite<'_>,
    ) -> Result<Write, ServerError> {
        let (Some(first), Some(last)) = (batch.entries.first(), batch.entries.last()) else {
            return Ok(Write::Done);
        };
        let status = batch.results.last().map_or("", |range| range.result.status());
        let mut call = scripts::WRITE.prepare_invoke();
        call.key(&keys.state).key(&keys.stream).key(&keys.claim).key(&keys.results).key(&keys.next);
        call.arg(&self.token).arg(epoch).arg(self.options.lease_ms()).arg(&self.options.group);
        call.arg(batch.before).arg(&first.id).arg(&last.id).arg(status);
        call.arg(self.options.keep_results).arg(u8::from(self.options.trim));
        match &batch.content {
            None => call.arg(""),
            Some(change) => call.arg(change.old_length),
        };
        call.arg(batch.results.len());
        for range in batch.results {
            let fields = range.fields();
            call.arg(fields.len()).arg(fields);
        }
        for entry in batch.entries {
            call.arg(&entry.id);
        }
        let answer = match &batch.content {
            None => self.call(&call).await?,
            Some(change) => {
                let epoch = epoch.to_string();
                let next = [
                    ("content", change.content),
                    ("last_status", status),
                    ("last_id", &last.id),
                    ("epoch", &epoch),
                ];
                let mut transaction = redis::pipe();
                // Something else may have written a value there.
                transaction.atomic().del(&keys.next).ignore();
                transaction.hset_multiple(&keys.next, &next).ignore();
                transaction.invoke_script(&call).del(&keys.next).ignore();
                self.run(&transaction).await?
            }
        };
        Ok(if answer == "ok" { Write::Done } else { Write::Refused })
    }

    /// Runs a transaction with the script that writes. Redis may have forgotten the script.
    async fn run(&self, transaction: &redis::Pipeline) -> Result<String, ServerError> {
        let explained = |error: &RedisError| self.server.explain(error);
        let mut commands = self.commands.clone();
        let first: RedisResult<(String,)> = transaction.query_async(&mut commands).await;
        let answer = match first {
            Err(error) if is_unknown_script(&error) => {
                let loaded = scripts::WRITE.prepare_invoke().load_async(&mut commands).await;
                loaded.map_err(|error| explained(&error))?;
                transaction.query_async(&mut commands).await
            }
            first => first,
        };
        answer.map(|(answer,)| answer).map_err(|error| explained(&error))
    }

    /// Renews a claim. Returns the first pending id of the group, which may be empty; `None` if the claim is lost.
    pub async fn renew(&self, keys: &DocumentKeys, epoch: i64) -> Result<Option<String>, ServerError> {
        let mut call = scripts::RENEW.prepare_invoke();
        call.key(&keys.state).key(&keys.stream).key(&keys.claim);
        call.arg(&self.token).arg(epoch).arg(self.options.lease_ms()).arg(&self.options.group);
        let answer: String = self.call(&call).await?;
        Ok((answer != "fenced").then_some(answer))
    }

    /// Gives up the claim of a document.
    pub async fn release(&self, keys: &DocumentKeys) -> Result<(), ServerError> {
        let mut call = scripts::RELEASE.prepare_invoke();
        call.key(&keys.claim).arg(&self.token);
        self.call::<()>(&call).await
    }

    async fn call<T: FromRedisValue>(&self, script: &ScriptInvocation<'_>) -> Result<T, ServerError> {
        let mut commands = self.commands.clone();
        script.invoke_async(&mut commands).await.map_err(|error| self.server.explain(&error))
    }
}

fn is_unknown_script(error: &RedisError) -> bool {
    let errors = error.clone().into_server_errors();
    errors.is_some_and(|errors| errors.iter().any(|(_, error)| error.code() == "NOSCRIPT"))
}
