//! Items outside of a list.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/stray-item",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "an item outside of a list",
    help: "Items stand directly under `@ul` or `@ol`, one line each. A blank line or a comment ends the list.",
    bad: &["@p Bring:\n- ropes\n- fenders\n", "@ul\n- ropes\n\n- fenders\n"],
    good: &["@p Bring:\n\n@ul\n- ropes\n- fenders\n", "@ul\n- ropes\n- fenders\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let list = context.before().filter(|before| before.kind == BlockKind::List);
    if let Some(list) = list {
        let gap = Span::new(list.span.end as usize, block.span.start as usize);
        let finding = RULE
            .at(block.span, "the blank line before this item ended the list")
            .related(list.tag, "the list");
        return out.push(finding.suggest("remove the blank line", vec![Edit::replace(gap, "\n")]));
    }
    let message = "an item outside of a list: items stand directly under \"@ul\" or \"@ol\"";
    let edits = vec![Edit::insert(block.span.start as usize, "@ul\n")];
    out.push(RULE.at(block.span, message).suggest("insert \"@ul\"", edits));
}
