//! An invalid regular expression.

use agmark_schema::validate::check_value;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};
use serde_json::{Value as Json, json};

use super::check::Check;
use crate::analysis::front_matter::schema_context::SchemaContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/bad-pattern",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "invalid regular expression",
        help: "`pattern`, and the names in `patternProperties`, are regular expressions of JavaScript. In YAML, \
           write them in single quotes: there a backslash is a backslash.",
        bad: &[schemas!("{ type: string, pattern: '^[a-z' }")],
        good: &[schemas!("{ type: string, pattern: '^[a-z]' }")],
    },
    check: Check::Schema(check),
};

fn check(schema: &SchemaContext<'_>, out: &mut Vec<Diagnostic>) {
    let patterns = schema.map.iter().filter(|member| member.key.text == "pattern");
    let patterns = patterns.filter_map(|member| Some((member.value.content_span(), member.value.as_str()?)));
    let names = schema.map.iter().filter(|member| member.key.text == "patternProperties");
    let names = names.filter_map(|member| member.value.as_map()).flatten();
    let names = names.map(|member| (member.key.content_span(), member.key.text.as_str()));
    for (span, pattern) in patterns.chain(names) {
        if check_value(&json!({ "pattern": pattern }), &Json::Null).is_err() {
            let shown = agmark_schema::shown(pattern);
            let message = format!(
                "invalid regular expression \"{shown}\": look for brackets that are not closed, or escape them"
            );
            out.push(RULE.at(span.into(), message));
        }
    }
}
