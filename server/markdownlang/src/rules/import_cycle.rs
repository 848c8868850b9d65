//! Imports that lead back to the program.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/import-cycle",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "import cycle",
        help: "A program cannot import itself, directly or through other programs: it could call itself without \
           end. Remove one of the imports.",
        bad: &[concat!(
            importing!("[./almanac.md]"),
            "=== almanac.md\n---\nname: almanac\ndescription: Knows how the weather was\nimports: [./example.md]\n",
            "input: { type: object }\noutput: { type: object }\n---\nSay how the weather was.\n"
        )],
        good: &[importing!("[./almanac.md]", "almanac.md" => "almanac")],
    },
    check: Check::Names,
};
