//! A fence that nothing closes.

use agmark_syntax::{Awaits, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::lexical::line::tildes;
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/unterminated-fence",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a fence is never closed",
    help: "A fence is closed by a line with exactly as many tildes as opened it; everything up to there, or to the end of \
           the document, is its body. A line with more or fewer tildes is body as well.",
    bad: &["@code lang=python\n~~~\nprint(1)\n", "@code\n~~~~\nprint(1)\n~~~\n@p Next.\n"],
    good: &["@code lang=python\n~~~\nprint(1)\n~~~\n", "@code\n~~~~\nprint(1)\n~~~~\n@p Next.\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let Some(fence) = &block.fence else { return };
    if fence.close.is_some() {
        return;
    }
    let line = fence.open.text(context.text);
    let message = format!("this fence is never closed: a line of exactly {} \"~\" closes it", line.len());
    let finding = RULE.at(fence.open, message).awaiting(Awaits::After);
    let body = fence.body.unwrap_or(Span::at(fence.open.end as usize));
    out.push(match other_fence(context.text, body) {
        Some(other) => finding
            .related(other, format!("{} \"~\" do not close it", other.len()))
            .suggest("close it there", vec![Edit::replace(other, line)]),
        None => {
            let edits = vec![Edit::insert(body.end as usize, format!("\n{line}"))];
            finding.suggest("close it at the end of the document", edits)
        }
    });
}

/// The first line of tildes in a body: what was probably meant to close it.
fn other_fence(text: &str, body: Span) -> Option<Span> {
    let mut at = body.start as usize;
    for line in body.text(text).split('\n') {
        if let Some(count) = tildes(line)
            && count >= 3
        {
            return Some(Span::new(at, at + count as usize));
        }
        at += line.len() + 1;
    }
    None
}
