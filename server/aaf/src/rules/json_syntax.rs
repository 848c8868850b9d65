//! Manifests that are no JSON.

use agmark_schema::{Problem, ProblemKind};
use agmark_syntax::{Awaits, Diagnostic, Edit, FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "aaf/json-syntax",
    severity: Severity::Error,
    fix: FixKind::Automatic,
    summary: "the manifest is not valid JSON",
    help: "Agents read the manifest with strict parsers, which give up at the first mistake: then the site has no \
           manifest. JSON has no comments, no commas after the last item, and double quotes only.",
    bad: &[
        "{\"version\": \"0.1\", \"site\": {\"name\": \"Club\", \"origin\": \"https://club.example\",}, \"actions\": {}}\n",
    ],
    good: &[
        "{\"version\": \"0.1\", \"site\": {\"name\": \"Club\", \"origin\": \"https://club.example\"}, \"actions\": {}}\n",
    ],
};

pub fn finding(problem: &Problem) -> Diagnostic {
    let awaits = if problem.kind == ProblemKind::Unclosed { Awaits::After } else { Awaits::Here };
    let mut finding = RULE.at(problem.span.clone().into(), problem.message.clone()).awaiting(awaits);
    if let Some((span, words)) = &problem.related {
        finding = finding.related(span.clone().into(), words.clone());
    }
    if let Some(repair) = &problem.repair {
        let edits = vec![Edit::replace(repair.span.clone().into(), repair.text.clone())];
        // A comma is all that a missing or a superfluous comma can mean; the rest is for a person to look at.
        finding = match problem.kind {
            ProblemKind::Comma => finding.fix(repair.title.clone(), edits),
            _ => finding.suggest(repair.title.clone(), edits),
        };
    }
    finding
}
