use agmark_syntax::{FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::element::Attribute;
use crate::syntax::node::Kind;

/// An attribute whose name is not written as names are.
pub static RULE: Rule = Rule {
    code: "anml/bad-attribute",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "the name of an attribute is not written as such names are",
    help: "The name of an attribute is a letter or `_`, then letters, digits, `_` and `-`.",
    bad: &["p \"Hi\" data.lang=en\n", "button#e1 \"Go\" @click=run\n"],
    good: &["p \"Hi\" data-lang=en\n", "button#e1 \"Go\" onclick=run\n"],
};

pub(super) fn check(site: &mut Site<'_>, attribute: Attribute) {
    if attribute.key.kind == Kind::BadKey {
        let key = attribute.key.text(site.text);
        let message =
            format!("invalid attribute name \"{key}\": letters, digits, \"_\" and \"-\", no digit first");
        site.report(RULE.at(attribute.key.span, message));
    }
}
