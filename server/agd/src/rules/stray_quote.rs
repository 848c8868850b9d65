//! Quote lines outside a quote.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/stray-quote",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "quote line outside a quote",
        help: "Quote lines come directly after `@quote`. A blank line or a comment ends the quote. Write an \
               empty line inside a quote as `>`.",
        bad: &["@p He said:\n> Fair wind.\n", "@quote\n> Fair wind.\n\n> And following seas.\n"],
        good: &["@p He said:\n\n@quote\n> Fair wind.\n", "@quote\n> Fair wind.\n>\n> And following seas.\n"],
    },
    check: Check::Kind(&[BlockKind::StrayQuote], check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let quote = context.before().filter(|before| before.kind == BlockKind::Quote);
    if let Some(quote) = quote {
        let gap = Span::new(quote.span.end as usize, block.span.start as usize);
        let message = "quote line outside a quote: the blank line before it ended the quote";
        let finding = RULE.at(block.span, message).related(quote.tag, "the quote");
        return out
            .push(finding.suggest("replace the blank line with \">\"", vec![Edit::replace(gap, "\n>\n")]));
    }
    let message = "quote line outside a quote: quote lines must come directly after \"@quote\"";
    let edits = vec![Edit::insert(block.span.start as usize, "@quote\n")];
    out.push(RULE.at(block.span, message).suggest("insert \"@quote\"", edits));
}
