use agmark_syntax::{CheckedRule, Edit, FixKind, Rule, Severity};

use super::site::{Check, Site, head};
use crate::syntax::context::Body;
use crate::syntax::line::Head;

/// The prefix of a diff in a document that is not one.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/stray-diff-prefix",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "diff prefix outside a diff",
        help: "`+`, `-` and `*` at the start of a line mean that a diff adds, removes or changes it. The front \
               matter of a diff contains `type: diff`. Remove the prefix in other documents. Write the entries of \
               a list as elements: `item \"…\"`.",
        bad: &["list\n  + item#e1 \"Milk\"\n", "* item#e1 \"Milk\"\n"],
        good: &["list\n  item#e1 \"Milk\"\n", "---\ntype: diff\n---\nlist\n  + item#e1 \"Milk\"\n"],
    },
    check: Check::Line(check),
};

fn check(site: &mut Site<'_>) {
    let Some(sign) = site.body.stray_sign(site.context.diff) else { return };
    let sign = sign.text();
    let span = site.head();
    let message = format!(
        "diff prefix \"{sign}\" outside a diff: remove it, or add \"type: diff\" to the front matter"
    );
    let plain = head(&Body { head: Head { sign: None, ..site.body.head }, ..*site.body });
    let edits = vec![Edit::replace(span, plain)];
    site.report(RULE.at(span, message).suggest(format!("remove the \"{sign}\""), edits));
}
