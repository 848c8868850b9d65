//! A value that may be missing or null where a value is required.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::types::{Alt, Type};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/may-be-missing",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "value that may be missing or null",
        help: "The schema allows this value to be missing or null. Most functions do not take such a value, and \
           null has no fields, so the program fails. The fields of a missing value are missing, too. Check \
           first (`{{ with .user }}{{ .name }}{{ end }}`, `{{ if .user }}`), give a `default`, or require the \
           value in the schema.",
        bad: &[example!(
            "name: greet\ndescription: Greets a person",
            "{ type: object, properties: { user: { type: object, properties: { name: { type: string } } } } }",
            "Greet {{ .user.name | default \"whoever it is\" }}."
        )],
        good: &[example!(
            "name: greet\ndescription: Greets a person",
            "{ type: object, properties: { user: { type: object, properties: { name: { type: string } } } } }",
            "Greet {{ with .user }}{{ .name | default \"whoever it is\" }}{{ end }}."
        )],
    },
    check: Check::Types,
};

/// At a value that `user` needs.
pub(crate) fn at(span: Span, value: &Type, user: &str) -> Diagnostic {
    let state = match (value.optional, value.alts.contains(&Alt::Nil)) {
        (true, true) => "missing or null",
        (true, false) => "missing",
        _ => "null",
    };
    RULE.at(span, format!("this value may be {state}, and then {user} fails: check it with `if` or `with`"))
}

/// At a value whose field is missing if the value is missing.
pub(crate) fn of_field(span: Span, name: &str) -> Diagnostic {
    let message = format!(
        "this value may be missing, and then \".{name}\" is missing, too: check it with `if` or `with`"
    );
    RULE.at(span, message)
}
