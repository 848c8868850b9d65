//! An import from the standard library, which does not exist yet.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::FrontMatterContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/reserved-import",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "import from the standard library, which does not exist yet",
        help: "Imports that start with `stdlib:` are reserved for a future standard library. Import a file instead.",
        bad: &[importing!("[\"stdlib:almanac\"]")],
        good: &[importing!("[./almanac.md]", "almanac.md" => "almanac")],
    },
    check: Check::FrontMatter(check),
};

fn check(context: &FrontMatterContext<'_>, out: &mut Vec<Diagnostic>) {
    for path in context.items("imports") {
        if path.as_str().is_some_and(|path| path.starts_with("stdlib:")) {
            let message =
                "\"stdlib:\" is reserved for a future standard library: write the path of a .md file";
            out.push(RULE.at(path.content_span().into(), message));
        }
    }
}
