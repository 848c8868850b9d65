use agmark_syntax::{CheckedRule, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::{LineContext, head};
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

fn check(context: &mut LineContext<'_>) {
    let Some(sign) = context.body.stray_sign(context.state.diff) else { return };
    let sign = sign.text();
    let span = context.head();
    let message = format!(
        "diff prefix \"{sign}\" outside a diff: remove it, or add \"type: diff\" to the front matter"
    );
    let plain = head(&Body { head: Head { sign: None, ..context.body.head }, ..*context.body });
    let edits = vec![Edit::replace(span, plain)];
    context.report(RULE.at(span, message).suggest(format!("remove the \"{sign}\""), edits));
}
