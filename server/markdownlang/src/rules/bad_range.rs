//! A `range` over a value that is not a list, an object or an integer, or with too many variables.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::types::{Alt, Type};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/bad-range",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "invalid `range`",
        help: "`range` takes a list, an object or an integer. For other values, the program fails when it runs. \
           `split` makes a list of a string. If the schema also allows a valid type, this is a warning. Over an \
           integer, `range` has at most one variable.",
        bad: &[
            program!("{{ range .city }}{{ . }}{{ end }}\n"),
            program!("{{ range $i, $n := len .days }}{{ $n }}{{ end }}\n"),
        ],
        good: &[program!("{{ range split .city \",\" }}{{ . }}{{ end }}\n")],
    },
    check: Check::Types,
};

/// At a pipeline whose value has no items, or may have none.
pub(crate) fn check(span: Span, value: &Type) -> Option<Diagnostic> {
    if value.is_unknown() {
        return None;
    }
    let has_items = |alt: &&Alt| {
        matches!(alt, Alt::List(_) | Alt::ListOf(_) | Alt::Object(_) | Alt::Integer | Alt::Nil | Alt::Number)
    };
    let needs = "`range` needs a list, an object or an integer";
    if !value.alts.iter().any(|alt| has_items(&alt)) {
        return Some(RULE.at(span, format!("{needs}, found {}", value.words())));
    }
    let other = match value.alts.iter().find(|alt| !has_items(alt)) {
        Some(other) => other.word(),
        None if value.alts.contains(&Alt::Number) => "a number that is not an integer",
        None => return None,
    };
    let diagnostic = RULE.at(span, format!("{needs}, but this value may be {other}"));
    Some(Diagnostic { severity: Severity::Warning, ..diagnostic })
}

/// At the second variable of a `range` over an integer.
pub(crate) fn check_second_variable(span: Span, value: &Type) -> Option<Diagnostic> {
    let is_number = |alt: &Alt| matches!(alt, Alt::Integer | Alt::Number);
    if value.is_unknown() || !value.alts.iter().any(is_number) {
        return None;
    }
    if value.alts.iter().all(|alt| is_number(alt) || *alt == Alt::Nil) {
        return Some(RULE.at(span, "`range` over an integer has only one variable: remove this one"));
    }
    let message = "this value may be an integer, and then `range` has only one variable";
    Some(Diagnostic { severity: Severity::Warning, ..RULE.at(span, message) })
}
