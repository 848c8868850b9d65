//! Imports that lead nowhere.

use agmark_syntax::{FixKind, Rule, Severity};

/// An import of a file that is not there.
pub static RULE: Rule = Rule {
    code: "markdownlang/missing-import",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "import of a file that does not exist",
    help: "An import is a path relative to the folder of this file (`./almanac.md`, `../tools/almanac.md`), or \
           an absolute path. A program with a missing import does not run.",
    bad: &[importing!("[./almanak.md]", "almanac.md" => "almanac")],
    good: &[importing!("[./almanac.md]", "almanac.md" => "almanac")],
};
