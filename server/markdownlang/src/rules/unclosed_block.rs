//! Control structures that do not end.

use agmark_syntax::{Awaits, Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// `if`, `range`, `with`, `define` or `block` without `end`.
pub static RULE: Rule = Rule {
    code: "markdownlang/unclosed-block",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unclosed block",
    help: "`if`, `range`, `with`, `define` and `block` end at their `{{ end }}`. Each `end` closes the \
           innermost open block.",
    bad: &[program!("{{ if .city }}Say how the weather will be.\n")],
    good: &[program!("{{ if .city }}Say how the weather will be.{{ end }}\n")],
};

/// At the keyword. The document ends at `end`.
pub(crate) fn at(span: Span, keyword: &str, end: usize) -> Diagnostic {
    RULE.at(span, format!("this \"{keyword}\" has no end: add {{{{ end }}}}"))
        .awaiting(Awaits::After)
        .suggest("add {{ end }} at the end", vec![Edit::insert(end, "{{ end }}\n")])
}
