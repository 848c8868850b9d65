//! The same key twice in one mapping of the front matter.

use agmark_schema::ProblemKind;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use super::yaml_syntax::diagnostic;
use crate::analysis::front_matter::context::FrontMatterContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/duplicate-key",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "duplicate key",
        help: "Only one of the values can be used, and YAML readers do not agree which one. Keep one of them.",
        bad: &[with_keys!("name: weather")],
        good: &[plain!()],
    },
    check: Check::FrontMatter(check),
};

fn check(context: &FrontMatterContext<'_>, out: &mut Vec<Diagnostic>) {
    let duplicates = context.parsed.problems.iter().filter(|one| one.kind == ProblemKind::DuplicateKey);
    out.extend(duplicates.map(|problem| diagnostic(&RULE, problem)));
}
