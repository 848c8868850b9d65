use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::{LineContext, remove};
use crate::syntax::element::{Element, Part};
use crate::syntax::node::Kind;

/// Text that is not part of an element.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/unexpected-text",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unexpected text in an element",
        help: "An element is a role, a ref and a name in quotes, followed by attributes `key=value` and states \
               `[state]` in any order. Write no spaces around the `=` of an attribute, and no commas or colons \
               between the parts.",
        bad: &["link#e1 \"Home\": href=/\n", "p \"a\" lang = en\n", "button#e1 \"Go\" , [primary]\n"],
        good: &["link#e1 \"Home\" href=/\n", "p \"a\" lang=en\n", "button#e1 \"Go\" [primary]\n"],
    },
    check: Check::Part(check),
};

fn check(context: &mut LineContext<'_>, _element: &Element, part: Part) {
    if part.kind != Kind::Unexpected {
        return;
    }
    let text = part.text(context.text);
    let message = if text.starts_with('=') {
        format!("unexpected \"{text}\": write an attribute as \"key=value\", without spaces")
    } else if text.starts_with('#') {
        format!("unexpected \"{text}\": write a ref directly after its role")
    } else {
        format!("unexpected \"{text}\": write attributes as \"key=value\" and states as \"[state]\"")
    };
    context.report(
        RULE.at(part.span, message).suggest("remove this text", vec![remove(context.text, part.span)]),
    );
}
