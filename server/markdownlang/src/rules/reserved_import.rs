//! The standard library.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// An import from the standard library, which does not exist yet.
pub static RULE: Rule = Rule {
    code: "markdownlang/reserved-import",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "import from the standard library, which does not exist yet",
    help: "Imports that start with `stdlib:` are reserved for a future standard library. Import a file instead.",
    bad: &[importing!("[\"stdlib:almanac\"]")],
    good: &[importing!("[./almanac.md]", "almanac.md" => "almanac")],
};

/// At the path.
pub(crate) fn at(span: Span) -> Diagnostic {
    RULE.at(span, "\"stdlib:\" is reserved, there is no standard library yet: write the path of a .md file")
}
