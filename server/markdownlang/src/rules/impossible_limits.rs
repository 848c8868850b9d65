//! A lower limit that is greater than the upper limit.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::analysis::front_matter::schema_context::SchemaContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/impossible-limits",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "lower limit greater than the upper limit",
        help: "No value fits such a schema: every input is refused, and the model cannot give a valid reply.",
        bad: &[schemas!("{ type: string, minLength: 5, maxLength: 2 }")],
        good: &[schemas!("{ type: string, minLength: 2, maxLength: 5 }")],
    },
    check: Check::Schema(check),
};

/// Lower and upper limits that belong together, and whether a value can be equal to both.
const PAIRS: [(&str, &str, bool); 8] = [
    ("minLength", "maxLength", true),
    ("minItems", "maxItems", true),
    ("minProperties", "maxProperties", true),
    ("minContains", "maxContains", true),
    ("minimum", "maximum", true),
    ("exclusiveMinimum", "maximum", false),
    ("minimum", "exclusiveMaximum", false),
    ("exclusiveMinimum", "exclusiveMaximum", false),
];

fn check(schema: &SchemaContext<'_>, out: &mut Vec<Diagnostic>) {
    let limit = |key: &str| {
        let value = schema.node.get(key)?;
        Some((Span::from(value.span.clone()), value.as_number()?.as_f64()?))
    };
    for (lower, upper, may_be_equal) in PAIRS {
        let (Some((span, least)), Some((other, most))) = (limit(lower), limit(upper)) else { continue };
        if least > most || (least >= most && !may_be_equal) {
            let message = format!("\"{lower}\" is too large for \"{upper}\": no value is valid");
            out.push(RULE.at(span, message).related(other, "the upper limit"));
        }
    }
}
