//! A snapshot that does not exist.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/missing-snapshot",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "snapshot that does not exist",
        help: "`# against: login.anml` names the snapshot of a script, relative to the folder of the script. Without the snapshot, \
               the refs cannot be checked.",
        bad: &["# against: lgin.anml\nclick #e1\n=== login.anml\nbutton#e1 \"Send\"\n"],
        good: &["# against: login.anml\nclick #e1\n=== login.anml\nbutton#e1 \"Send\"\n"],
    },
    check: Check::Links,
};
