//! A field of a value that has none.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::types::{Alt, Type};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/no-fields",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "field of a value that has no fields",
        help: "Only objects have fields. For a string, a number or a list, the program fails when it runs. Use \
           `range` for all items of a list, and `index .days 0` for the first one. If the schema also allows an \
           object, this is a warning.",
        bad: &[program!("{{ .city.name }} {{ .days.first }}\n")],
        good: &[program!("{{ .city }} {{ (index .days 0).date }}\n")],
    },
    check: Check::Types,
};

/// At the name of a field of a value that has no fields, or may have none.
pub(crate) fn check(span: Span, name: &str, value: &Type) -> Option<Diagnostic> {
    if value.is_unknown() {
        return None;
    }
    let is_object = |alt: &Alt| matches!(alt, Alt::Object(_));
    let other = value.alts.iter().find(|alt| !is_object(alt) && **alt != Alt::Nil)?;
    if value.alts.iter().any(is_object) {
        let message = format!("no field \".{name}\" if this is {}", other.word());
        return Some(Diagnostic { severity: Severity::Warning, ..RULE.at(span, message) });
    }
    Some(RULE.at(span, format!("no field \".{name}\": {} has no fields", value.words())))
}
