//! What all tasks of a daemon share, and the calls of the scripts.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use redis::aio::ConnectionManager;
use redis::{FromRedisValue, ScriptInvocation};

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

/// A batch to write.
pub struct BatchWrite<'b> {
    /// The id of the last entry before the batch.
    pub before: &'b str,
    pub entries: &'b [Entry],
    pub results: &'b [ResultRange],
    /// The new content; `None` if it has not changed.
    pub content: Option<&'b str>,
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
        call.key(&keys.state).key(&keys.stream).key(&keys.claim).key(&keys.results);
        call.arg(&self.token).arg(epoch).arg(self.options.lease_ms()).arg(&self.options.group);
        call.arg(batch.before).arg(&first.id).arg(&last.id).arg(status);
        call.arg(self.options.keep_results).arg(u8::from(self.options.trim));
        call.arg(u8::from(batch.content.is_some())).arg(batch.content.unwrap_or_default());
        call.arg(batch.results.len());
        for range in batch.results {
            let fields = range.fields();
            call.arg(fields.len()).arg(fields);
        }
        for entry in batch.entries {
            call.arg(&entry.id);
        }
        let answer: String = self.call(&call).await?;
        Ok(if answer == "ok" { Write::Done } else { Write::Refused })
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
