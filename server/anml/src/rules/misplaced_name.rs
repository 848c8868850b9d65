use agmark_syntax::{CheckedRule, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::{LineContext, remove};
use crate::syntax::element::{Element, Part};
use crate::syntax::node::Kind;

/// A name that is misplaced, or a second one.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/misplaced-name",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "misplaced or second name",
        help: "An element has one name, directly after its role and ref, before attributes and states. A second \
               or later string belongs to nothing. Write the value of an attribute as `key=\"…\"`, without \
               spaces.",
        bad: &["link#e1 href=/start \"Home\"\n", "link#e1 \"Home\" \"Start\"\n"],
        good: &["link#e1 \"Home\" href=/start\n", "link#e1 \"Home\" title=\"Start\"\n"],
    },
    check: Check::Items(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    let strings = element.others().filter(|part| part.kind == Kind::MisplacedString);
    for (index, part) in strings.enumerate() {
        one(context, element, part, index == 0);
    }
}

fn one(context: &mut LineContext<'_>, element: &Element, part: Part, is_first: bool) {
    if element.name.is_some() {
        let message = "second name: an element has only one";
        context.report(
            RULE.at(part.span, message).suggest("remove this string", vec![remove(context.text, part.span)]),
        );
        return;
    }
    let finding =
        RULE.at(part.span, "misplaced name: write it after role and ref, before attributes and states");
    context.report(if is_first {
        let behind = element.reference.unwrap_or(element.role).span.end as usize;
        let name = Edit::insert(behind, format!(" {}", part.text(context.text)));
        finding.suggest("move the name", vec![name, remove(context.text, part.span)])
    } else {
        finding
    });
}
