//! A byte-order mark.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

pub static RULE: Rule = Rule {
    code: "agd/byte-order-mark",
    severity: Severity::Hint,
    fix: FixKind::Automatic,
    summary: "the document starts with a byte-order mark",
    help: "A document is UTF-8, which has no byte order. The mark is skipped; formatting removes it. \
           Nobody can see it: the example writes it as `\\u{feff}`.",
    bad: &["\u{feff}@p One.\n"],
    good: &["@p One.\n"],
};

/// Looks at the first piece of a document.
pub fn check(text: &str, out: &mut Vec<Diagnostic>) {
    if text.starts_with('\u{feff}') {
        let span = Span::new(0, '\u{feff}'.len_utf8());
        out.push(
            RULE.at(span, "the document starts with a byte-order mark")
                .fix("remove it", vec![Edit::delete(span)]),
        );
    }
}
