//! Values that may not be there where they have to.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

use crate::types::{Alt, Type};

/// A value that may be missing or null where one is needed.
pub static RULE: Rule = Rule {
    code: "markdownlang/may-be-missing",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "value that may be missing or null",
    help: "The schema allows this value to be missing or null. Most functions do not take such a value, and \
           null has no fields, so the program fails. The fields of a missing value are missing, too. Check \
           first (`{{ with .user }}{{ .name }}{{ end }}`, `{{ if .user }}`), give a `default`, or require the \
           value in the schema.",
    bad: &["---
name: greet
description: Greets somebody
input: { type: object, properties: { user: { type: object, properties: { name: { type: string } } } } }
output: { type: object }
---
Greet {{ .user.name | default \"whoever it is\" }}.
"],
    good: &["---
name: greet
description: Greets somebody
input: { type: object, properties: { user: { type: object, properties: { name: { type: string } } } } }
output: { type: object }
---
Greet {{ with .user }}{{ .name | default \"whoever it is\" }}{{ end }}.
"],
};

/// At a value, without which `what` fails.
pub(crate) fn at(span: Span, value: &Type, what: &str) -> Diagnostic {
    let word = match (value.optional, value.alts.contains(&Alt::Nil)) {
        (true, true) => "missing or null",
        (true, false) => "missing",
        _ => "null",
    };
    RULE.at(span, format!("this may be {word}, and then {what} fails: ask with \"if\" or \"with\" first"))
}

/// At a value that has no such field where it is missing.
pub(crate) fn of_field(span: Span, name: &str) -> Diagnostic {
    RULE.at(
        span,
        format!(
            "this may be missing, and then \".{name}\" is missing, too: ask with \"if\" or \"with\" first"
        ),
    )
}
