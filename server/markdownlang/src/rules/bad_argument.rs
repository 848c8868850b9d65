//! What functions take.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

use crate::types::Type;

/// An argument of the wrong kind.
pub static RULE: Rule = Rule {
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
};

const PLACES: [&str; 3] = ["first", "second", "third"];

/// At an argument, of which some alternatives fit if `partly`.
pub(crate) fn at(
    span: Span,
    function: &str,
    place: usize,
    wanted: &str,
    value: &Type,
    partly: bool,
) -> Diagnostic {
    let place = PLACES.get(place).copied().unwrap_or("next");
    let verb = if partly { "may be" } else { "is" };
    let words =
        format!("\"{function}\" takes {wanted} as its {place} argument, and this {verb} {}", value.words());
    let mut finding = RULE.at(span, words);
    if partly {
        finding.severity = Severity::Warning;
    }
    finding
}

/// At an argument that cannot be held against others.
pub(crate) fn not_comparable(span: Span, function: &str, value: &Type) -> Diagnostic {
    RULE.at(span, format!("\"{function}\" cannot compare {}", value.words()))
}

/// At an argument that has no order.
pub(crate) fn no_order(span: Span, function: &str, value: &Type) -> Diagnostic {
    RULE.at(span, format!("\"{function}\" compares numbers or strings, and this is {}", value.words()))
}

/// At an argument of another kind than the one before.
pub(crate) fn never_equal(span: Span, function: &str, first: &Type, second: &Type) -> Diagnostic {
    RULE.at(span, format!("\"{function}\" cannot compare {} with {}", first.words(), second.words()))
}
