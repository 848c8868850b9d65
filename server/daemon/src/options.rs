//! The settings of a daemon.

use std::time::Duration;

use crate::keys::DocumentKeys;

/// The documents of a daemon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Documents {
    One(DocumentKeys),
    /// All documents whose prefix matches a pattern of Redis, shared with the other daemons of the group.
    Matching(String),
}

/// The settings of a daemon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub documents: Documents,
    /// The consumer group, the same for all daemons that share documents.
    pub group: String,
    /// The name of this daemon in the group.
    pub consumer: String,
    /// The time after which another daemon takes over the documents of a dead one.
    pub lease: Duration,
    /// Whether applied operations are removed from the streams.
    pub trim: bool,
    /// The number of results to keep in each stream of results.
    pub keep_results: usize,
    /// The port of the metrics on loopback.
    pub metrics: Option<u16>,
}

impl Options {
    /// The time between renewals of a claim.
    pub(crate) fn renewal(&self) -> Duration {
        self.lease / 3
    }

    pub(crate) fn lease_ms(&self) -> u64 {
        u64::try_from(self.lease.as_millis()).unwrap_or(u64::MAX)
    }
}
