use agmark_syntax::{Edit, FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::element::Part;
use crate::syntax::node::Kind;

/// A quote that is never closed.
pub static RULE: Rule = Rule {
    code: "anml/unterminated-string",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a string is not closed on its line",
    help: "A name or a quoted value begins and ends with `\"` on the same line, and in a table within its cell. A quote \
           inside of it is written `\\\"`, a line break `\\n`. Everything up to the end of the line is taken as part of \
           a string that is not closed.",
    bad: &["button#e1 \"Send\nbutton#e2 \"Cancel\"\n", "link#e1 \"Home\" title=\"the start\n"],
    good: &["button#e1 \"Send\"\nbutton#e2 \"Cancel\"\n", "link#e1 \"Home\" title=\"the start\"\n"],
};

pub(super) fn check(site: &mut Site<'_>, part: Part) {
    if part.kind == Kind::UnterminatedString {
        let end = part.span.end as usize;
        let finding = RULE.at(part.span, "the string is not closed: '\"' is missing");
        site.report(finding.suggest("close the string", vec![Edit::insert(end, "\"")]));
    }
}
