use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/context-differs",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "content that differs from the context's file",
        help: "The agent gets the content of a `.Context`, even if the `path` names a file with other text. To \
               use the text of the file, remove the content. If the content is another text, remove the path.",
        bad: &[".Context id=notes path=notes.md\n  Soup first.\n=== notes.md\nSalad first.\n"],
        good: &[
            ".Context id=notes path=notes.md\n  Soup first.\n=== notes.md\nSoup first.\n",
            ".Context id=notes path=notes.md\n=== notes.md\nSalad first.\n",
        ],
    },
    check: Check::CrossFile,
};
