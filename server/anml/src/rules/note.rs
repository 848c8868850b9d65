use agmark_syntax::{CheckedRule, FixKind, Rule, Severity, Tag};

use super::check::Check;
use super::line_context::{LineContext, remove};
use crate::syntax::element::Element;

/// ` -- note`.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/note",
        severity: Severity::Hint,
        fix: FixKind::Offered,
        summary: "note at the end of a line",
        help: "Text after ` -- ` is a note for people. Tools keep it, so every agent that reads the document pays \
               for its tokens.",
        bad: &["button#e1 \"Send\" -- sends the form\n"],
        good: &["button#e1 \"Send\"\n"],
    },
    check: Check::Element(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    if let Some(note) = element.note {
        let finding =
            RULE.at(note.span, "note costs tokens and does not help an agent").tagged(Tag::Unnecessary);
        context.report(finding.suggest("remove the note", vec![remove(context.text, note.span)]));
    }
}
