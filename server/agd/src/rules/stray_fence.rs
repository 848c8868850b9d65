//! A line of tildes where no fence can open.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::block::{Block, BlockKind};
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/stray-fence",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "fence without a block",
        help: "A fence follows `@code`, `@raw`, `@table` or `@x-…`, with only blank lines between. Anywhere \
               else, a line of tildes opens no fence, and the lines after it are read as if it did not exist.",
        bad: &["@p See:\n~~~\n", "@p See:\n~~~\nprint(1)\n~~~\n"],
        good: &["@p See:\n\n@code\n~~~\nprint(1)\n~~~\n"],
    },
    check: Check::Kind(&[BlockKind::StrayFence], check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let span = context.block().span;
    let message = "unexpected fence: a fence must follow \"@code\", \"@raw\", \"@table\" or \"@x-…\"";
    let finding = RULE.at(span, message);
    let same_length = |other: &Block| other.kind == BlockKind::StrayFence && other.span.len() == span.len();
    out.push(if context.blocks[context.index + 1..].iter().any(same_length) {
        finding.suggest("insert \"@code\"", vec![Edit::insert(span.start as usize, "@code\n")])
    } else {
        let rest = context.text.get(span.end as usize..).unwrap_or("");
        let end = span.end as usize + rest.find('\n').map_or(rest.len(), |at| at + 1);
        finding.suggest("remove the line", vec![Edit::delete(Span::new(span.start as usize, end))])
    });
}
