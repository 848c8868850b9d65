//! Declarations.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A declaration with too many variables.
pub static RULE: Rule = Rule {
    code: "markdownlang/bad-declaration",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "too many variables in a declaration",
    help: "An action declares one variable: `{{ $x := VALUE }}`. Only `range` declares two, the index \
           or key and the item: `{{ range $i, $day := .days }}`.",
    bad: &[program!("{{ $a, $b := .days }}\n")],
    good: &[program!("{{ range $i, $day := .days }}{{ $i }}{{ $day }}{{ end }}\n")],
};

/// At the first variable that is too many.
pub(crate) fn at(span: Span, in_range: bool) -> Diagnostic {
    let words = match in_range {
        true => "\"range\" declares at most two variables: the index or key, and the item",
        false => "only one variable is declared here: only \"range\" has two",
    };
    RULE.at(span, words)
}

/// At `$` where a variable is to be declared.
pub(crate) fn without_name(span: Span) -> Diagnostic {
    RULE.at(span, "a variable that is declared has a name after its \"$\"")
}
