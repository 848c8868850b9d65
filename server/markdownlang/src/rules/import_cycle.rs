//! Programs that call themselves.

use agmark_syntax::{FixKind, Rule, Severity};

/// Imports that lead back to where they started.
pub static RULE: Rule = Rule {
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
};
