//! Imported files that are not programs.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// An imported file that is not a program.
pub static RULE: Rule = Rule {
    code: "markdownlang/not-a-program",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "imported file is not a program",
    help: "An import is a Markdown file whose front matter has `name`, `description`, `input` and `output`.",
    bad: &[concat!(importing!("[./notes.txt]"), "=== notes.txt\nRain on Monday.\n")],
    good: &[importing!("[./almanac.md]", "almanac.md" => "almanac")],
};

/// At the path.
pub(crate) fn at(span: Span, path: &str) -> Diagnostic {
    RULE.at(span, format!("\"{path}\" is not a program: import a .md file with front matter"))
}

/// At the path of a Markdown file whose front matter has no name.
pub(crate) fn without_name(span: Span, path: &str) -> Diagnostic {
    RULE.at(span, format!("\"{path}\" is not a program: its front matter has no \"name\""))
}

/// At the path of a Markdown file that could not be run: a skill, for example.
pub(crate) fn without_keys(span: Span, path: &str, lacks: &[&str]) -> Diagnostic {
    let lacks = lacks.iter().map(|key| format!("\"{key}\"")).collect::<Vec<_>>().join(", ");
    RULE.at(span, format!("\"{path}\" cannot be run: its front matter lacks {lacks}"))
}
