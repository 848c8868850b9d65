//! A variable that is not declared.

use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/undefined-variable",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "undefined variable",
        help: "A variable is declared with `{{ $x := VALUE }}`, or by `range`, `with` and `if`. It is known up to \
           the `{{ end }}` of the block around it. A template does not see the variables outside of it: pass it \
           what it needs.",
        bad: &[program!("{{ $town }}\n")],
        good: &[program!("{{ $town := .city }}{{ $town }}\n")],
    },
    check: Check::Types,
};

/// At a variable in a template, which does not see variables outside of it.
pub(crate) fn in_template(span: Span, name: &str) -> Diagnostic {
    RULE.at(span, format!("undefined variable \"{name}\" in this template: pass the value as its dot"))
}

/// At a variable that is not declared before its use. `known` are the variables that are.
pub(crate) fn at<'a>(span: Span, name: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let near = suggestion(name, known.filter(|name| *name != "$"), |_| false);
    RULE.at(span, format!("undefined variable \"{name}\"")).nearest(span, near)
}
