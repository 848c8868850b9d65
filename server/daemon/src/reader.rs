//! Reads the entries of one stream ahead of the work on them.

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::entries::{self, Entry};
use crate::server::ServerError;
use crate::worker::Worker;

/// The number of entries that are read first. It doubles while they are small.
const FIRST_COUNT: usize = 16;
const MAX_COUNT: usize = 10_000;
/// The bytes that a batch should have.
const BATCH_BYTES: usize = 4 << 20;

/// Reads batches until it is dropped. A batch is empty if the time of a renewal has passed without an entry.
pub struct BatchReader {
    batches: mpsc::Receiver<Result<Vec<Entry>, ServerError>>,
    task: JoinHandle<()>,
}

impl BatchReader {
    /// Reads a stream from where its group is.
    pub fn start(worker: &Arc<Worker>, stream: &str) -> Self {
        // One batch waits while the next one is read.
        let (sender, batches) = mpsc::channel(1);
        let (worker, stream) = (Arc::clone(worker), stream.to_owned());
        let task = tokio::spawn(async move {
            if let Err(error) = read(&worker, &stream, &sender).await {
                let _ = sender.send(Err(error)).await;
            }
        });
        Self { batches, task }
    }

    /// # Errors
    /// If Redis does not answer.
    pub async fn next(&mut self) -> Result<Vec<Entry>, ServerError> {
        self.batches.recv().await.unwrap_or_else(|| Ok(Vec::new()))
    }
}

impl Drop for BatchReader {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn read(
    worker: &Worker,
    stream: &str,
    sender: &mpsc::Sender<Result<Vec<Entry>, ServerError>>,
) -> Result<(), ServerError> {
    let waiting = worker.options.renewal();
    let mut connection = worker.server.waiting(waiting).await?;
    let mut count = FIRST_COUNT;
    loop {
        let mut command = redis::cmd("XREADGROUP");
        command.arg("GROUP").arg(&worker.options.group).arg(&worker.options.consumer);
        command.arg("COUNT").arg(count).arg("BLOCK").arg(waiting.as_millis().max(1) as u64);
        command.arg("STREAMS").arg(stream).arg(">");
        let answer = command.query_async(&mut connection).await;
        let batch = entries::of_one_stream(answer.map_err(|error| worker.server.explain(&error))?);
        count = next_count(count, &batch);
        if sender.send(Ok(batch)).await.is_err() {
            return Ok(());
        }
    }
}

/// The number of entries to read next: a batch of large entries must fit into memory.
fn next_count(count: usize, batch: &[Entry]) -> usize {
    let bytes: usize = batch.iter().map(Entry::size).sum();
    if bytes > BATCH_BYTES {
        return (batch.len() * BATCH_BYTES / bytes).max(1);
    }
    if batch.len() == count && bytes <= BATCH_BYTES / 2 { (count * 2).min(MAX_COUNT) } else { count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_and_shrink_with_the_size_of_their_entries() {
        let batch = |number: usize, bytes: usize| {
            vec![Entry { id: String::new(), data: Some(vec![0; bytes]) }; number]
        };
        assert_eq!(next_count(16, &batch(16, 100)), 32);
        assert_eq!(next_count(16, &batch(15, 100)), 16);
        assert_eq!(next_count(10_000, &batch(10_000, 10)), 10_000);
        assert_eq!(next_count(16, &batch(16, 1 << 20)), 4);
        assert_eq!(next_count(1, &batch(1, 10 << 20)), 1);
    }
}
