use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::element::Attribute;
use crate::syntax::node::Kind;

/// An invalid attribute name.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/bad-attribute",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "invalid attribute name",
        help: "The name of an attribute is a letter or `_`, followed by letters, digits, `_` and `-`.",
        bad: &["p \"Hi\" data.lang=en\n", "button#e1 \"Go\" @click=run\n"],
        good: &["p \"Hi\" data-lang=en\n", "button#e1 \"Go\" onclick=run\n"],
    },
    check: Check::Attribute(check),
};

fn check(context: &mut LineContext<'_>, attribute: Attribute) {
    if attribute.key.kind == Kind::BadKey {
        let key = attribute.key.text(context.text);
        let message = format!(
            "invalid attribute name \"{key}\": use letters, digits, \"_\" and \"-\", and do not start with a digit"
        );
        context.report(RULE.at(attribute.key.span, message));
    }
}
