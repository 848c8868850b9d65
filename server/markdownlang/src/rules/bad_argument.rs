//! An argument of the wrong type.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::types::Type;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/bad-argument",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "wrong type of argument",
        help: "The function fails for this value when the program runs. `upper`, `lower`, `title` and `split` take \
           strings (`print .n` turns a number into one), `join` takes a list and a string, `len` takes a value \
           with a length, `lt` and its relatives take two numbers or two strings. If the schema also allows a \
           valid type, this is a warning.",
        bad: &[
            program!("{{ upper .days }}\n"),
            program!("{{ join .city \", \" }}\n"),
            program!("{{ if gt .days 3 }}A long trip.{{ end }}\n"),
            program!("{{ if eq .city 3 }}Three.{{ end }}\n"),
        ],
        good: &[
            program!("{{ upper .city }}\n"),
            program!("{{ join .days \", \" }}\n"),
            program!("{{ if gt (len .days) 3 }}A long trip.{{ end }}\n"),
            program!("{{ if eq .city \"3\" }}Three.{{ end }}\n"),
        ],
    },
    check: Check::Types,
};

const ORDINALS: [&str; 3] = ["first", "second", "third"];

/// At the argument with this index. `is_possible`: a part of its types is valid.
pub(crate) fn at(
    span: Span,
    function: &str,
    index: usize,
    expected: &str,
    value: &Type,
    is_possible: bool,
) -> Diagnostic {
    let ordinal = ORDINALS.get(index).copied().unwrap_or("next");
    let found = if is_possible { "but this may be" } else { "found" };
    let message =
        format!("\"{function}\" needs {expected} as its {ordinal} argument, {found} {}", value.words());
    let severity = if is_possible { Severity::Warning } else { Severity::Error };
    Diagnostic { severity, ..RULE.at(span, message) }
}

/// At an argument that cannot be compared.
pub(crate) fn not_comparable(span: Span, function: &str, value: &Type) -> Diagnostic {
    RULE.at(span, format!("\"{function}\" cannot compare {}", value.words()))
}

/// At an argument without an order.
pub(crate) fn no_order(span: Span, function: &str, value: &Type) -> Diagnostic {
    RULE.at(span, format!("\"{function}\" needs numbers or strings, found {}", value.words()))
}

/// At an argument of another type than the first.
pub(crate) fn never_equal(span: Span, function: &str, first: &Type, second: &Type) -> Diagnostic {
    RULE.at(span, format!("\"{function}\" cannot compare {} with {}", first.words(), second.words()))
}
