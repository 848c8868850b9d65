use agmark_syntax::{CheckedRule, FixKind, Rule, Severity, Tag};

use super::site::{Check, Site, remove};
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

fn check(site: &mut Site<'_>, element: &Element) {
    let role = element.role.text(site.text);
    let Some(level) = vocabulary::heading_level(vocabulary::base(role)) else { return };
    let Some(attribute) = element.attribute("level", site.text) else { return };
    // Without the first of two the second counts.
    if element.attributes().filter(|other| other.key.text(site.text) == "level").count() > 1 {
        return;
    }
    if element.value(attribute.value, site.text) == level.to_string() {
        let message = format!("redundant level: \"{role}\" already sets it");
        let finding = RULE.at(attribute.span(), message).tagged(Tag::Unnecessary);
        site.report(finding.fix("remove the attribute", vec![remove(site.text, attribute.span())]));
    }
}
