//! Quote lines outside of a quote.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/stray-quote",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a quote line outside of a quote",
    help: "Quote lines stand directly under `@quote`. A blank line or a comment ends the quote; an empty line within it \
           is written `>`.",
    bad: &["@p He said:\n> Fair wind.\n", "@quote\n> Fair wind.\n\n> And following seas.\n"],
    good: &["@p He said:\n\n@quote\n> Fair wind.\n", "@quote\n> Fair wind.\n>\n> And following seas.\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let quote = context.before().filter(|before| before.kind == BlockKind::Quote);
    if let Some(quote) = quote {
        let gap = Span::new(quote.span.end as usize, block.span.start as usize);
        let message = "the blank line before this line ended the quote";
        let finding = RULE.at(block.span, message).related(quote.tag, "the quote");
        return out.push(finding.suggest("write the blank line as \">\"", vec![Edit::replace(gap, "\n>\n")]));
    }
    let message = "a quote line outside of a quote: quote lines stand directly under \"@quote\"";
    let edits = vec![Edit::insert(block.span.start as usize, "@quote\n")];
    out.push(RULE.at(block.span, message).suggest("insert \"@quote\"", edits));
}
