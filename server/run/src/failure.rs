//! What went wrong in a run, at the place in a program that it belongs to: also where the run went on.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use agmark_syntax::Span;

use crate::error::RunError;
use crate::program::Agent;

/// Something that went wrong at a place of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The program's file.
    pub path: PathBuf,
    /// Where in its text.
    pub span: Span,
    /// Holds no key.
    pub message: String,
    /// How often it went wrong in the same way.
    pub times: u32,
}

/// The failures of a run, in their order.
#[derive(Debug, Default)]
pub(crate) struct Failures(Mutex<Vec<Failure>>);

impl Failure {
    /// What a program failed of, where that belongs to a place in it.
    pub fn of(agent: &Agent, error: &RunError) -> Vec<Self> {
        let here = |span: Option<Span>, message: String| {
            span.map(|span| Self { path: agent.path.clone(), span, message, times: 1 })
        };
        let one = match error {
            RunError::Input { mismatches, .. } => {
                let each = mismatches.iter().filter_map(|mismatch| {
                    let missing =
                        mismatch.missing.as_deref().map(|name| format!("/{}", crate::schema::escaped(name)));
                    let pointer = format!("{}{}", mismatch.pointer, missing.unwrap_or_default());
                    here(
                        agent.program.schema_place("input", &pointer),
                        format!("the input does not fit: {mismatch}"),
                    )
                });
                return each.collect();
            }
            RunError::Server(server) => here(server_place(agent, &server.name), error.to_string()),
            RunError::Render { path, error: fault } => {
                Some(Self { path: path.clone(), span: fault.span, message: error.to_string(), times: 1 })
            }
            RunError::Iterations { .. } => here(agent.program.schema_place("output", ""), error.to_string()),
            _ => None,
        };
        one.into_iter().collect()
    }
}

impl Failures {
    /// A tool of a server has failed.
    pub fn server(&self, agent: &Agent, server: &str, message: String) {
        if let Some(span) = server_place(agent, server) {
            self.add(Failure { path: agent.path.clone(), span, message, times: 1 });
        }
    }

    /// An imported program has failed: at its own place, and where it is imported.
    pub fn import(&self, caller: &Agent, called: &Agent, error: &RunError) {
        Failure::of(called, error).into_iter().for_each(|failure| self.add(failure));
        if let Some(span) = import_place(caller, &called.path) {
            let message = format!("`{}` failed: {error}", called.program.name);
            self.add(Failure { path: caller.path.clone(), span, message, times: 1 });
        }
    }

    fn add(&self, failure: Failure) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |known: &&mut Failure| {
            (&known.path, known.span, &known.message) == (&failure.path, failure.span, &failure.message)
        };
        match all.iter_mut().find(same) {
            Some(known) => known.times = known.times.saturating_add(1),
            None => all.push(failure),
        }
    }

    /// All so far.
    pub fn all(&self) -> Vec<Failure> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn server_place(agent: &Agent, name: &str) -> Option<Span> {
    agent.program.servers.iter().find(|known| known.name == name).map(|known| known.span)
}

/// Imports stand in the order in which they are written.
fn import_place(caller: &Agent, called: &Path) -> Option<Span> {
    let at = caller.imports.iter().position(|known| known.path == called)?;
    caller.program.imports.get(at).map(|import| import.span)
}
