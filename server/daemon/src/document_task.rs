//! The work on one document, from its claim until it is given up.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use thiserror::Error;
use tokio_util::sync::CancellationToken;

use crate::activity::{Activity, Counter};
use crate::batch::{self, AppliedBatch};
use crate::entries::Entry;
use crate::keys::DocumentKeys;
use crate::reader::BatchReader;
use crate::results::OperationResult;
use crate::server::ServerError;
use crate::worker::{BatchWrite, Claim, ClaimedDocument, ContentChange, Worker, Write};

/// The number of applied operations after which the content is parsed again. A document without edits is written faster.
const MAX_EDITS: usize = 128;

/// An error that ends the work on a document. Nothing is lost: the work starts again later.
#[derive(Debug, Error)]
pub enum DocumentError {
    #[error(transparent)]
    Server(#[from] ServerError),
    #[error(
        "the content in {key} is not an AGD document ({reason}): correct it with `agmark agd seed --replace`"
    )]
    Content { key: String, reason: String },
}

/// Why the work on a claimed document ended.
enum Ending {
    Stopped,
    /// The state must be read again.
    Again {
        collect: bool,
    },
}

/// Claims a document and works on it until `stop`, or until another daemon has it.
///
/// # Errors
/// If Redis does not answer, or the content is invalid.
pub async fn work(
    worker: Arc<Worker>,
    keys: &DocumentKeys,
    stop: &CancellationToken,
) -> Result<(), DocumentError> {
    let mut collect = true;
    let mut owned = false;
    loop {
        let claimed = match worker.claim(keys).await? {
            Claim::Claimed(claimed) => claimed,
            Claim::HeldByOther => {
                worker.activity.lost_claims.add(u64::from(owned));
                return Ok(());
            }
        };
        owned = true;
        worker.activity.claims.add(1);
        let _owned = Owned::new(&worker.activity.documents);
        match own(&worker, keys, &claimed, collect, stop).await {
            Ok(Ending::Stopped) => return Ok(worker.release(keys).await?),
            Ok(Ending::Again { collect: next }) => collect = next,
            Err(error @ DocumentError::Content { .. }) => {
                // Another daemon cannot read it either, but the claim would hide a correction.
                worker.release(keys).await?;
                return Err(error);
            }
            Err(error) => return Err(error),
        }
    }
}

/// Counts a document while the daemon has it.
struct Owned<'a>(&'a Counter);

impl<'a> Owned<'a> {
    fn new(counter: &'a Counter) -> Self {
        counter.add(1);
        Self(counter)
    }
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        self.0.subtract(1);
    }
}

async fn own(
    worker: &Arc<Worker>,
    keys: &DocumentKeys,
    claimed: &ClaimedDocument,
    mut collect: bool,
    stop: &CancellationToken,
) -> Result<Ending, DocumentError> {
    let invalid = |reason: String| DocumentError::Content { key: keys.state.clone(), reason };
    let text = std::str::from_utf8(&claimed.content).map_err(|error| invalid(error.to_string()))?;
    let mut written = Written { content: text.to_owned(), last_id: claimed.last_id.clone() };
    let mut reader = BatchReader::start(worker, &keys.stream);
    // Another daemon may have read an entry while it lost its claim. It stays pending, and no batch follows it.
    let mut pending = String::new();
    loop {
        let text = written.content.clone();
        let mut document = agd::parse(&text).map_err(|error| invalid(error.to_string()))?;
        let mut edits = 0;
        while edits < MAX_EDITS {
            let entries = tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(Ending::Stopped),
                entries = reader.next() => entries?,
            };
            if entries.is_empty() {
                match worker.renew(keys, claimed.epoch).await? {
                    Some(first) if first.is_empty() || first != pending => pending = first,
                    _ => return Ok(Ending::Again { collect }),
                }
                continue;
            }
            let size = written.content.len();
            let applying = AssertUnwindSafe(|| batch::apply(&mut document, size, &entries, collect));
            let Ok(Ok(batch)) = catch_unwind(applying) else {
                // The document may be half changed. The batch is read again and applied with more care.
                return Ok(Ending::Again { collect: false });
            };
            if written.write(worker, keys, claimed.epoch, &document, &entries, &batch).await?
                == Write::Refused
            {
                return Ok(Ending::Again { collect });
            }
            pending.clear();
            collect = true;
            edits += batch.applied;
            count(&worker.activity, &batch, &entries);
        }
    }
}

/// What Redis has of a document.
struct Written {
    content: String,
    last_id: String,
}

impl Written {
    /// Writes a batch that was applied to the document.
    async fn write(
        &mut self,
        worker: &Worker,
        keys: &DocumentKeys,
        epoch: i64,
        document: &agd::Document<'_>,
        entries: &[Entry],
        batch: &AppliedBatch,
    ) -> Result<Write, DocumentError> {
        let content = (batch.applied > 0).then(|| agd::serialize(document));
        let old_length = self.content.len();
        let change = content.as_deref().map(|content| ContentChange { content, old_length });
        let write = BatchWrite { before: &self.last_id, entries, results: &batch.results, content: change };
        let done = worker.write(keys, epoch, &write).await?;
        if done == Write::Done {
            if let Some(content) = content {
                self.content = content;
            }
            if let Some(last) = entries.last() {
                self.last_id.clone_from(&last.id);
            }
        }
        Ok(done)
    }
}

fn count(activity: &Activity, batch: &AppliedBatch, entries: &[Entry]) {
    debug_assert_eq!(batch.results.iter().map(|range| range.count).sum::<usize>(), entries.len());
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
