use agmark_syntax::{Edit, FixKind, Rule, Severity};

use super::site::{Site, head};
use crate::syntax::context::Body;
use crate::syntax::line::Head;

/// A diff's sign in a document that is no diff.
pub static RULE: Rule = Rule {
    code: "anml/stray-diff-prefix",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a line has the sign of a diff, but the document is not a diff",
    help: "`+`, `-` and `*` before a line say that a diff adds, removes or changes it. A diff says so in its front \
           matter: `type: diff`. Anywhere else the signs are left out; lists are elements, `item \"…\"`.",
    bad: &["list\n  + item#e1 \"Milk\"\n", "* item#e1 \"Milk\"\n"],
    good: &["list\n  item#e1 \"Milk\"\n", "---\ntype: diff\n---\nlist\n  + item#e1 \"Milk\"\n"],
};

pub(super) fn check(site: &mut Site<'_>) {
    let Some(sign) = site.body.stray_sign(site.context.diff) else { return };
    let sign = sign.text();
    let span = site.head();
    let message =
        format!("\"{sign}\" marks a line of a diff, but the front matter does not say \"type: diff\"");
    let plain = head(&Body { head: Head { sign: None, ..site.body.head }, ..*site.body });
    let edits = vec![Edit::replace(span, plain)];
    site.report(RULE.at(span, message).suggest(format!("remove the \"{sign}\""), edits));
}
