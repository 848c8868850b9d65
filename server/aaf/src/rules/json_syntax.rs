//! Invalid JSON in a manifest.

use super::check::Check;
use agmark_schema::{Problem, ProblemKind};
use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/json-syntax",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "the manifest is not valid JSON",
        help: "Agents read the manifest with strict parsers that stop at the first error, so the site then has \
               no manifest. JSON has no comments, no comma after the last item, and only double quotes.",
        bad: &[
            "{\"version\": \"0.1\", \"site\": {\"name\": \"Club\", \"origin\": \"https://club.example\",}, \"actions\": {}}\n",
        ],
        good: &[
            "{\"version\": \"0.1\", \"site\": {\"name\": \"Club\", \"origin\": \"https://club.example\"}, \"actions\": {}}\n",
        ],
    },
    check: Check::Json(check),
};

fn check(problem: &Problem) -> Option<Diagnostic> {
    if problem.kind == ProblemKind::DuplicateKey {
        return None;
    }
    let awaits = if problem.kind == ProblemKind::Unclosed { Awaits::After } else { Awaits::Here };
    let mut finding = RULE.at(problem.span.clone().into(), problem.message.clone()).awaiting(awaits);
    if let Some((span, words)) = &problem.related {
        finding = finding.related(span.clone().into(), words.clone());
    }
    if let Some(repair) = &problem.repair {
        let edits = vec![Edit::replace(repair.span.clone().into(), repair.text.clone())];
        // A missing or superfluous comma has only one repair. The user must look at any other.
        finding = match problem.kind {
            ProblemKind::Comma => finding.fix(repair.title.clone(), edits),
            _ => finding.suggest(repair.title.clone(), edits),
        };
    }
    Some(finding)
}
