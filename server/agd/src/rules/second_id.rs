//! More than one id on a block.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/second-id",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a block has more than one id",
    help: "A block has one address. Keep the id that others refer to.",
    bad: &["@ul [#gear] [#ropes]\n- ropes\n"],
    good: &["@ul [#gear]\n- ropes\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let ids = &context.block().ids;
    let Some(first) = ids.first() else { return };
    for id in ids.iter().skip(1) {
        let name = first.identifier.name().text(context.text);
        let message = format!("a block has one id, and this one is \"{name}\" already");
        let finding = RULE.at(id.span, message).related(first.span, "the id");
        out.push(
            finding.suggest("remove the second id", vec![Edit::delete(context.with_space_before(id.span))]),
        );
    }
}
