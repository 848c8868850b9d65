//! Formats of strings.

use agmark_syntax::nearest::{Suggestion, suggestion};
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

use crate::vocabulary::schema_keywords::FORMATS;

/// A format that is not checked.
pub static RULE: Rule = Rule {
    code: "markdownlang/unknown-format",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "unknown format",
    help: "The formats are those of JSON Schema 2020-12, such as `date`, `time`, `date-time`, `duration`, \
           `email`, `hostname`, `ipv4`, `ipv6`, `uri`, `uri-reference`, `uri-template`, `uuid`, `json-pointer` \
           and `regex`. Other formats are not checked.",
    bad: &[schemas!("{ type: string, format: e-mail }")],
    good: &[schemas!("{ type: string, format: email }")],
};

/// At a format that nobody knows.
pub(crate) fn at(span: Span, format: &str) -> Option<Diagnostic> {
    if FORMATS.iter().any(|w| w.name == format) {
        return None;
    }
    let near = match format {
        "url" => Some(Suggestion::from("uri")),
        "datetime" => Some(Suggestion::from("date-time")),
        _ => suggestion(format, FORMATS.iter().map(|w| w.name), |_| false),
    };
    Some(RULE.at(span, format!("unknown format \"{format}\", which is not checked")).nearest(span, near))
}
