//! The same key twice on one block.

use std::collections::HashMap;

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use crate::syntax::block::Attribute;
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/duplicate-key",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a block has the same key twice",
    help: "Of two values for one key nobody knows which is meant. Keep one.",
    bad: &["@code lang=c lang=python\n~~~\nprint(1)\n~~~\n"],
    good: &["@code lang=python\n~~~\nprint(1)\n~~~\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let attributes = &context.block().attributes;
    let mut seen = HashMap::new();
    for attribute in attributes {
        let key = attribute.name.text(context.text);
        let first: &Attribute = seen.entry(key).or_insert(attribute);
        if !attribute.good_name || first.name == attribute.name {
            continue;
        }
        let message = format!("\"{key}\" is given twice");
        let finding = RULE.at(attribute.name, message).related(first.span, "the first");
        let edits = vec![Edit::delete(context.with_space_before(attribute.span))];
        out.push(finding.suggest("remove the second", edits));
    }
}
