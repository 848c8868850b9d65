//! Blank lines with white space.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span, State};

use super::check::Check;
use crate::lexical::line::is_blank;
use crate::syntax::block::Block;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/whitespace-line",
        severity: Severity::Hint,
        fix: FixKind::Automatic,
        summary: "white space on a blank line",
        help: "White space on a blank line has no meaning. Formatting removes it.",
        bad: &["@p One.\n   \n@p Two.\n"],
        good: &["@p One.\n\n@p Two.\n"],
    },
    check: Check::Piece(check),
};

/// Checks the lines between blocks, and between a tag and its fence.
fn check(text: &str, _state: &State, blocks: &[Block], out: &mut Vec<Diagnostic>) {
    let mut at = 0;
    for block in blocks {
        gap(text, at, block.span.start as usize, out);
        if let Some(fence) = &block.fence {
            gap(text, block.header_end, fence.open.start as usize, out);
        }
        at = block.span.end as usize;
    }
    gap(text, at, text.len(), out);
}

fn gap(text: &str, from: usize, to: usize, out: &mut Vec<Diagnostic>) {
    let mut at = from;
    for line in text.get(from..to).unwrap_or("").split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        // The first part of a gap ends the line before it, the last part starts the line after it.
        let whole_line = (start == 0 || start > from) && (line.ends_with('\n') || end == text.len());
        let content = line.trim_end_matches('\n');
        let content = content.strip_suffix('\r').filter(|_| line.ends_with('\n')).unwrap_or(content);
        let white = content.trim_start_matches('\u{feff}');
        if whole_line && !white.is_empty() && is_blank(white) {
            let span = Span::new(start + content.len() - white.len(), start + content.len());
            out.push(
                RULE.at(span, "white space on a blank line")
                    .fix("remove the white space", vec![Edit::delete(span)]),
            );
        }
    }
}
