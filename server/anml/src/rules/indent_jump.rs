use agmark_syntax::{FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::depths::{Fault, STEP};

/// An indent that leaves out a level.
pub static RULE: Rule = Rule {
    code: "anml/indent-jump",
    severity: Severity::Error,
    fix: FixKind::Automatic,
    summary: "a line is more than one level deeper than its parent",
    help: "A child stands one level, two spaces, to the right of its parent. A line that jumps further is read as a \
           child of the line above that it is indented under, and so are the lines that follow it. The fix writes \
           the indent that is read.",
    bad: &["main\n    p \"Hello\"\n", "  nav\n"],
    good: &["main\n  p \"Hello\"\n", "nav\n"],
};

pub(super) fn check(site: &mut Site<'_>, fault: Fault) {
    if fault != Fault::Jump {
        return;
    }
    let (written, expected) = (site.body.head.indent.written, site.body.depth * STEP);
    let message = match site.body.depth {
        0 => format!("an indent of {written} spaces with nothing above to be under: write none"),
        depth => {
            format!("an indent of {written} spaces on level {depth}: write {expected}, two for each level")
        }
    };
    let edit = site.indented();
    site.report(RULE.at(site.head(), message).fix(format!("indent by {expected} spaces"), vec![edit]));
}
