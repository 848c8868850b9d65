//! Dialects of JSON Schema.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// The dialect that there is.
pub(crate) const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// `$schema` with another dialect than 2020-12.
pub static RULE: Rule = Rule {
    code: "markdownlang/schema-dialect",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unsupported JSON Schema dialect",
    help: "Schemas are read as JSON Schema 2020-12. Some keywords of other dialects have no meaning there \
           (`definitions`, `additionalItems`) or another one (`items` with a list).",
    bad: &[schemas!("{ $schema: 'http://json-schema.org/draft-07/schema#', type: string }")],
    good: &[schemas!("{ $schema: 'https://json-schema.org/draft/2020-12/schema', type: string }")],
};

/// At the dialect, unless it is the right one. `span` is without quotes.
pub(crate) fn at(span: Span, dialect: &str) -> Option<Diagnostic> {
    if dialect.trim_end_matches('#') == DIALECT {
        return None;
    }
    let finding = RULE.at(span, format!("schemas are read as \"{DIALECT}\""));
    Some(finding.suggest("name the dialect that is read", vec![Edit::replace(span, DIALECT)]))
}
