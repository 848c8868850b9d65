use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use crate::syntax::structure::{Header, Structure};

pub static RULE: Rule = Rule {
    code: "garyml/missing-colon",
    severity: Severity::Warning,
    fix: FixKind::Automatic,
    summary: "content in a header's line without the colon before it",
    help: "A header's content on the same line comes after a colon: `.Role: \"Release manager\"`.",
    bad: &[".Role \"Release manager\"\n", ".Plan \"\"\"1. look\"\"\"\n"],
    good: &[".Role: \"Release manager\"\n", ".Plan: \"\"\"1. look\"\"\"\n"],
};

pub fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(item) = structure.items.get(header.item) else { return };
    let Some(content) = item.parts.value.filter(|_| !item.parts.colon) else { return };
    let at = header.name_span.end as usize;
    let message = format!("the content of .{} needs a colon before it", header.name);
    let start = content.node.start_byte();
    let span = (start..start + 1).into();
    found.push(RULE.at(span, message).fix("insert \":\"", vec![Edit::insert(at, ":")]));
}
