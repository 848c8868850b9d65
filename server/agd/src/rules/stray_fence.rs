//! A line of tildes where no fence can open.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::block::{Block, BlockKind};
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/stray-fence",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a fence where none can open",
    help: "A fence opens after `@code`, `@raw`, `@table` and `@x-…`, with nothing but blank lines between. Anywhere else a \
           line of tildes opens nothing: the lines after it are read as if it were not there.",
    bad: &["@p See:\n~~~\n", "@p See:\n~~~\nprint(1)\n~~~\n"],
    good: &["@p See:\n\n@code\n~~~\nprint(1)\n~~~\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let span = context.block().span;
    let message = "a fence opens only after \"@code\", \"@raw\", \"@table\" or \"@x-…\"";
    let finding = RULE.at(span, message);
    let like_this = |other: &Block| other.kind == BlockKind::StrayFence && other.span.len() == span.len();
    out.push(if context.blocks[context.index + 1..].iter().any(like_this) {
        finding.suggest("insert \"@code\"", vec![Edit::insert(span.start as usize, "@code\n")])
    } else {
        let rest = context.text.get(span.end as usize..).unwrap_or("");
        let end = span.end as usize + rest.find('\n').map_or(rest.len(), |at| at + 1);
        finding.suggest("remove the line", vec![Edit::delete(Span::new(span.start as usize, end))])
    });
}
