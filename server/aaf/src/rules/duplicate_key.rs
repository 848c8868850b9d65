//! The same key twice in one object of a manifest.

use super::check::Check;
use agmark_schema::{Problem, ProblemKind};
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/duplicate-key",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "duplicate key in an object of the manifest",
        help: "Most parsers keep the last value and silently drop the first. Of two actions with the same name, \
               one is lost.",
        bad: &["{\"version\": \"0.1\", \"version\": \"0.2\", \"site\": {\"name\": \"Club\", \"origin\": \
             \"https://club.example\"}, \"actions\": {}}\n"],
        good: &[
            "{\"version\": \"0.2\", \"site\": {\"name\": \"Club\", \"origin\": \"https://club.example\"}, \"actions\": {}}\n",
        ],
    },
    check: Check::Json(check),
};

fn check(problem: &Problem) -> Option<Diagnostic> {
    if problem.kind != ProblemKind::DuplicateKey {
        return None;
    }
    let finding = RULE.at(problem.span.clone().into(), problem.message.clone());
    Some(match &problem.related {
        Some((span, words)) => finding.related(span.clone().into(), words.clone()),
        None => finding,
    })
}
