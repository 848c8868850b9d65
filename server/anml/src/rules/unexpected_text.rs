use agmark_syntax::{FixKind, Rule, Severity};

use super::site::{Site, remove};
use crate::syntax::element::Part;
use crate::syntax::node::Kind;

/// Something in an element that is none of its parts.
pub static RULE: Rule = Rule {
    code: "anml/unexpected-text",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unexpected text in an element",
    help: "An element is a role, a ref, a name in quotes, then attributes `key=value` and states `[state]` in any order. \
           No spaces stand around the `=` of an attribute, no commas or colons between the parts.",
    bad: &["link#e1 \"Home\": href=/\n", "p \"a\" lang = en\n", "button#e1 \"Go\" , [primary]\n"],
    good: &["link#e1 \"Home\" href=/\n", "p \"a\" lang=en\n", "button#e1 \"Go\" [primary]\n"],
};

pub(super) fn check(site: &mut Site<'_>, part: Part) {
    if part.kind != Kind::Unexpected {
        return;
    }
    let text = part.text(site.text);
    let message = if text.starts_with('=') {
        format!("unexpected \"{text}\": an attribute is written \"key=value\", without spaces")
    } else if text.starts_with('#') {
        format!("unexpected \"{text}\": a ref stands directly after its role")
    } else {
        format!("unexpected \"{text}\": attributes \"key=value\" and states \"[state]\" stand here")
    };
    site.report(RULE.at(part.span, message).suggest("remove it", vec![remove(site.text, part.span)]));
}
