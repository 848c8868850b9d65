//! Fields of the input.

use agmark_syntax::nearest::suggestion;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A field that the input schema does not have.
pub static RULE: Rule = Rule {
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
};

/// At the name of a field, where there are these.
pub(crate) fn at(span: Span, name: &str, known: &[String]) -> Diagnostic {
    let near = suggestion(name, known.iter().map(String::as_str), |_| false);
    let finding = RULE.at(span, format!("field \"{name}\" is not declared by the input schema"));
    if near.is_some() {
        return finding.nearest(span, near);
    }
    let mut finding = finding;
    match known {
        [] => finding.message.push_str(", which declares none here"),
        all if all.len() <= 8 => finding.message.push_str(&format!(": here are {}", listed(all))),
        all => {
            finding.message.push_str(&format!(": here are {} and {} more", listed(&all[..7]), all.len() - 7))
        }
    }
    finding
}

fn listed(all: &[String]) -> String {
    all.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}
