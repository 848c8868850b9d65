//! Errors of a run with their positions in a program, even if the run continued.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use agmark_syntax::Span;

use crate::error::RunError;
use crate::program::Agent;

/// An error at a position in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The program's file.
    pub path: PathBuf,
    /// The position in its text.
    pub span: Span,
    /// Without the key of the model.
    pub message: String,
    /// How often the same error occurred.
    pub times: u32,
}

/// The failures of a run in the order of time.
#[derive(Debug, Default)]
pub(crate) struct Failures(Mutex<Vec<Failure>>);

impl Failure {
    /// The failures of a program for an error, if the error has a position.
    pub fn of(agent: &Agent, error: &RunError) -> Vec<Self> {
        let at = |span: Option<Span>, message: String| {
            span.map(|span| Self { path: agent.path.clone(), span, message, times: 1 })
        };
        let failure = match error {
            RunError::Input { mismatches, .. } => {
                let each = mismatches.iter().filter_map(|mismatch| {
                    let missing =
                        mismatch.missing.as_deref().map(|name| format!("/{}", crate::schema::escaped(name)));
                    let pointer = format!("{}{}", mismatch.pointer, missing.unwrap_or_default());
                    at(
                        agent.program.schema_place("input", &pointer),
                        format!("the input does not fit the schema: {mismatch}"),
                    )
                });
                return each.collect();
            }
            RunError::Server(server) => at(server_span(agent, &server.name), error.to_string()),
            RunError::Render { path, error: fault } => {
                Some(Self { path: path.clone(), span: fault.span, message: error.to_string(), times: 1 })
            }
            RunError::Iterations { .. } => at(agent.program.schema_place("output", ""), error.to_string()),
            _ => None,
        };
        failure.into_iter().collect()
    }
}

impl Failures {
    /// Adds a failure of a server.
    pub fn server(&self, agent: &Agent, server: &str, message: String) {
        if let Some(span) = server_span(agent, server) {
            self.add(Failure { path: agent.path.clone(), span, message, times: 1 });
        }
    }

    /// Adds a failure of an imported program, at its own position and at the import.
    pub fn import(&self, caller: &Agent, called: &Agent, error: &RunError) {
        Failure::of(called, error).into_iter().for_each(|failure| self.add(failure));
        if let Some(span) = import_span(caller, &called.path) {
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

    /// All failures until now.
    pub fn all(&self) -> Vec<Failure> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn server_span(agent: &Agent, name: &str) -> Option<Span> {
    agent.program.servers.iter().find(|known| known.name == name).map(|known| known.span)
}

/// The span of the import of a file. The imports of a program have the order of its text.
fn import_span(caller: &Agent, called: &Path) -> Option<Span> {
    let at = caller.imports.iter().position(|known| known.path == called)?;
    caller.program.imports.get(at).map(|import| import.span)
}
