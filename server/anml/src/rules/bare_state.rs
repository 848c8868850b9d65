use agmark_syntax::{Edit, Rule, Severity};

use super::Site;
use crate::element::Part;
use crate::node::Kind;

/// A state without brackets.
pub static RULE: Rule = Rule {
    code: "anml/bare-state",
    severity: Severity::Warning,
    summary: "a state stands without its brackets",
    help: "A word where a state could stand is read as one. Written in brackets it cannot be taken for something else.",
    bad: &["checkbox#e1 \"News\" checked\n"],
    good: &["checkbox#e1 \"News\" [checked]\n"],
};

pub(super) fn check(site: &mut Site<'_>, part: Part) {
    if part.kind == Kind::BareWord {
        let word = part.text(site.text);
        let edits = vec![Edit::replace(part.span, format!("[{word}]"))];
        let message = format!("state \"{word}\" stands without brackets: write \"[{word}]\"");
        site.report(RULE.at(part.span, message).fix(format!("write \"[{word}]\""), edits));
    }
}
