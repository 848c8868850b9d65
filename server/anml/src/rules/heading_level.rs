use agmark_syntax::{FixKind, Rule, Severity};

use super::site::{Site, remove};
use crate::syntax::element::Element;
use crate::vocabulary;

/// A level that is not the one of the heading's role.
pub static RULE: Rule = Rule {
    code: "anml/heading-level",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "`level=` says something else than the heading's role",
    help: "`h2` is a heading of the second level. A `level=` that says another contradicts it: change the role, or \
           remove the attribute.",
    bad: &["h2 \"News\" level=3\n"],
    good: &["h3 \"News\"\n"],
};

pub(super) fn check(site: &mut Site<'_>, element: &Element) {
    let role = element.role.text(site.text);
    let Some(level) = vocabulary::heading_level(vocabulary::base(role)) else { return };
    let Some(attribute) = element.attribute("level", site.text) else { return };
    let said = element.value(attribute.value, site.text);
    if said != level.to_string() {
        let message = format!("\"level={said}\" contradicts \"{role}\", a heading of level {level}");
        let finding = RULE.at(attribute.span(), message);
        site.report(finding.suggest("remove the attribute", vec![remove(site.text, attribute.span())]));
    }
}
