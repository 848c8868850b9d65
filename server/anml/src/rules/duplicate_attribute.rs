use agmark_syntax::{FixKind, Rule, Severity};

use rustc_hash::FxHashMap;

use super::site::{Site, remove};
use crate::syntax::element::Element;

/// An attribute that is there twice.
pub static RULE: Rule = Rule {
    code: "anml/duplicate-attribute",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "an element has the same attribute twice",
    help: "Readers take one of the two values and drop the other; which one is anybody's guess. Remove one.",
    bad: &["link#e1 \"Home\" href=/ href=/start\n"],
    good: &["link#e1 \"Home\" href=/start\n"],
};

pub(super) fn check(site: &mut Site<'_>, element: &Element) {
    let text = site.text;
    let mut seen = FxHashMap::default();
    for attribute in element.attributes() {
        let key = attribute.key.text(text);
        let first = *seen.entry(key).or_insert(attribute);
        if first != attribute {
            let finding = RULE
                .at(attribute.key.span, format!("attribute \"{key}\" is already there"))
                .related(first.span(), "first here")
                .suggest("remove it", vec![remove(text, attribute.span())]);
            site.report(finding);
        }
    }
}
