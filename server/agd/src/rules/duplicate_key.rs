//! The same key twice on one block.

use std::collections::HashMap;

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::block::Attribute;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/duplicate-key",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "duplicate attribute",
        help: "If a block has two values for one key, it is unclear which one applies. Keep one of them.",
        bad: &["@code lang=c lang=python\n~~~\nprint(1)\n~~~\n"],
        good: &["@code lang=python\n~~~\nprint(1)\n~~~\n"],
    },
    check: Check::Attributes(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let attributes = &context.block().attributes;
    let mut seen = HashMap::new();
    for attribute in attributes {
        let key = attribute.name.text(context.text);
        let first: &Attribute = seen.entry(key).or_insert(attribute);
        if !attribute.good_name || first.name == attribute.name {
            continue;
        }
        let message = format!("duplicate attribute \"{key}\": write each key once");
        let finding = RULE.at(attribute.name, message).related(first.span, "first written here");
        let edits = vec![Edit::delete(context.with_space_before(attribute.span))];
        out.push(finding.suggest("remove the duplicate", edits));
    }
}
