//! The failures of a run as diagnostics at their places in programs.

use std::path::PathBuf;

use agmark_lsp::FileDiagnostics;
use agmark_run::{Agent, Failure, Finished, Redactor};
use agmark_syntax::{Diagnostic, FixKind, Rule, RuleGroup, Severity, Span};

/// The source of the diagnostics.
pub const SOURCE: &str = "markdownlang run";

/// Maximum length of a message, in characters.
const MAX_MESSAGE_CHARS: usize = 600;

/// Maximum number of different failures at one place; the rest is counted.
const MAX_FAILURES: usize = 5;

/// The last run of a program failed.
static FAILED_RUN: Rule = Rule {
    code: "markdownlang/failed-run",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "the last run of the program failed here",
    help: "An editor shows it after a run: at the schema that the input does not match, at the server that did not start, \
           at the import or the template that failed. It is a warning where the run went on, for example because the \
           model called a tool again. It stays until the program is run again.",
    bad: &["---\nname: weather\ndescription: Tells the weather\ninput: { type: object, properties: {} }\n\
            output: { type: object, properties: { sky: { type: string } } }\n\
            mcp_servers: [{ name: station, command: no-such-program }]\n---\nTell the weather.\n"],
    good: &["---\nname: weather\ndescription: Tells the weather\ninput: { type: object, properties: {} }\n\
             output: { type: object, properties: { sky: { type: string } } }\n---\nTell the weather.\n"],
};

/// The rules that only runs report.
pub static GROUP: RuleGroup = RuleGroup { title: "Runs of markdownlang programs", rules: &[&FAILED_RUN] };

/// The findings of a run: errors if it failed, warnings if it continued. Failures without a place are left out.
pub fn of(agent: &Agent, finished: &Finished, redactor: &Redactor) -> Vec<FileDiagnostics> {
    let severity = if finished.result.is_ok() { Severity::Warning } else { Severity::Error };
    let last = finished.result.as_ref().err().map(|error| Failure::of(agent, error)).unwrap_or_default();
    let mut places: Vec<(PathBuf, Span, Vec<Failure>)> = Vec::new();
    for failure in finished.failures.iter().cloned().chain(last) {
        let same =
            |place: &&mut (PathBuf, Span, Vec<Failure>)| (&place.0, place.1) == (&failure.path, failure.span);
        match places.iter_mut().find(same) {
            Some((_, _, here)) => here.push(failure),
            None => places.push((failure.path.clone(), failure.span, vec![failure])),
        }
    }
    let found = places.into_iter().map(|(path, span, here)| {
        let messages = messages(&here).into_iter();
        let findings = messages.map(|message| finding(span, severity, redactor.text(&message))).collect();
        FileDiagnostics { path, diagnostics: findings }
    });
    found.collect()
}

/// The messages for all failures at one place.
fn messages(failures: &[Failure]) -> Vec<String> {
    let mut all: Vec<String> = failures.iter().take(MAX_FAILURES).map(message).collect();
    let rest: u32 = failures.iter().skip(MAX_FAILURES).map(|failure| failure.times).sum();
    if rest > 0 {
        all.push(format!("and it failed {rest} more times, in other ways"));
    }
    all
}

fn message(failure: &Failure) -> String {
    let mut text = failure.message.replace('\n', " ");
    if text.chars().count() > MAX_MESSAGE_CHARS {
        text = text.chars().take(MAX_MESSAGE_CHARS).collect();
        text.push('…');
    }
    match failure.times {
        1 => text,
        times => format!("{text} ({times} times)"),
    }
}

fn finding(span: Span, severity: Severity, message: String) -> Diagnostic {
    Diagnostic { severity, ..FAILED_RUN.at(span, message) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_out_in_silence() {
        let failure = |n: usize, times| Failure {
            path: PathBuf::new(),
            span: Span::at(0),
            message: format!("failure {n}\nof many"),
            times,
        };
        let many: Vec<_> = (0..8).map(|n| failure(n, 1 + n as u32)).collect();
        let told = messages(&many);
        assert_eq!(told.len(), 6);
        assert_eq!(told[0], "failure 0 of many");
        assert_eq!(told[1], "failure 1 of many (2 times)");
        assert_eq!(told[5], "and it failed 21 more times, in other ways");
        let long = Failure { message: "é".repeat(MAX_MESSAGE_CHARS + 1), ..failure(0, 1) };
        assert_eq!(message(&long).chars().count(), MAX_MESSAGE_CHARS + 1);
    }
}
