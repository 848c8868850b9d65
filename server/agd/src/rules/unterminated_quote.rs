//! A quoted value without a closing quote.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::block::{MalformedKind, ValueKind};
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/unterminated-quote",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unclosed quote",
        help: "A quoted value ends on the line on which it starts. Inside it, write a quote as `\\\"` and a \
               backslash as `\\\\`.",
        bad: &["@meta title=\"Harbour rules\n", "@ul desc=\"what to bring [#gear]\n- ropes\n"],
        good: &["@meta title=\"Harbour rules\"\n", "@ul desc=\"what to bring\" [#gear]\n- ropes\n"],
    },
    check: Check::Attributes(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let values = block.attributes.iter().filter(|a| a.value_kind == ValueKind::Unterminated).map(|a| a.value);
    let words = block.malformed.iter().filter(|f| f.kind == MalformedKind::Words).map(|f| f.span);
    for span in values.chain(words.filter(|span| is_open(span.text(context.text)))) {
        out.push(finding(span));
    }
}

fn finding(span: Span) -> Diagnostic {
    let edits = vec![Edit::insert(span.end as usize, "\"")];
    RULE.at(span, "unclosed quote: expected a closing quote on the same line")
        .suggest("insert a closing quote", edits)
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
