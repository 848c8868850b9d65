use agmark_syntax::{FixKind, Rule, Severity, Tag};

use super::site::{Site, remove};
use crate::syntax::element::Element;

/// ` -- note`.
pub static RULE: Rule = Rule {
    code: "anml/note",
    severity: Severity::Hint,
    fix: FixKind::Offered,
    summary: "a line ends with a note",
    help: "What stands after ` -- ` is a note for people. It is kept, and it costs every agent that reads the document \
           its tokens.",
    bad: &["button#e1 \"Send\" -- sends the form\n"],
    good: &["button#e1 \"Send\"\n"],
};

pub(super) fn check(site: &mut Site<'_>, element: &Element) {
    if let Some(note) = element.note {
        let finding =
            RULE.at(note.span, "a note costs tokens and says nothing to an agent").tagged(Tag::Unnecessary);
        site.report(finding.suggest("remove the note", vec![remove(site.text, note.span)]));
    }
}
