use agmark_syntax::{CheckedRule, FixKind, Rule, Severity, Tag};

use super::check::Check;
use super::line_context::{LineContext, remove};
use crate::syntax::element::Element;
use crate::vocabulary;

/// A level that the role of the heading already sets.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/redundant-level",
        severity: Severity::Hint,
        fix: FixKind::Automatic,
        summary: "redundant `level=` on a heading",
        help: "`h2` is a heading of level 2, so `level=2` only costs tokens.",
        bad: &["h1#e1 \"News\" level=1\n"],
        good: &["h1#e1 \"News\"\n"],
    },
    check: Check::Items(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    let role = element.role.text(context.text);
    let Some(level) = vocabulary::heading_level(vocabulary::base(role)) else { return };
    let Some(attribute) = element.attribute("level", context.text) else { return };
    // Without the first of two the second counts.
    if element.attributes().filter(|other| other.key.text(context.text) == "level").count() > 1 {
        return;
    }
    if element.value(attribute.value, context.text) == level.to_string() {
        let message = format!("redundant level: \"{role}\" already sets it");
        let finding = RULE.at(attribute.span(), message).tagged(Tag::Unnecessary);
        context.report(finding.fix("remove the attribute", vec![remove(context.text, attribute.span())]));
    }
}
