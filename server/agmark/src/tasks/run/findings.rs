//! What a run failed of, at the place in the program that it belongs to.

use agmark_lsp::Found;
use agmark_run::{Agent, Redactor, RunError};
use agmark_syntax::{Diagnostic, Rule, Severity, Span};

/// Whose diagnostics these are.
pub const SOURCE: &str = "markdownlang run";

static FAILED_RUN: Rule = Rule {
    code: "markdownlang/failed-run",
    severity: Severity::Error,
    summary: "The last run of the program failed here",
    help: "It is shown until the program is run again.",
    bad: &[],
    good: &[],
};

/// The findings of a failed run: none for what belongs to no place in the program.
pub fn of(agent: &Agent, error: &RunError, redactor: &Redactor) -> Vec<Found> {
    let (path, span) = match error {
        RunError::Input { .. } => (agent.path.clone(), key(agent.program.text(), "input")),
        RunError::Server(server) => {
            let known = agent.program.servers.iter().find(|known| known.name == server.name);
            (agent.path.clone(), known.map(|known| known.span))
        }
        RunError::Render { path, error } => (path.clone(), Some(error.span)),
        RunError::Iterations { .. } => (agent.path.clone(), key(agent.program.text(), "output")),
        _ => return Vec::new(),
    };
    let message = redactor.text(&error.to_string()).replace('\n', " ");
    let one = |span| Diagnostic {
        rule: &FAILED_RUN,
        severity: Severity::Error,
        span,
        message,
        related: Vec::new(),
        fixes: Vec::new(),
        tag: None,
    };
    span.map(|span| Found { path, findings: vec![one(span)] }).into_iter().collect()
}

/// Where a key of the front matter stands.
fn key(text: &str, name: &str) -> Option<Span> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with(':')) {
            let end = start + name.len();
            return Some(Span { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? });
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_at_its_line() {
        let text = "---\ninputs: 1\ninput : 2\n---\n";
        assert_eq!(key(text, "input"), Some(Span { start: 14, end: 19 }));
        assert_eq!(key(text, "output"), None);
    }
}
