//! An end too many.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// `end` where nothing is open.
pub static RULE: Rule = Rule {
    code: "markdownlang/unexpected-end",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unexpected `end`",
    help: "Each `{{ end }}` closes an `if`, `range`, `with`, `define` or `block` before it. No block is open \
           here: remove the `end`, or correct the action that should open the block.",
    bad: &[program!("Say how the weather will be.{{ end }}\n")],
    good: &[program!("{{ if .city }}Say how the weather will be.{{ end }}\n")],
};

/// At the keyword; `action` is the whole action.
pub(crate) fn at(span: Span, action: Span) -> Diagnostic {
    RULE.at(span, "nothing is open that this \"end\" could end: remove it, or open something before it")
        .suggest("remove it", vec![Edit::delete(action)])
}
