//! Items outside a list.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/stray-item",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "item outside a list",
        help: "Items come directly after `@ul` or `@ol`, one per line. A blank line or a comment ends the list.",
        bad: &["@p Bring:\n- ropes\n- fenders\n", "@ul\n- ropes\n\n- fenders\n"],
        good: &["@p Bring:\n\n@ul\n- ropes\n- fenders\n", "@ul\n- ropes\n- fenders\n"],
    },
    check: Check::Kind(&[BlockKind::StrayList], check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let list = context.before().filter(|before| before.kind == BlockKind::List);
    if let Some(list) = list {
        let gap = Span::new(list.span.end as usize, block.span.start as usize);
        let finding = RULE
            .at(block.span, "item outside a list: the blank line before it ended the list")
            .related(list.tag, "the list");
        return out.push(finding.suggest("remove the blank line", vec![Edit::replace(gap, "\n")]));
    }
    let message = "item outside a list: items must come directly after \"@ul\" or \"@ol\"";
    let edits = vec![Edit::insert(block.span.start as usize, "@ul\n")];
    out.push(RULE.at(block.span, message).suggest("insert \"@ul\"", edits));
}
