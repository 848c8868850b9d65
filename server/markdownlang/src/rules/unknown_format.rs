//! A format that is not checked.

use agmark_syntax::nearest::{Suggestion, suggestion};
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::schema_context::SchemaContext;
use crate::vocabulary::find;
use crate::vocabulary::schema_keywords::FORMATS;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unknown-format",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "unknown format",
        help: "The formats are those of JSON Schema 2020-12, such as `date`, `time`, `date-time`, `duration`, \
           `email`, `hostname`, `ipv4`, `ipv6`, `uri`, `uri-reference`, `uri-template`, `uuid`, `json-pointer` \
           and `regex`. Other formats are not checked.",
        bad: &[schemas!("{ type: string, format: e-mail }")],
        good: &[schemas!("{ type: string, format: email }")],
    },
    check: Check::Schema(check),
};

fn check(schema: &SchemaContext<'_>, out: &mut Vec<Diagnostic>) {
    for value in schema.map.iter().filter(|member| member.key.text == "format").map(|member| &member.value) {
        let Some(format) = value.as_str().filter(|format| find(FORMATS, format).is_none()) else { continue };
        let near = match format {
            "url" => Some(Suggestion::from("uri")),
            "datetime" => Some(Suggestion::from("date-time")),
            _ => suggestion(format, FORMATS.iter().map(|w| w.name), |_| false),
        };
        let span = value.content_span().into();
        out.push(
            RULE.at(span, format!("unknown format \"{format}\", which is not checked")).nearest(span, near),
        );
    }
}
