//! Attributes inside an id, on a block that takes them before it.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/attributes-in-id",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "attributes inside an id",
        help: "Only headings and paragraphs have their attributes inside the brackets of the id, as in `[#intro \
               lang=en]`, because everything before the id is their text. On every other block, attributes come \
               before the id.",
        bad: &["@code [#tides lang=python]\n~~~\nprint(1)\n~~~\n"],
        good: &["@code lang=python [#tides]\n~~~\nprint(1)\n~~~\n", "@h1 Tides [#tides lang=en]\n"],
    },
    check: Check::Id(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    if block.is_inline() || block.kind == BlockKind::Unknown {
        return;
    }
    for id in &block.ids {
        let inside = |span: Span| id.span.covers(span);
        let attributes: Vec<_> = block
            .attributes
            .iter()
            .filter(|a| a.in_id)
            .map(|a| a.span)
            .filter(|span| inside(*span))
            .collect();
        let (Some(first), Some(last)) = (attributes.first(), attributes.last()) else { continue };
        let span = Span::new(first.start as usize, last.end as usize);
        let message =
            format!("attributes inside the id: \"@{}\" takes them before the id", block.name(context.text));
        let mut edits: Vec<_> =
            attributes.iter().map(|span| Edit::delete(context.with_space_before(*span))).collect();
        let moved: Vec<_> = attributes.iter().map(|span| span.text(context.text)).collect();
        edits.push(Edit::insert(id.span.start as usize, format!("{} ", moved.join(" "))));
        out.push(RULE.at(span, message).fix("move the attributes before the id", edits));
    }
}
