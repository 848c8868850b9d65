use agmark_syntax::{CheckedRule, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::element::Element;
use crate::syntax::node::Kind;

/// An invalid or misplaced ref.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/bad-ref",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "invalid or misplaced ref",
        help: "A ref follows its role directly: `#`, then letters and digits, with a letter first and a digit \
               last, such as `#e1`, `#r12`, `#f1e2`. Agents name elements by it, so it has no spaces, dashes or \
               dots.",
        bad: &["button#send \"Send\"\n", "button #e1 \"Send\"\n", "link# \"Home\"\n", "link#1 \"Home\"\n"],
        good: &["button#e1 \"Send\"\n", "link#e1 \"Home\"\n"],
    },
    check: Check::Element(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    let Some(part) = element.reference else { return };
    let text = part.text(context.text);
    let finding = match part.kind {
        Kind::DetachedRef => {
            let gap = Span { start: element.role.span.end, end: part.span.start };
            let role = element.role.text(context.text);
            RULE.at(part.span, format!("misplaced ref: write it directly after the role, \"{role}{text}\""))
                .fix("remove the space", vec![Edit::delete(gap)])
        }
        Kind::BadRef if text == "#" => RULE
            .at(part.span, "missing ref after \"#\": write one such as \"#e1\"")
            .suggest("remove the \"#\"", vec![Edit::delete(part.span)]),
        Kind::BadRef => RULE.at(
            part.span,
            format!(
                "invalid ref \"{text}\": use letters and digits, with a letter first and a digit last, such as \"#e1\""
            ),
        ),
        _ => return,
    };
    context.report(finding);
}
