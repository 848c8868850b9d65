//! The daemon: finds documents, and starts and ends the work on them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHasher;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::activity::LogEvent;
use crate::document_task::{self, DocumentError};
use crate::documents::DocumentList;
use crate::keys::DocumentKeys;
use crate::metrics_server;
use crate::options::Options;
use crate::server::{Server, ServerError};
use crate::worker::Worker;

/// The time between two lines of the log.
const LOGGING: Duration = Duration::from_secs(1);
/// The time until a document with an error is tried again: it doubles up to the second one.
const RETRY: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(1));

/// A daemon that was not started yet.
pub struct Daemon {
    worker: Arc<Worker>,
    metrics: Option<TcpListener>,
}

/// The reason that a daemon cannot start.
#[derive(Debug, Error)]
pub enum DaemonError {
    #[error(transparent)]
    Server(#[from] ServerError),
    #[error("port {port} for the metrics cannot be opened: {error}")]
    Metrics { port: u16, error: std::io::Error },
}

impl Daemon {
    /// Opens the port of the metrics. Redis may be unreachable still.
    ///
    /// # Errors
    /// If the port is in use.
    pub async fn new(server: Server, options: Options) -> Result<Self, DaemonError> {
        let metrics = match options.metrics {
            Some(port) => {
                let opened = metrics_server::open(port).await;
                Some(opened.map_err(|error| DaemonError::Metrics { port, error })?)
            }
            None => None,
        };
        Ok(Self { worker: Arc::new(Worker::new(server, options)?), metrics })
    }

    /// The port of the metrics.
    pub fn metrics_port(&self) -> Option<u16> {
        self.metrics.as_ref().and_then(|listener| listener.local_addr().ok()).map(|address| address.port())
    }

    /// Works until `stop`. Then it finishes its batches and gives up its claims. `log` gets at most one event a second.
    pub async fn run(self, log: impl Fn(LogEvent), stop: CancellationToken) {
        let activity = Arc::clone(&self.worker.activity);
        let serving = self.metrics.map(|listener| metrics_server::serve(listener, Arc::clone(&activity)));
        let serving = async move {
            if let Some(serving) = serving {
                serving.await;
            }
            std::future::pending::<()>().await;
        };
        let logging = async {
            let mut last = (0, 0);
            loop {
                tokio::time::sleep(LOGGING).await;
                activity.next_event(&mut last).into_iter().for_each(&log);
            }
        };
        tokio::select! {
            () = supervise(self.worker, stop) => {}
            () = serving => {}
            () = logging => {}
        }
    }
}

/// The tasks of a daemon.
struct Tasks {
    worker: Arc<Worker>,
    set: JoinSet<(DocumentKeys, Result<(), DocumentError>)>,
    running: HashMap<DocumentKeys, CancellationToken>,
    /// Documents with an error: when they are tried again, and how long they waited.
    delayed: HashMap<DocumentKeys, (Instant, Duration)>,
}

async fn supervise(worker: Arc<Worker>, stop: CancellationToken) {
    let mut list = DocumentList::new(Arc::clone(&worker));
    let mut tasks = Tasks {
        worker: Arc::clone(&worker),
        set: JoinSet::new(),
        running: HashMap::new(),
        delayed: HashMap::new(),
    };
    let period = worker.options.renewal().clamp(Duration::from_millis(20), Duration::from_secs(1));
    let mut tick = tokio::time::interval(period);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            Some(ended) = tasks.set.join_next(), if !tasks.set.is_empty() => tasks.ended(ended),
            _ = tick.tick() => {
                let assigned = tokio::select! {
                    () = stop.cancelled() => break,
                    assigned = tasks.assign(&mut list) => assigned,
                };
                if let Err(error) = assigned {
                    worker.activity.problem(error.to_string());
                }
            }
        }
    }
    tasks.running.values().for_each(CancellationToken::cancel);
    while tasks.set.join_next().await.is_some() {}
    list.leave().await;
}

impl Tasks {
    /// Starts work on documents that no daemon has, and gives up documents of which other daemons have too few.
    async fn assign(&mut self, list: &mut DocumentList) -> Result<(), ServerError> {
        let now = Instant::now();
        let documents = list.documents().await?;
        let share = list.share(documents.len()).await?;
        let surplus = self.running.len().saturating_sub(share);
        self.running.values().take(surplus).for_each(CancellationToken::cancel);
        let room = share.saturating_sub(self.running.len());
        let mut free: Vec<DocumentKeys> = documents
            .into_iter()
            .filter(|keys| !self.running.contains_key(keys))
            .filter(|keys| self.delayed.get(keys).is_none_or(|(until, _)| *until <= now))
            .collect();
        // Each daemon tries them in another order.
        let hasher = BuildHasherDefault::<FxHasher>::default();
        free.sort_by_cached_key(|keys| hasher.hash_one((&self.worker.token, &keys.stream)));
        let free = if room == 0 { Vec::new() } else { list.unclaimed(free).await? };
        free.into_iter().take(room).for_each(|keys| self.start(keys));
        Ok(())
    }

    fn start(&mut self, keys: DocumentKeys) {
        let stop = CancellationToken::new();
        self.running.insert(keys.clone(), stop.clone());
        let worker = Arc::clone(&self.worker);
        self.set.spawn(async move {
            let result = document_task::work(worker, &keys, &stop).await;
            (keys, result)
        });
    }

    fn ended(&mut self, ended: Result<(DocumentKeys, Result<(), DocumentError>), tokio::task::JoinError>) {
        let (keys, result) = match ended {
            Ok(ended) => ended,
            Err(error) => {
                // The document of a task that panicked is unknown: all documents are assigned again.
                self.worker.activity.problem(format!("internal error: {error}"));
                self.running.retain(|_, stop| {
                    stop.cancel();
                    false
                });
                return;
            }
        };
        self.running.remove(&keys);
        match (result, self.delayed.entry(keys)) {
            (Ok(()), Entry::Occupied(entry)) => drop(entry.remove()),
            (Ok(()), Entry::Vacant(_)) => {}
            (Err(error), entry) => {
                self.worker.activity.problem(format!("{}: {error}", entry.key().stream));
                let (first, longest) = RETRY;
                let (until, delay) = entry.or_insert((Instant::now(), first / 2));
                // An error after a long time of work is not a repeated one.
                let idle = until.elapsed() > longest;
                *delay = if idle { first } else { (*delay * 2).min(longest) };
                *until = Instant::now() + *delay;
            }
        }
    }
}
