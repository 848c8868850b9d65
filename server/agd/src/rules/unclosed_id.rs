//! An id without its closing bracket.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::lexical::line::is_letter;
use crate::syntax::block::{Block, MarkupKind};
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/unclosed-id",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "unclosed id",
        help: "An id is written `[#ident]` at the end of its line. In a heading or a paragraph, an unclosed id \
               is valid, but it is read as text. That is rarely meant, so the rule reports a hint there.",
        bad: &["@ul [#gear\n- ropes\n", "@h1 Harbour [#harbour\n"],
        good: &["@ul [#gear]\n- ropes\n", "@h1 Harbour [#harbour]\n", "@h1 About [#harbour and more\n"],
    },
    check: Check::Id(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    for id in block.ids.iter().filter(|id| !id.closed) {
        let finding = RULE.at(id.span, "unclosed id: expected \"]\"");
        out.push(finding.fix("insert \"]\"", vec![Edit::insert(id.span.end as usize, "]")]));
    }
    if block.is_inline()
        && block.ids.is_empty()
        && let Some(span) = unclosed(block, context.text)
    {
        let message = "unclosed id, which is read as text: expected \"]\"";
        let mut finding =
            RULE.at(span, message).suggest("insert \"]\"", vec![Edit::insert(span.end as usize, "]")]);
        finding.severity = Severity::Hint;
        out.push(finding);
    }
}

/// A `[#ident` at the very end of inline text.
fn unclosed(block: &Block, text: &str) -> Option<Span> {
    let span = block.text?;
    let at = span.text(text).rfind("[#")?;
    let rest = &span.text(text)[at + 2..];
    let start = span.start as usize + at;
    let in_code = |m: &crate::syntax::block::Markup| m.kind == MarkupKind::Code && m.span.touches(start);
    let word = rest.bytes().next().is_some_and(is_letter) && !rest.contains([' ', '\t', ']']);
    (word && !block.markup.iter().any(in_code)).then(|| Span::new(start, span.end as usize))
}
