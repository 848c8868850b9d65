use agmark_syntax::{CheckedRule, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::element::Attribute;
use crate::syntax::node::Kind;

/// `key=` without a value.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/missing-value",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "attribute without a value",
        help: "A value follows `=` directly: a JSON string, or characters without spaces. Write an empty value as \
               `\"\"`. Write something that is only on or off as a state: `[required]`.",
        bad: &["textbox#e1 \"Name\" value=\n"],
        good: &["textbox#e1 \"Name\" value=\"\"\n"],
    },
    check: Check::Attribute(check),
};

fn check(context: &mut LineContext<'_>, attribute: Attribute) {
    if attribute.value.kind == Kind::MissingValue {
        let key = attribute.key.text(context.text);
        let end = attribute.value.span.end as usize;
        let message = format!("attribute \"{key}\" has no value: write one directly after \"=\"");
        let fix = vec![Edit::insert(end, "\"\"")];
        context.report(RULE.at(attribute.span(), message).suggest("write an empty value", fix));
    }
}
