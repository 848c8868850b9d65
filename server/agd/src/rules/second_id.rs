//! More than one id on a block.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/second-id",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "more than one id on a block",
        help: "A block has one id. Keep the one that references use.",
        bad: &["@ul [#gear] [#ropes]\n- ropes\n"],
        good: &["@ul [#gear]\n- ropes\n"],
    },
    check: Check::Id(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let ids = &context.block().ids;
    let Some(first) = ids.first() else { return };
    for id in ids.iter().skip(1) {
        let name = first.identifier.name().text(context.text);
        let message = format!("second id: the block already has the id \"{name}\"");
        let finding = RULE.at(id.span, message).related(first.span, "the first id");
        out.push(
            finding.suggest("remove the second id", vec![Edit::delete(context.with_space_before(id.span))]),
        );
    }
}
