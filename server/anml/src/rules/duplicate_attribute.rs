use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use rustc_hash::FxHashMap;

use super::site::{Check, Site, remove};
use crate::syntax::element::Element;

/// A duplicate attribute.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/duplicate-attribute",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "duplicate attribute",
        help: "Readers keep one of the two values and drop the other, and they differ in which one. Remove one of \
               them.",
        bad: &["link#e1 \"Home\" href=/ href=/start\n"],
        good: &["link#e1 \"Home\" href=/start\n"],
    },
    check: Check::Items(check),
};

fn check(site: &mut Site<'_>, element: &Element) {
    let text = site.text;
    let mut seen = FxHashMap::default();
    for attribute in element.attributes() {
        let key = attribute.key.text(text);
        let first = *seen.entry(key).or_insert(attribute);
        if first != attribute {
            let finding = RULE
                .at(attribute.key.span, format!("duplicate attribute \"{key}\": remove one of them"))
                .related(first.span(), "first here")
                .suggest("remove this attribute", vec![remove(text, attribute.span())]);
            site.report(finding);
        }
    }
}
