//! The work on one document, from its claim until it is given up.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use thiserror::Error;
use tokio_util::sync::CancellationToken;

use crate::activity::Counter;
use crate::batch::{self, AppliedBatch};
use crate::document_writer::DocumentWriter;
use crate::entries::Entry;
use crate::keys::DocumentKeys;
use crate::reader::BatchReader;
use crate::server::ServerError;
use crate::worker::{Claim, ClaimedDocument, Worker, Write};

/// The number of applied operations after which the content is parsed again. A document without edits is written faster.
const MAX_EDITS: usize = 128;
/// The number of operations of a batch that is applied in a separate thread, while the batch before it is written and
/// the one after it is read.
const LONG_BATCH: usize = 512;

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
    Failed(DocumentError),
}

impl<E: Into<DocumentError>> From<E> for Ending {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
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
    let keys = Arc::new(keys.clone());
    let mut collect = true;
    let mut owned = false;
    loop {
        let claimed = match worker.claim(&keys).await? {
            Claim::Claimed(claimed) => claimed,
            Claim::HeldByOther => {
                worker.activity.lost_claims.add(u64::from(owned));
                return Ok(());
            }
        };
        owned = true;
        worker.activity.claims.add(1);
        let _owned = Owned::new(&worker.activity.documents);
        let ending = match ClaimedWork::start(&worker, &keys, claimed, collect, stop) {
            Ok(work) => work.run().await,
            Err(error) => error.into(),
        };
        match ending {
            Ending::Stopped => return Ok(worker.release(&keys).await?),
            Ending::Again { collect: next } => collect = next,
            Ending::Failed(error @ DocumentError::Content { .. }) => {
                // Another daemon cannot read it either, but the claim would hide a correction.
                worker.release(&keys).await?;
                return Err(error);
            }
            Ending::Failed(error) => return Err(error),
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

/// The work on a claimed document.
struct ClaimedWork<'w> {
    worker: &'w Worker,
    keys: &'w DocumentKeys,
    stop: &'w CancellationToken,
    epoch: i64,
    reader: BatchReader,
    writer: DocumentWriter,
    /// Whether items for one list are collected.
    collect: bool,
    /// Another daemon may have read an entry while it lost its claim. It stays pending, and no batch follows it.
    pending: String,
}

impl<'w> ClaimedWork<'w> {
    fn start(
        worker: &'w Arc<Worker>,
        keys: &'w Arc<DocumentKeys>,
        claimed: ClaimedDocument,
        collect: bool,
        stop: &'w CancellationToken,
    ) -> Result<Self, DocumentError> {
        let content =
            String::from_utf8(claimed.content).map_err(|error| invalid(keys, &error.utf8_error()))?;
        let epoch = claimed.epoch;
        let writer = DocumentWriter::new(worker, keys, epoch, content, claimed.last_id);
        let reader = BatchReader::start(worker, &keys.stream);
        Ok(Self { worker, keys, stop, epoch, reader, writer, collect, pending: String::new() })
    }

    async fn run(mut self) -> Ending {
        let Err(ending) = self.apply_all().await;
        ending
    }

    async fn apply_all(&mut self) -> Result<std::convert::Infallible, Ending> {
        let mut entries = Vec::new();
        loop {
            let content = Arc::clone(self.writer.content());
            if entries.len() >= LONG_BATCH {
                self.apply_long(content, entries).await?;
                entries = self.next().await?;
                continue;
            }
            let mut document = agd::parse(&content).map_err(|error| invalid(self.keys, &error))?;
            let mut edits = 0;
            while edits < MAX_EDITS && entries.len() < LONG_BATCH {
                if !entries.is_empty() {
                    let size = self.writer.content().len();
                    let batch = apply(&mut document, size, entries, self.collect);
                    let batch = batch.ok_or(Ending::Again { collect: false })?;
                    self.collect = true;
                    edits += batch.applied;
                    let write = self.writer.write(batch).await?;
                    self.is_written(write)?;
                }
                entries = self.next().await?;
            }
        }
    }

    /// Applies a long batch in another thread while the batch before it is written.
    async fn apply_long(&mut self, content: Arc<String>, entries: Vec<Entry>) -> Result<(), Ending> {
        let collect = self.collect;
        let applying = tokio::task::spawn_blocking(move || {
            let mut document = agd::parse(&content).map_err(|error| error.to_string())?;
            Ok(apply(&mut document, content.len(), entries, collect))
        });
        let applied = applying.await.unwrap_or(Ok(None));
        let batch = applied.map_err(|error: String| invalid(self.keys, &error))?;
        let batch = batch.ok_or(Ending::Again { collect: false })?;
        self.collect = true;
        self.written().await?;
        self.writer.start(batch);
        Ok(())
    }

    /// The next batch. It is not empty.
    async fn next(&mut self) -> Result<Vec<Entry>, Ending> {
        loop {
            let entries = tokio::select! {
                biased;
                () = self.stop.cancelled() => {
                    self.writer.finish().await?;
                    return Err(Ending::Stopped);
                }
                write = self.writer.finish(), if self.writer.is_writing() => {
                    self.is_written(write?)?;
                    continue;
                }
                entries = self.reader.next() => entries?,
            };
            if !entries.is_empty() {
                self.pending.clear();
                return Ok(entries);
            }
            self.written().await?;
            match self.worker.renew(self.keys, self.epoch).await? {
                Some(first) if first.is_empty() || first != self.pending => self.pending = first,
                _ => return Err(Ending::Again { collect: self.collect }),
            }
        }
    }

    /// Waits until everything that was applied is written.
    async fn written(&mut self) -> Result<(), Ending> {
        let write = self.writer.finish().await?;
        self.is_written(write)
    }

    fn is_written(&self, write: Write) -> Result<(), Ending> {
        match write {
            Write::Done => Ok(()),
            Write::Refused => Err(Ending::Again { collect: self.collect }),
        }
    }
}

fn invalid(keys: &DocumentKeys, reason: &dyn std::fmt::Display) -> DocumentError {
    DocumentError::Content { key: keys.state.clone(), reason: reason.to_string() }
}

/// Applies a batch. `None` if that was not possible: the document may be half changed, and the batch must be read again
/// and applied with more care.
fn apply(
    document: &mut agd::Document<'_>,
    size: usize,
    entries: Vec<Entry>,
    collect: bool,
) -> Option<AppliedBatch> {
    catch_unwind(AssertUnwindSafe(|| batch::apply(document, size, entries, collect))).ok()?.ok()
}
