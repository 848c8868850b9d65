//! `$schema` with another dialect than 2020-12.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::schema_context::RootSchema;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/schema-dialect",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unsupported JSON Schema dialect",
        help: "Schemas are read as JSON Schema 2020-12. Some keywords of other dialects have no meaning there \
           (`definitions`, `additionalItems`) or another one (`items` with a list).",
        bad: &[schemas!("{ $schema: 'http://json-schema.org/draft-07/schema#', type: string }")],
        good: &[schemas!("{ $schema: 'https://json-schema.org/draft/2020-12/schema', type: string }")],
    },
    check: Check::RootSchema(check),
};

/// The supported dialect.
pub(crate) const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

fn check(schema: &RootSchema<'_>, out: &mut Vec<Diagnostic>) {
    let Some(node) = schema.node.get("$schema") else { return };
    if node.as_str().is_some_and(|dialect| dialect.trim_end_matches('#') != DIALECT) {
        let span = node.content_span().into();
        let message = format!("unsupported dialect: schemas are read as \"{DIALECT}\"");
        out.push(
            RULE.at(span, message).suggest("use the supported dialect", vec![Edit::replace(span, DIALECT)]),
        );
    }
}
