use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/missing-file",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "missing file of a context",
        help: "The `path` of a `.Context` starts in the folder of the document. If the context has no content, \
               the agent gets the content of the file. Without the file it gets nothing.",
        bad: &[".Context id=notes path=note.md\n=== notes.md\nSoup first.\n"],
        good: &[
            ".Context id=notes path=notes.md\n=== notes.md\nSoup first.\n",
            ".Context id=notes path=old/notes.md\n  Soup first.\n",
        ],
    },
    check: Check::CrossFile,
};
