//! An invalid JSON Schema.

use agmark_schema::{shown, validate};
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use super::schema::Schema;
use crate::syntax::template;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-schema",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "invalid JSON Schema in `inputSchema` or `outputSchema`",
        help: "The schemas of actions and data views are checked against the meta-schema of JSON Schema 2020-12. \
               If the validator of a planner rejects the schema, the planner cannot call the action.",
        bad: &[include_str!("../../samples/schema/bad.json")],
        good: &[include_str!("../../samples/schema/good.json")],
    },
    check: Check::Schema(check),
};

fn check(schema: &Schema<'_>, out: &mut Vec<Diagnostic>) {
    if schema.broken || schema.node.as_map().is_none() {
        return;
    }
    for error in validate::check_schema(&schema.node.to_json()) {
        let Some(node) = schema.node.at(&error.pointer) else { continue };
        if node.is_missing() || node.as_str().is_some_and(template::is_dynamic) {
            continue;
        }
        let span = node.content_span().into();
        let pointer = format!("{}{}", schema.pointer, error.pointer);
        let message = format!("{}: {}", shown(&pointer), error.message);
        out.push(RULE.at(span, message).nearest(span, error.near));
    }
}
