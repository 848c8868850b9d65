//! Front matter that is not YAML.

use agmark_schema::{Problem, ProblemKind};
use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::FrontMatterContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/yaml-syntax",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "invalid YAML in the front matter",
        help: "From this place on, the front matter cannot be read as YAML. The rest is not checked until this is \
           fixed. Often a value with `: `, `#`, `{` or `*` needs quotes, or a line is indented differently from \
           its neighbors.",
        bad: &[example!(
            "name: forecast\ndescription: Weather: says how it will be",
            "{ type: object }",
            "Say how the weather will be."
        )],
        good: &[example!(
            "name: forecast\ndescription: \"Weather: says how it will be\"",
            "{ type: object }",
            "Say how the weather will be."
        )],
    },
    check: Check::FrontMatter(check),
};

fn check(context: &FrontMatterContext<'_>, out: &mut Vec<Diagnostic>) {
    for problem in context.parsed.problems.iter().filter(|one| one.kind != ProblemKind::DuplicateKey) {
        let awaits = if problem.kind == ProblemKind::Unclosed { Awaits::After } else { Awaits::Here };
        out.push(diagnostic(&RULE, problem).awaiting(awaits));
    }
}

/// A problem of the YAML as a diagnostic of `rule`.
pub(super) fn diagnostic(rule: &'static Rule, problem: &Problem) -> Diagnostic {
    let mut diagnostic = rule.at(problem.span.clone().into(), problem.message.clone());
    if let Some((span, message)) = &problem.related {
        diagnostic = diagnostic.related(span.clone().into(), message.clone());
    }
    if let Some(repair) = &problem.repair {
        let edit = Edit::replace(repair.span.clone().into(), repair.text.clone());
        diagnostic = diagnostic.suggest(repair.title.clone(), vec![edit]);
    }
    diagnostic
}
