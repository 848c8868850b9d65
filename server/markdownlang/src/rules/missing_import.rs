//! An import of a file that does not exist.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/missing-import",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "import of a file that does not exist",
        help: "An import is a path relative to the folder of this file (`./almanac.md`, `../tools/almanac.md`), or \
           an absolute path. A program with a missing import does not run.",
        bad: &[importing!("[./almanak.md]", "almanac.md" => "almanac")],
        good: &[importing!("[./almanac.md]", "almanac.md" => "almanac")],
    },
    check: Check::Names,
};
