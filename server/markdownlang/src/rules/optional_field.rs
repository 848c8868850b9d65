//! A field that is optional and has no default.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/optional-field",
        severity: Severity::Hint,
        fix: FixKind::Offered,
        summary: "optional field without a default",
        help: "If an input lacks the field, the model reads `<no value>`. Give the property a `default` in the \
           schema or here (`{{ .city | default \"Oslo\" }}`), add it to `required`, or check first: `{{ with \
           .city }}{{ . }}{{ end }}`.",
        bad: &[example!(
            "name: forecast\ndescription: Says how the weather will be",
            "{ type: object, properties: { city: { type: string } } }",
            "Say how the weather in {{ .city }} will be."
        )],
        good: &[example!(
            "name: forecast\ndescription: Says how the weather will be",
            "{ type: object, properties: { city: { type: string } } }",
            "Say how the weather in {{ .city | default \"Oslo\" }} will be."
        )],
    },
    check: Check::Types,
};

/// At the name of the field.
pub(crate) fn at(span: Span, name: &str) -> Diagnostic {
    RULE.at(span, format!("\"{name}\" is optional: if it is missing, \"<no value>\" is shown"))
}

/// At another value that may be missing.
pub(crate) fn value(span: Span) -> Diagnostic {
    RULE.at(span, "this value may be missing: then \"<no value>\" is shown")
}
