use agmark_syntax::{Edit, FixKind, Rule, Severity};

use super::site::{Site, remove};
use crate::syntax::element::{Element, Part};
use crate::syntax::node::Kind;

/// A string where no name stands.
pub static RULE: Rule = Rule {
    code: "anml/misplaced-name",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a string stands where no name can be",
    help: "An element has one name, directly after its role and ref, before attributes and states. A second string, or \
           one further back, belongs to nothing. If it is the value of an attribute, write `key=\"…\"` without spaces.",
    bad: &["link#e1 href=/start \"Home\"\n", "link#e1 \"Home\" \"Start\"\n"],
    good: &["link#e1 \"Home\" href=/start\n", "link#e1 \"Home\" title=\"Start\"\n"],
};

pub(super) fn check(site: &mut Site<'_>, element: &Element) {
    let strings = element.others().filter(|part| part.kind == Kind::MisplacedString);
    for (index, part) in strings.enumerate() {
        one(site, element, part, index == 0);
    }
}

fn one(site: &mut Site<'_>, element: &Element, part: Part, is_first: bool) {
    if element.name.is_some() {
        let message = "an element has one name: this string belongs to nothing";
        site.report(RULE.at(part.span, message).suggest("remove it", vec![remove(site.text, part.span)]));
        return;
    }
    let finding = RULE.at(part.span, "the name stands after role and ref, before attributes and states");
    site.report(if is_first {
        let behind = element.reference.unwrap_or(element.role).span.end as usize;
        let name = Edit::insert(behind, format!(" {}", part.text(site.text)));
        finding.suggest("move it there", vec![name, remove(site.text, part.span)])
    } else {
        finding
    });
}
