//! A field that the input schema does not have.

use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/undeclared-field",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "undeclared input field",
        help: "This field is not in the `properties` of the `input` schema, so the model reads `<no value>`. \
           Declare it in the schema, or correct its name. `range` and `with` change the dot: inside of them, \
           `$.city` is the field of the input. Fields of an open schema (`additionalProperties: true`, or no \
           `properties`) are not checked.",
        bad: &[
            program!("Say how the weather in {{ .ctiy }} will be.\n"),
            program!("{{ with .place }}{{ . }}{{ else }}{{ .city }}{{ end }}\n"),
        ],
        good: &[
            program!("Say how the weather in {{ .city }} will be.\n"),
            program!("{{ range .days }}{{ . }} in {{ $.city }}{{ end }}\n"),
        ],
    },
    check: Check::Types,
};

/// At the name of a field. `known` are the fields that the schema has at this place.
pub(crate) fn at(span: Span, name: &str, known: &[String]) -> Diagnostic {
    let near = suggestion(name, known.iter().map(String::as_str), |_| false);
    let mut diagnostic = RULE.at(span, format!("undeclared field \"{name}\" of the input"));
    if near.is_some() {
        return diagnostic.nearest(span, near);
    }
    diagnostic.message.push_str(&match known {
        [] => ": the schema has no fields here".to_owned(),
        all if all.len() <= 8 => format!(": the schema has {}", listed(all)),
        all => format!(": the schema has {} and {} more", listed(&all[..7]), all.len() - 7),
    });
    diagnostic
}

fn listed(all: &[String]) -> String {
    all.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}
