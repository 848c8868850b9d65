use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::check::Check;
use super::line_context::{LineContext, remove};
use crate::syntax::element::{Attribute, Element};

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

/// Elements with at most this many attributes are checked without a map.
const COMPARED: usize = 16;

fn check(context: &mut LineContext<'_>, element: &Element) {
    let text = context.text;
    let attributes: SmallVec<[Attribute; 6]> = element.attributes().collect();
    // Most elements have few attributes, for which a map costs more than comparisons.
    let mut by_key = FxHashMap::default();
    let mut first = |at: usize, key| match attributes.len() <= COMPARED {
        true => attributes[..at].iter().find(|other| other.key.text(text) == key).copied(),
        false => Some(*by_key.entry(key).or_insert(attributes[at])).filter(|first| *first != attributes[at]),
    };
    for (at, attribute) in attributes.iter().enumerate() {
        let key = attribute.key.text(text);
        if let Some(first) = first(at, key) {
            let finding = RULE
                .at(attribute.key.span, format!("duplicate attribute \"{key}\": remove one of them"))
                .related(first.span(), "first here")
                .suggest("remove this attribute", vec![remove(text, attribute.span())]);
            context.report(finding);
        }
    }
}
