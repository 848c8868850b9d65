//! The same key twice in one object of a manifest.

use agmark_schema::{Problem, ProblemKind};
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "aaf/duplicate-key",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "an object of the manifest has the same key twice",
    help: "Most readers keep the last and drop the first, without a word: one of two actions of the same name does \
           not exist.",
    bad: &["{\"version\": \"0.1\", \"version\": \"0.2\", \"site\": {\"name\": \"Club\", \"origin\": \
         \"https://club.example\"}, \"actions\": {}}\n"],
    good: &[
        "{\"version\": \"0.2\", \"site\": {\"name\": \"Club\", \"origin\": \"https://club.example\"}, \"actions\": {}}\n",
    ],
};

/// The finding, if the problem is one of this kind.
pub fn finding(problem: &Problem) -> Option<Diagnostic> {
    if problem.kind != ProblemKind::DuplicateKey {
        return None;
    }
    let finding = RULE.at(problem.span.clone().into(), problem.message.clone());
    Some(match &problem.related {
        Some((span, words)) => finding.related(span.clone().into(), words.clone()),
        None => finding,
    })
}
