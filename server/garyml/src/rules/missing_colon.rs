use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::structure::{Header, Structure};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/missing-colon",
        severity: Severity::Warning,
        fix: FixKind::Automatic,
        summary: "missing colon before content",
        help: "On the line of a header, write a colon before the content: `.Role: \"Release manager\"`.",
        bad: &[".Role \"Release manager\"\n", ".Plan \"\"\"1. look\"\"\"\n"],
        good: &[".Role: \"Release manager\"\n", ".Plan: \"\"\"1. look\"\"\"\n"],
    },
    check: Check::Header(check),
};

fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(item) = structure.items.get(header.item) else { return };
    let Some(content) = item.parts.value.filter(|_| !item.parts.colon) else { return };
    let at = header.name_span.end as usize;
    let message = format!("missing colon before the content of .{}", header.name);
    let start = content.span().start as usize;
    let span = (start..start + 1).into();
    found.push(RULE.at(span, message).fix("insert \":\"", vec![Edit::insert(at, ":")]));
}
