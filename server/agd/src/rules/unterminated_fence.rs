//! A fence without a closing line.

use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::lexical::line::tildes;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/unterminated-fence",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unclosed fence",
        help: "A line with exactly as many tildes as the opening line closes a fence. Everything before that \
               line, or before the end of the document, is its body, including lines with more or fewer tildes.",
        bad: &["@code lang=python\n~~~\nprint(1)\n", "@code\n~~~~\nprint(1)\n~~~\n@p Next.\n"],
        good: &["@code lang=python\n~~~\nprint(1)\n~~~\n", "@code\n~~~~\nprint(1)\n~~~~\n@p Next.\n"],
    },
    check: Check::Fence(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let Some(fence) = &block.fence else { return };
    if fence.close.is_some() {
        return;
    }
    let line = fence.open.text(context.text);
    let message = format!("unclosed fence: expected a closing line of exactly {} \"~\"", line.len());
    let finding = RULE.at(fence.open, message).awaiting(Awaits::After);
    let body = fence.body.unwrap_or(Span::at(fence.open.end as usize));
    out.push(match other_fence(context.text, body) {
        Some(other) => finding
            .related(other, format!("a line of {} \"~\" does not close it", other.len()))
            .suggest("close the fence at that line", vec![Edit::replace(other, line)]),
        None => {
            let edits = vec![Edit::insert(body.end as usize, format!("\n{line}"))];
            finding.suggest("close the fence at the end of the document", edits)
        }
    });
}

/// The first line of tildes in a body, which was probably meant to close it.
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
