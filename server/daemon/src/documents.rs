//! The documents of a daemon, and its share of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use redis::RedisResult;

use crate::keys::DocumentKeys;
use crate::options::Documents;
use crate::scripts;
use crate::server::ServerError;
use crate::worker::Worker;

/// The minimum time between two searches for documents.
const SEARCHING: Duration = Duration::from_secs(1);
/// A search takes at most this part of the time.
const PART: u32 = 10;
/// The number of keys that Redis looks at in one step.
const STEP: usize = 1000;

/// The documents of a daemon.
pub struct DocumentList {
    worker: Arc<Worker>,
    found: Vec<DocumentKeys>,
    next_search: Option<Instant>,
}

impl DocumentList {
    pub fn new(worker: Arc<Worker>) -> Self {
        Self { worker, found: Vec::new(), next_search: None }
    }

    /// All documents, also those of other daemons.
    pub async fn documents(&mut self) -> Result<Vec<DocumentKeys>, ServerError> {
        let pattern = match &self.worker.options.documents {
            Documents::One(keys) => return Ok(vec![keys.clone()]),
            Documents::Matching(pattern) => DocumentKeys::streams(pattern),
        };
        let start = Instant::now();
        if self.next_search.is_none_or(|next| next <= start) {
            self.found = self.search(&pattern).await?;
            self.next_search = Some(Instant::now() + (start.elapsed() * PART).max(SEARCHING));
        }
        Ok(self.found.clone())
    }

    async fn search(&self, pattern: &str) -> Result<Vec<DocumentKeys>, ServerError> {
        let mut commands = self.worker.commands.clone();
        let mut streams: Vec<String> = Vec::new();
        let mut cursor = 0_u64;
        loop {
            let mut scan = redis::cmd("SCAN");
            scan.arg(cursor).arg("MATCH").arg(pattern).arg("COUNT").arg(STEP).arg("TYPE").arg("stream");
            let step: RedisResult<(u64, Vec<String>)> = scan.query_async(&mut commands).await;
            let (next, found) = step.map_err(|error| self.worker.server.explain(&error))?;
            streams.extend(found);
            if next == 0 {
                break;
            }
            cursor = next;
        }
        // A key can be found more than once.
        streams.sort_unstable();
        streams.dedup();
        Ok(streams.iter().filter_map(|stream| DocumentKeys::of_stream(stream)).collect())
    }

    /// The number of documents that this daemon should have at most.
    pub async fn share(&self, documents: usize) -> Result<usize, ServerError> {
        let Some(members) = self.members() else { return Ok(usize::MAX) };
        let mut commands = self.worker.commands.clone();
        let mut call = scripts::MEMBERS.prepare_invoke();
        call.key(members).arg(&self.worker.token).arg(self.worker.options.lease_ms());
        let count: RedisResult<usize> = call.invoke_async(&mut commands).await;
        match count.map_err(|error| self.worker.server.explain(&error)) {
            Ok(count) => Ok(documents.div_ceil(count.max(1))),
            // The key is on another node: each daemon takes what is free.
            Err(ServerError::Cluster { .. }) => Ok(usize::MAX),
            Err(error) => Err(error),
        }
    }

    /// The documents without a claim, or with one of this daemon.
    pub async fn unclaimed(&self, documents: Vec<DocumentKeys>) -> Result<Vec<DocumentKeys>, ServerError> {
        if documents.is_empty() {
            return Ok(documents);
        }
        let mut commands = self.worker.commands.clone();
        let mut pipe = redis::pipe();
        for keys in &documents {
            pipe.cmd("GET").arg(&keys.claim);
        }
        let claims: RedisResult<Vec<Option<String>>> = pipe.query_async(&mut commands).await;
        let claims = claims.map_err(|error| self.worker.server.explain(&error))?;
        let is_free = |claim: &Option<String>| claim.as_ref().is_none_or(|token| *token == self.worker.token);
        Ok(documents
            .into_iter()
            .zip(claims)
            .filter(|(_, claim)| is_free(claim))
            .map(|(keys, _)| keys)
            .collect())
    }

    /// Tells the other daemons that this one has ended, so that they take its documents at once.
    pub async fn leave(&self) {
        let Some(members) = self.members() else { return };
        let mut commands = self.worker.commands.clone();
        // Without this, its membership ends by itself.
        let _: RedisResult<()> =
            redis::cmd("ZREM").arg(members).arg(&self.worker.token).query_async(&mut commands).await;
    }

    /// The key of the set of daemons that share these documents.
    fn members(&self) -> Option<String> {
        let Documents::Matching(pattern) = &self.worker.options.documents else { return None };
        Some(format!("agdd:{}:{pattern}:daemons", self.worker.options.group))
    }
}
