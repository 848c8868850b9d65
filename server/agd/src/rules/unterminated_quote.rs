//! A quoted value that does not end.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::block::{FlawKind, ValueKind};
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/unterminated-quote",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a quoted value is not closed on its line",
    help: "A value in quotes ends on the line on which it begins. Within it a quote is written `\\\"` and a backslash \
           `\\\\`.",
    bad: &["@meta title=\"Harbour rules\n", "@ul desc=\"what to bring [#gear]\n- ropes\n"],
    good: &["@meta title=\"Harbour rules\"\n", "@ul desc=\"what to bring\" [#gear]\n- ropes\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let values = block.attributes.iter().filter(|a| a.value_kind == ValueKind::Unterminated).map(|a| a.value);
    let words = block.flaws.iter().filter(|f| f.kind == FlawKind::Words).map(|f| f.span);
    for span in values.chain(words.filter(|span| is_open(span.text(context.text)))) {
        out.push(finding(span));
    }
}

fn finding(span: Span) -> Diagnostic {
    let edits = vec![Edit::insert(span.end as usize, "\"")];
    RULE.at(span, "the quote is not closed on its line").suggest("insert a closing quote", edits)
}

/// Whether words start with a quote that they do not close.
pub fn is_open(words: &str) -> bool {
    let Some(rest) = words.strip_prefix('"') else { return false };
    let mut escaped = false;
    !rest.chars().any(|c| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    })
}
