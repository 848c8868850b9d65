//! Variables.

use agmark_syntax::nearest::suggestion;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A variable that is not declared.
pub static RULE: Rule = Rule {
    code: "markdownlang/undefined-variable",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "undefined variable",
    help: "A variable is declared with `{{ $x := VALUE }}`, or by `range`, `with` and `if`. It is known up to \
           the `{{ end }}` of the block around it. A template does not see the variables outside of it: pass it \
           what it needs.",
    bad: &[program!("{{ $town }}\n")],
    good: &[program!("{{ $town := .city }}{{ $town }}\n")],
};

/// At a variable of a template, which sees none from outside.
pub(crate) fn in_template(span: Span, name: &str) -> Diagnostic {
    let words = format!("variable \"{name}\" is not declared in this template: hand it the value as its dot");
    RULE.at(span, words)
}

/// At a variable that is not declared before, where these are.
pub(crate) fn at<'a>(span: Span, text: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let near = suggestion(text, known.filter(|name| *name != "$"), |_| false);
    RULE.at(span, format!("variable \"{text}\" is not declared before this")).nearest(span, near)
}
