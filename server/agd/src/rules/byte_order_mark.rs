//! A byte order mark.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span, State};

use super::check::Check;
use crate::syntax::block::Block;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/byte-order-mark",
        severity: Severity::Hint,
        fix: FixKind::Automatic,
        summary: "byte order mark at the start of the document",
        help: "AGD documents are UTF-8, which needs no byte order mark. Readers skip the mark, and formatting \
               removes it. The mark is invisible, so the example shows it as `\\u{feff}`.",
        bad: &["\u{feff}@p One.\n"],
        good: &["@p One.\n"],
    },
    check: Check::Piece(check),
};

fn check(text: &str, state: &State, _blocks: &[Block], out: &mut Vec<Diagnostic>) {
    if state.is_start() && text.starts_with('\u{feff}') {
        let span = Span::new(0, '\u{feff}'.len_utf8());
        out.push(
            RULE.at(span, "byte order mark at the start of the document: UTF-8 needs none")
                .fix("remove the byte order mark", vec![Edit::delete(span)]),
        );
    }
}
