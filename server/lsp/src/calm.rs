//! What the other open documents show while a person types in one.
//!
//! A half-written name or an unfinished manifest makes findings in documents that use it. They wait for the same pause as
//! those in the document itself: until then, another document shows nothing that it would not show in the workspace as it
//! was before the person began to type.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agmark_syntax::Diagnostic;
use agmark_syntax::diagnostics::diagnose;

use crate::burst::{Known, without};
use crate::snapshot::{Asked, Snapshot};

/// The moment before a person began to type.
pub struct Calm {
    before: Snapshot,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What documents would show, by key, with the state for which this was looked up.
    known: HashMap<Arc<Path>, (u64, Arc<Known>)>,
    /// Documents of which somebody was not shown everything.
    held: HashSet<Arc<Path>>,
    over: bool,
}

impl Calm {
    pub fn new(before: &Snapshot) -> Self {
        Self { before: Snapshot { calm: None, ..before.clone() }, state: Mutex::default() }
    }

    /// Whether findings of a document wait.
    pub fn holds(&self, path: &Path) -> bool {
        let state = self.state();
        !state.over && state.held.contains(path)
    }

    /// Says that the person has stopped: also for questions that are on their way. Gives the documents of which somebody
    /// was not shown everything.
    pub fn end(&self) -> HashSet<Arc<Path>> {
        let mut state = self.state();
        state.over = true;
        std::mem::take(&mut state.held)
    }

    /// The findings of a document that do not wait.
    pub fn shown(&self, asked: &Asked<'_>, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
        // A document that was opened meanwhile shows everything.
        if findings.is_empty() || !self.before.documents.contains_key(&asked.path) {
            return findings;
        }
        let new = self.known(asked).new_ones(&findings, &vec![false; findings.len()]);
        let mut state = self.state();
        if state.over {
            return findings;
        }
        if !new.contains(&true) {
            state.held.remove(&asked.path);
            return findings;
        }
        state.held.insert(Arc::clone(&asked.path));
        drop(state);
        without(findings, &new)
    }

    /// What the document would show in the workspace as it was.
    fn known(&self, asked: &Asked<'_>) -> Arc<Known> {
        let wanted = asked.open.state;
        if let Some((state, known)) = self.state().known.get(&asked.path)
            && *state == wanted
        {
            return Arc::clone(known);
        }
        let view = self.before.view(&asked.path, &**asked.document.format());
        let known: Arc<Known> =
            Arc::new(diagnose(asked.document, &view, &asked.open.settings).into_iter().collect());
        self.state().known.insert(Arc::clone(&asked.path), (wanted, Arc::clone(&known)));
        known
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
