//! The diagnostics of the other open documents while a person types in one.
//!
//! An unfinished name or manifest causes diagnostics in documents that use it. They wait for the same pause as those
//! in the document itself. Until then, another document shows only diagnostics that it would also show in the
//! workspace before the person started to type.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agmark_syntax::{Document, Findings, Settings};

use crate::typing::{KnownDiagnostics, without};

/// Checks a document in the workspace before the person started to type.
pub type CheckBefore = Box<dyn Fn(&Path, &Document, &Settings) -> Findings + Send + Sync>;

/// An open document with the number of its last change.
pub struct DocumentState<'a> {
    pub path: &'a Arc<Path>,
    pub state: u64,
    pub document: &'a Document,
    pub settings: &'a Settings,
}

/// The moment before a person started to type.
pub struct BeforeTyping {
    /// The documents that were open.
    open: HashSet<Arc<Path>>,
    check: CheckBefore,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The diagnostics that documents would show, by key, with the state for which they were computed.
    known: HashMap<Arc<Path>, (u64, Arc<KnownDiagnostics>)>,
    /// Documents whose diagnostics were not all shown.
    held: HashSet<Arc<Path>>,
    over: bool,
}

impl BeforeTyping {
    pub fn new(open: HashSet<Arc<Path>>, check: CheckBefore) -> Self {
        Self { open, check, state: Mutex::default() }
    }

    /// Whether diagnostics of a document wait.
    pub fn holds(&self, path: &Path) -> bool {
        let state = self.state();
        !state.over && state.held.contains(path)
    }

    /// Ends the typing, also for running questions. Returns the documents whose diagnostics were not all shown.
    pub fn end(&self) -> HashSet<Arc<Path>> {
        let mut state = self.state();
        state.over = true;
        std::mem::take(&mut state.held)
    }

    /// The diagnostics of a document that do not wait.
    pub fn shown(&self, asked: &DocumentState<'_>, findings: Findings) -> Findings {
        // A document that was opened since then shows all diagnostics.
        if findings.is_empty() || !self.open.contains(asked.path) {
            return findings;
        }
        let new = self.known(asked).new_ones(&findings, &vec![false; findings.len()]);
        let mut state = self.state();
        if state.over {
            return findings;
        }
        if !new.contains(&true) {
            state.held.remove(asked.path);
            return findings;
        }
        state.held.insert(Arc::clone(asked.path));
        drop(state);
        without(findings, &new)
    }

    /// The diagnostics that the document would show in the earlier workspace.
    fn known(&self, asked: &DocumentState<'_>) -> Arc<KnownDiagnostics> {
        let wanted = asked.state;
        if let Some((state, known)) = self.state().known.get(asked.path)
            && *state == wanted
        {
            return Arc::clone(known);
        }
        let findings = (self.check)(asked.path, asked.document, asked.settings);
        let known = Arc::new(KnownDiagnostics::of(&findings));
        self.state().known.insert(Arc::clone(asked.path), (wanted, Arc::clone(&known)));
        known
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
