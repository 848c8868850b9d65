//! Writes the batches of one document, in order.

use std::sync::Arc;

use tokio::task::JoinHandle;

use crate::activity::Activity;
use crate::batch::AppliedBatch;
use crate::keys::DocumentKeys;
use crate::results::OperationResult;
use crate::server::ServerError;
use crate::worker::{BatchWrite, ContentChange, Worker, Write};

/// The state of a document, as it is when all batches that were handed over are written.
pub struct DocumentWriter {
    worker: Arc<Worker>,
    keys: Arc<DocumentKeys>,
    epoch: i64,
    content: Arc<String>,
    last_id: String,
    /// The write that is not finished.
    writing: Option<JoinHandle<Result<Write, ServerError>>>,
}

impl DocumentWriter {
    pub fn new(
        worker: &Arc<Worker>,
        keys: &Arc<DocumentKeys>,
        epoch: i64,
        content: String,
        last_id: String,
    ) -> Self {
        let (worker, keys) = (Arc::clone(worker), Arc::clone(keys));
        Self { worker, keys, epoch, content: Arc::new(content), last_id, writing: None }
    }

    pub fn content(&self) -> &Arc<String> {
        &self.content
    }

    /// Writes a batch. A write before it must be finished. If it is refused, nothing more can be written.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn write(&mut self, batch: AppliedBatch) -> Result<Write, ServerError> {
        debug_assert!(!self.is_writing(), "a batch is not written before the one that it follows");
        let write = self.follow(batch);
        write.send(&self.worker, &self.keys, self.epoch).await
    }

    /// As [`DocumentWriter::write`], but does not wait for the answer of Redis. [`DocumentWriter::finish`] does.
    pub fn start(&mut self, batch: AppliedBatch) {
        debug_assert!(!self.is_writing(), "a batch is not written before the one that it follows");
        let write = self.follow(batch);
        let (worker, keys, epoch) = (Arc::clone(&self.worker), Arc::clone(&self.keys), self.epoch);
        self.writing = Some(tokio::spawn(async move { write.send(&worker, &keys, epoch).await }));
    }

    pub fn is_writing(&self) -> bool {
        self.writing.is_some()
    }

    /// Waits for the write that is not finished; without one, the answer is `Done`. It can be cancelled and called again.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn finish(&mut self) -> Result<Write, ServerError> {
        let Some(writing) = &mut self.writing else { return Ok(Write::Done) };
        let written = writing.await;
        self.writing = None;
        // After a panic, what Redis has is unknown: the state is read again.
        written.unwrap_or(Ok(Write::Refused))
    }

    fn follow(&mut self, batch: AppliedBatch) -> FollowingWrite {
        let last = batch.entries.last().map_or_else(|| self.last_id.clone(), |entry| entry.id.clone());
        let before = std::mem::replace(&mut self.last_id, last);
        let old_length = self.content.len();
        if let Some(content) = &batch.content {
            self.content = Arc::clone(content);
        }
        FollowingWrite { before, old_length, batch }
    }
}

/// A batch, and the state that it follows.
struct FollowingWrite {
    /// The id of the last entry before the batch.
    before: String,
    /// The bytes of the content before the batch.
    old_length: usize,
    batch: AppliedBatch,
}

impl FollowingWrite {
    async fn send(&self, worker: &Worker, keys: &DocumentKeys, epoch: i64) -> Result<Write, ServerError> {
        let Self { before, old_length, batch } = self;
        let content =
            batch.content.as_ref().map(|content| ContentChange { content, old_length: *old_length });
        let write = BatchWrite { before, entries: &batch.entries, results: &batch.results, content };
        let done = worker.write(keys, epoch, &write).await?;
        if done == Write::Done {
            count(&worker.activity, batch);
        }
        Ok(done)
    }
}

fn count(activity: &Activity, batch: &AppliedBatch) {
    debug_assert_eq!(batch.results.iter().map(|range| range.count).sum::<usize>(), batch.entries.len());
    activity.batches.add(1);
    activity.applied.add(batch.applied as u64);
    for range in &batch.results {
        match range.result {
            OperationResult::Applied => {}
            OperationResult::TargetNotFound { .. } => activity.target_not_found.add(1),
            OperationResult::Conflict { .. } => activity.conflicts.add(1),
            OperationResult::Refused { .. } => activity.refused.add(1),
        }
    }
}
