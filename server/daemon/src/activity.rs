//! What the daemon does, counted: for the line that it logs each second at most, and for the metrics.

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A counter.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }

    pub fn subtract(&self, number: u64) {
        self.0.fetch_sub(number, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// All counters, since the start.
#[derive(Debug, Default)]
pub struct Activity {
    pub applied: Counter,
    pub target_not_found: Counter,
    pub conflicts: Counter,
    pub refused: Counter,
    pub batches: Counter,
    /// The documents that this daemon works on now.
    pub documents: Counter,
    pub claims: Counter,
    /// How often another daemon took over a document.
    pub lost_claims: Counter,
    pub errors: Counter,
    problem: Mutex<Problem>,
}

/// The last problem that was not logged yet.
#[derive(Debug, Default)]
struct Problem {
    text: String,
    count: usize,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogEvent {
    Problem(String),
    Progress(String),
}

impl Activity {
    /// Reports a problem. Of several in the same second, the last is logged.
    pub fn problem(&self, text: String) {
        self.errors.add(1);
        if let Ok(mut problem) = self.problem.lock() {
            problem.text = text;
            problem.count += 1;
        }
    }

    /// The next line of the log; `None` if nothing has happened. `last` are the counts of the last line.
    pub fn next_event(&self, last: &mut (u64, u64)) -> Option<LogEvent> {
        let problem =
            self.problem.lock().map(|mut problem| std::mem::take(&mut *problem)).unwrap_or_default();
        if problem.count > 0 {
            let Problem { mut text, count } = problem;
            if count > 1 {
                text.push_str(&format!(" (and {} more in this second)", count - 1));
            }
            return Some(LogEvent::Problem(text));
        }
        let others = self.target_not_found.get() + self.conflicts.get() + self.refused.get();
        let now = (self.applied.get(), others);
        if now == *last {
            return None;
        }
        let (applied, others) = (now.0 - last.0, now.1 - last.1);
        *last = now;
        let documents = self.documents.get();
        Some(LogEvent::Progress(format!("{applied} applied, {others} not applied, documents: {documents}")))
    }

    /// The counters in the text format of Prometheus.
    pub fn metrics(&self) -> String {
        let mut out = String::from("# HELP agdd_operations_total Operations, by their result.\n");
        out.push_str("# TYPE agdd_operations_total counter\n");
        let results = [
            ("applied", &self.applied),
            ("target_not_found", &self.target_not_found),
            ("conflict", &self.conflicts),
            ("refused", &self.refused),
        ];
        for (status, counter) in results {
            let _ = writeln!(out, "agdd_operations_total{{status=\"{status}\"}} {}", counter.get());
        }
        for (name, kind, help, counter) in [
            ("agdd_batches_total", "counter", "Batches that were written.", &self.batches),
            ("agdd_documents", "gauge", "Documents that this daemon works on.", &self.documents),
            ("agdd_claims_total", "counter", "Documents that were claimed.", &self.claims),
            (
                "agdd_lost_claims_total",
                "counter",
                "Documents that another daemon took over.",
                &self.lost_claims,
            ),
            ("agdd_errors_total", "counter", "Errors of Redis and of documents.", &self.errors),
        ] {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {}", counter.get());
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_one_line() {
        let activity = Activity::default();
        let mut last = (0, 0);
        assert_eq!(activity.next_event(&mut last), None);
        activity.applied.add(3);
        activity.refused.add(1);
        activity.problem("one".to_owned());
        activity.problem("two".to_owned());
        let problem = LogEvent::Problem("two (and 1 more in this second)".to_owned());
        assert_eq!(activity.next_event(&mut last), Some(problem));
        let progress = LogEvent::Progress("3 applied, 1 not applied, documents: 0".to_owned());
        assert_eq!(activity.next_event(&mut last), Some(progress));
        assert_eq!(activity.next_event(&mut last), None);
        assert!(activity.metrics().contains("\nagdd_operations_total{status=\"applied\"} 3\n"));
    }
}
