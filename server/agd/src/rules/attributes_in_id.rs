//! Attributes inside of the id of a block that has another place for them.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/attributes-in-id",
    severity: Severity::Error,
    fix: FixKind::Automatic,
    summary: "attributes inside of an id that belong before it",
    help: "Only headings and paragraphs carry their attributes inside of the id's bracket, `[#intro lang=en]`: what \
           stands before it is their text. Every other block has its attributes before the id.",
    bad: &["@code [#tides lang=python]\n~~~\nprint(1)\n~~~\n"],
    good: &["@code lang=python [#tides]\n~~~\nprint(1)\n~~~\n", "@h1 Tides [#tides lang=en]\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
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
            format!("\"@{}\" has its attributes before the id, not in it", block.name(context.text));
        let mut edits: Vec<_> =
            attributes.iter().map(|span| Edit::delete(context.with_space_before(*span))).collect();
        let moved: Vec<_> = attributes.iter().map(|span| span.text(context.text)).collect();
        edits.push(Edit::insert(id.span.start as usize, format!("{} ", moved.join(" "))));
        out.push(RULE.at(span, message).fix("move them before the id", edits));
    }
}
