use agmark_syntax::{FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::depths::{Fault, STEP};

/// An indent that is no whole number of levels.
pub static RULE: Rule = Rule {
    code: "anml/odd-indent",
    severity: Severity::Error,
    fix: FixKind::Automatic,
    summary: "a line is indented by an odd number of spaces",
    help: "A level is two spaces. An odd number is read as the nearest level, which may not be the one that was \
           meant. The fix writes the indent that is read.",
    bad: &["list\n   item \"Milk\"\n", "p \"a\"\n p \"b\"\n"],
    good: &["list\n  item \"Milk\"\n", "p \"a\"\np \"b\"\n"],
};

pub(super) fn check(site: &mut Site<'_>, fault: Fault) {
    if fault != Fault::Odd {
        return;
    }
    let (written, expected) = (site.body.head.indent.written, site.body.depth * STEP);
    let message = format!("indent must be a multiple of {STEP} (found {written}, read as {expected})");
    let edit = site.indented();
    site.report(RULE.at(site.head(), message).fix(format!("indent by {expected} spaces"), vec![edit]));
}
