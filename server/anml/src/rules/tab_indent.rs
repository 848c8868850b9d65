use agmark_syntax::{FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::depths::Fault;

/// A tab in the white space before a line.
pub static RULE: Rule = Rule {
    code: "anml/tab-indent",
    severity: Severity::Error,
    fix: FixKind::Automatic,
    summary: "a line is indented with a tab",
    help: "Depth is counted in spaces, two for each level. A tab is read as one level, but other readers may see \
           more or less in it. The fix writes the spaces.",
    bad: &["nav\n\tlink#e1 \"Start\"\n"],
    good: &["nav\n  link#e1 \"Start\"\n"],
};

pub(super) fn check(site: &mut Site<'_>, fault: Fault) {
    if fault != Fault::Tab {
        return;
    }
    let message = "a tab in the indent: write two spaces for each level";
    let edit = site.indented();
    site.report(RULE.at(site.head(), message).fix("indent with spaces", vec![edit]));
}
