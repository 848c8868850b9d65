//! Imports from outside of the workspace.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// An import that leads out of the workspace folder.
pub static RULE: Rule = Rule {
    code: "markdownlang/outside-import",
    severity: Severity::Information,
    fix: FixKind::None,
    summary: "import from outside of the workspace",
    help: "Checks never read files outside of the workspace folder, so they cannot tell whether the file exists and is \
           a program. A run reads the file all the same and stops if it cannot. Move the program into the workspace, or \
           open a folder that contains both.",
    bad: &[importing!("[../almanac.md]")],
    good: &[importing!("[./almanac.md]", "almanac.md" => "almanac")],
};

/// At the path.
pub(crate) fn at(span: Span, path: &str) -> Diagnostic {
    RULE.at(
        span,
        format!("\"{path}\" is outside of the workspace folder: it is not checked, but a run loads it"),
    )
}
