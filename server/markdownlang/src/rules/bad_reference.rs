//! A `$ref` to an undefined schema.

use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::schema_context::SchemaContext;
use crate::program::follow;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/bad-reference",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "`$ref` to an undefined schema",
        help: "`$ref` leads to a schema within the same one: `#/$defs/city`, or `#city` for one with \
           `$anchor: city`. Nothing is read from other files, and nothing is fetched.",
        bad: &[schemas!("{ type: object, properties: { city: { $ref: '#/$defs/city' } } }")],
        good: &[schemas!(
            "{ type: object, properties: { city: { $ref: '#/$defs/city' } }, $defs: { city: { type: string } } }"
        )],
    },
    check: Check::Schema(check),
};

fn check(schema: &SchemaContext<'_>, out: &mut Vec<Diagnostic>) {
    for value in schema.map.iter().filter(|member| member.key.text == "$ref").map(|member| &member.value) {
        let Some(reference) = value.as_str().filter(|to| follow(&schema.root.json, to).is_none()) else {
            continue;
        };
        let span = value.content_span().into();
        if !reference.starts_with('#') {
            let message = format!(
                "\"{reference}\" is outside of this schema and is not fetched: copy its content to \"$defs\""
            );
            out.push(RULE.at(span, message));
            continue;
        }
        let near = suggestion(reference, schema.root.definitions().iter().map(String::as_str), |_| false);
        out.push(RULE.at(span, format!("undefined reference \"{reference}\"")).nearest(span, near));
    }
}
