//! Fields of what has none.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

use crate::types::{Alt, Type};

/// A field of a value that has none.
pub static RULE: Rule = Rule {
    code: "markdownlang/no-fields",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "field of a value that has no fields",
    help: "Only objects have fields. For a string, a number or a list, the program fails when it runs. Use \
           `range` for all items of a list, and `index .days 0` for the first one. If the schema also allows an \
           object, this is a warning.",
    bad: &[program!("{{ .city.name }} {{ .days.first }}\n")],
    good: &[program!("{{ .city }} {{ (index .days 0).date }}\n")],
};

/// At the name of a field of a value, if the value can have none.
pub(crate) fn at(span: Span, name: &str, value: &Type) -> Option<Diagnostic> {
    if value.is_unknown() {
        return None;
    }
    let others: Vec<&Alt> = value.alts.iter().filter(|a| !matches!(a, Alt::Object(_) | Alt::Nil)).collect();
    let other = others.first()?;
    if value.alts.iter().any(|a| matches!(a, Alt::Object(_))) {
        let mut finding =
            RULE.at(span, format!("\".{name}\" fails where this is {}, which has no fields", other.word()));
        finding.severity = Severity::Warning;
        return Some(finding);
    }
    Some(RULE.at(span, format!("\".{name}\" is a field of {}, which has none", value.words())))
}
