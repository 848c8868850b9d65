//! Definitions in structures.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// `define` inside of another structure.
pub static RULE: Rule = Rule {
    code: "markdownlang/nested-define",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "`define` inside of another block",
    help: "A template is defined at the top of the document, outside of `if`, `range`, `with` and other \
           templates. To define one in place, use `block`.",
    bad: &[program!("{{ if .city }}{{ define \"sky\" }}Grey.{{ end }}{{ end }}\n")],
    good: &[program!("{{ define \"sky\" }}Grey.{{ end }}{{ if .city }}{{ template \"sky\" }}{{ end }}\n")],
};

/// At the keyword; `open` is the keyword of the structure around it.
pub(crate) fn at(span: Span, open: Span) -> Diagnostic {
    RULE.at(span, "a template is defined at the top, not in another structure: move it out, or use \"block\"")
        .related(open, "this is open")
}
