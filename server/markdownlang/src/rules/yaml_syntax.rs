//! Broken YAML.

use agmark_schema::{Problem, ProblemKind};
use agmark_syntax::{Awaits, Diagnostic, Edit, FixKind, Rule, Severity};

/// Front matter that is no YAML.
pub static RULE: Rule = Rule {
    code: "markdownlang/yaml-syntax",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "invalid YAML in the front matter",
    help: "From this place on, the front matter cannot be read as YAML. The rest is not checked until this is \
           fixed. Often a value with `: `, `#`, `{` or `*` needs quotes, or a line is indented differently from \
           its neighbors.",
    bad: &["---
name: forecast
description: Weather: says how it will be
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
    good: &["---
name: forecast
description: \"Weather: says how it will be\"
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
};

/// What the reader of YAML found.
pub(crate) fn from(problem: &Problem) -> Diagnostic {
    let awaits = if problem.kind == ProblemKind::Unclosed { Awaits::After } else { Awaits::Here };
    finding(&RULE, problem).awaiting(awaits)
}

/// A finding of the reader as one of `rule`.
pub(super) fn finding(rule: &'static Rule, problem: &Problem) -> Diagnostic {
    let mut finding = rule.at(problem.span.clone().into(), problem.message.clone());
    if let Some((span, words)) = &problem.related {
        finding = finding.related(span.clone().into(), words.clone());
    }
    if let Some(repair) = &problem.repair {
        let edit = Edit::replace(repair.span.clone().into(), repair.text.clone());
        finding = finding.suggest(repair.title.clone(), vec![edit]);
    }
    finding
}
