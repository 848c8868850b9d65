use agmark_syntax::{Edit, FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::element::Attribute;
use crate::syntax::node::Kind;

/// `key=` with nothing behind it.
pub static RULE: Rule = Rule {
    code: "anml/missing-value",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "an attribute has no value",
    help: "Behind `=` stands a value, without a space: a JSON string, or a run of characters without spaces. An empty \
           value is written `\"\"`. Something that is just on is a state: `[required]`.",
    bad: &["textbox#e1 \"Name\" value=\n"],
    good: &["textbox#e1 \"Name\" value=\"\"\n"],
};

pub(super) fn check(site: &mut Site<'_>, attribute: Attribute) {
    if attribute.value.kind == Kind::MissingValue {
        let key = attribute.key.text(site.text);
        let end = attribute.value.span.end as usize;
        let message = format!("attribute \"{key}\" has no value: write one directly after \"=\"");
        let fix = vec![Edit::insert(end, "\"\"")];
        site.report(RULE.at(attribute.span(), message).suggest("write an empty value", fix));
    }
}
