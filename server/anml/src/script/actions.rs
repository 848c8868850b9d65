//! Action scripts: what an agent does, line by line, to the elements of a snapshot (section 6 of the source).
//!
//! `verb #ref argument`, with comments after ` -- ` and on lines that start with `# `. `# against: NAME` names the
//! snapshot.

#[cfg(test)]
mod tests;

use std::io::Read;

use agmark_syntax::{Severity, Span, Suppression, SuppressionScope};

use super::line;
use super::rules;
pub use crate::cross_file::targets::Targets;
use crate::syntax::stream::ReadError;

/// An error in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// [`Severity::Error`] or [`Severity::Warning`].
    pub severity: Severity,
    pub message: String,
}

/// The elements that actions can name in the snapshot after a diff; `None` if the text is not a diff. `read` returns
/// the text of the base by the name in the diff.
pub fn targets_after(diff: &str, read: &dyn Fn(&str) -> Option<String>) -> Option<Targets> {
    crate::cross_file::after_diff(diff, read)
}

/// The elements of a snapshot that actions can name.
///
/// # Errors
/// When it cannot be read.
pub fn targets(input: impl Read) -> Result<Targets, ReadError> {
    Targets::read(input)
}

/// The span of the snapshot that a script names: `# against: login.anml`.
pub(crate) fn against_span(script: &str) -> Option<Span> {
    let mut start = 0;
    for line in script.split_inclusive('\n') {
        if let Some(rest) = line.trim_start().strip_prefix("# against:") {
            let name = rest.trim();
            let at = start + line.len() - rest.len() + (rest.len() - rest.trim_start().len());
            return (!name.is_empty()).then(|| Span::new(at, at + name.len()));
        }
        start += line.len();
    }
    None
}

/// The snapshot that a script is for: the one that it names, or the file of the same name.
pub(crate) fn snapshot_path(script: &str) -> &str {
    against(script).unwrap_or("*.anml")
}

/// The snapshot that a script names.
pub fn against(script: &str) -> Option<&str> {
    against_span(script).map(|span| span.text(script))
}

/// How many lines of a script are actions.
pub fn count(script: &str) -> usize {
    script.lines().filter(|line| !line::tokens(line).is_empty()).count()
}

/// The errors of a script, in order. Without a snapshot, refs are not looked up.
pub fn check(script: &str, targets: Option<&Targets>) -> Vec<Problem> {
    let mut found = rules::check(script);
    found.extend(targets.into_iter().flat_map(|targets| rules::check_elements(script, targets)));
    let suppressions = crate::suppress::suppressions(script);
    found.retain(|finding| {
        let covers = |allow: &Suppression| match allow.scope {
            SuppressionScope::File => true,
            SuppressionScope::Within(span) => span.touches(finding.span.start as usize),
        };
        !suppressions.iter().any(|allow| covers(allow) && allow.names(finding.rule).next().is_some())
    });
    found.sort_by_key(|finding| finding.span);
    // They are in order: lines are counted from one to the next.
    let (mut line, mut counted) = (1, 0);
    let problem = |finding: agmark_syntax::Diagnostic| {
        let before = script.get(..finding.span.start as usize).unwrap_or("");
        line += before.get(counted..).unwrap_or("").matches('\n').count();
        counted = before.len();
        let start = before.rfind('\n').map_or(0, |feed| feed + 1);
        Problem {
            line,
            column: before[start..].chars().count() + 1,
            severity: finding.severity,
            message: finding.message,
        }
    };
    found.into_iter().map(problem).collect()
}
