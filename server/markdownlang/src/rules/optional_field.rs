//! Fields that an input may lack.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A field that is optional and has no default.
pub static RULE: Rule = Rule {
    code: "markdownlang/optional-field",
    severity: Severity::Hint,
    fix: FixKind::Offered,
    summary: "optional field without a default",
    help: "If an input lacks the field, the model reads `<no value>`. Give the property a `default` in the \
           schema or here (`{{ .city | default \"Oslo\" }}`), add it to `required`, or check first: `{{ with \
           .city }}{{ . }}{{ end }}`.",
    bad: &["---
name: forecast
description: Says how the weather will be
input: { type: object, properties: { city: { type: string } } }
output: { type: object }
---
Say how the weather in {{ .city }} will be.
"],
    good: &["---
name: forecast
description: Says how the weather will be
input: { type: object, properties: { city: { type: string } } }
output: { type: object }
---
Say how the weather in {{ .city | default \"Oslo\" }} will be.
"],
};

/// At the name of the field.
pub(crate) fn at(span: Span, name: &str) -> Diagnostic {
    RULE.at(span, format!("\"{name}\" is optional: where it is missing, \"<no value>\" is shown"))
}

/// At a value that was handed on, or that a function gives.
pub(crate) fn value(span: Span) -> Diagnostic {
    RULE.at(span, "this may be missing, and then \"<no value>\" is shown")
}
