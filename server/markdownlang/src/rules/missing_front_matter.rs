//! A program without front matter.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::analysis::piece_context::PieceContext;
use crate::vocabulary::REQUIRED;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/missing-front-matter",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "missing front matter",
        help: "A program starts with a line `---`, then YAML with `name`, `description`, `input` and `output`, then \
           a second line `---`. The front matter says what the program is given and what it answers.",
        bad: &["Say how the weather will be.\n"],
        good: &[plain!()],
    },
    check: Check::Piece(check),
};

fn check(context: &PieceContext<'_>, out: &mut Vec<Diagnostic>) {
    if context.has_front_matter || !context.piece.is_first() {
        return;
    }
    let lines: String = REQUIRED.iter().map(|(_, lines)| *lines).collect();
    let message =
        "missing front matter: start with a line \"---\", the keys of the program, and a line \"---\"";
    out.push(
        RULE.at(Span::at(0), message)
            .suggest("add the front matter", vec![Edit::insert(0, format!("---\n{lines}---\n\n"))]),
    );
}
