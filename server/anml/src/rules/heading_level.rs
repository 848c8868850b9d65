use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::{LineContext, remove};
use crate::syntax::element::Element;
use crate::vocabulary;

/// A level that contradicts the role of the heading.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/heading-level",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "`level=` that contradicts the heading role",
        help: "`h2` is a heading of level 2. Another number in `level=` contradicts it. Change the role, or \
               remove the attribute.",
        bad: &["h2 \"News\" level=3\n"],
        good: &["h3 \"News\"\n"],
    },
    check: Check::Items(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    let role = element.role.text(context.text);
    let Some(level) = vocabulary::heading_level(vocabulary::base(role)) else { return };
    let Some(attribute) = element.attribute("level", context.text) else { return };
    let said = element.value(attribute.value, context.text);
    if said != level.to_string() {
        let message = format!("\"level={said}\" contradicts \"{role}\", which is a heading of level {level}");
        let finding = RULE.at(attribute.span(), message);
        context.report(finding.suggest("remove the attribute", vec![remove(context.text, attribute.span())]));
    }
}
