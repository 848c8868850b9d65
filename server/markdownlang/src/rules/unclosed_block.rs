//! `if`, `range`, `with`, `define` or `block` without `end`.

use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::piece_context::PieceContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unclosed-block",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unclosed block",
        help: "`if`, `range`, `with`, `define` and `block` end at their `{{ end }}`. Each `end` closes the \
           innermost open block.",
        bad: &[program!("{{ if .city }}Say how the weather will be.\n")],
        good: &[program!("{{ if .city }}Say how the weather will be.{{ end }}\n")],
    },
    check: Check::Piece(check),
};

fn check(context: &PieceContext<'_>, out: &mut Vec<Diagnostic>) {
    let end = context.piece.text.len();
    for block in context.open {
        out.push(
            RULE.at(block.keyword, format!("unclosed \"{}\": add {{{{ end }}}}", block.word))
                .awaiting(Awaits::After)
                .suggest("add {{ end }} at the end", vec![Edit::insert(end, "{{ end }}\n")]),
        );
    }
}
