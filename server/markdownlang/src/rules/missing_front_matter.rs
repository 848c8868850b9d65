//! No front matter.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::vocabulary::REQUIRED;

/// A program without front matter.
pub static RULE: Rule = Rule {
    code: "markdownlang/missing-front-matter",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "missing front matter",
    help: "A program starts with a line `---`, then YAML with `name`, `description`, `input` and `output`, then \
           a second line `---`. The front matter says what the program is given and what it answers.",
    bad: &["Say how the weather will be.\n"],
    good: &[plain!()],
};

/// At the start of a document that has none.
pub(crate) fn at_start() -> Diagnostic {
    let lines: String = REQUIRED.iter().map(|(_, lines)| *lines).collect();
    RULE.at(
        Span::at(0),
        "the front matter is missing: begin with a line \"---\", the program's keys, and \"---\"",
    )
    .suggest("add the front matter", vec![Edit::insert(0, format!("---\n{lines}---\n\n"))])
}
