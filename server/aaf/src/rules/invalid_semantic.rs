//! An `x-semantic` that is not a URI.

use agmark_schema::{Node, Value, shown};
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use super::schema::Schema;
use crate::syntax::template;
use crate::vocabulary::patterns::Pattern;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-semantic",
        severity: Severity::Hint,
        fix: FixKind::Offered,
        summary: "`x-semantic` that is not a URI",
        help: "`x-semantic` names the meaning of a field by an address, usually of schema.org. It is a hint for \
               planners: whether the address exists is not checked.",
        bad: &[include_str!("../../samples/semantic/bad.json")],
        good: &[include_str!("../../samples/semantic/good.json")],
    },
    check: Check::Schema(check),
};

fn check(schema: &Schema<'_>, out: &mut Vec<Diagnostic>) {
    node(schema.node, out);
}

fn node(parent: &Node, out: &mut Vec<Diagnostic>) {
    match &parent.value {
        Value::Map(map) => {
            for member in map {
                if member.key.text == "x-semantic" {
                    out.extend(semantic(&member.value));
                }
                node(&member.value, out);
            }
        }
        Value::List(items) => items.iter().for_each(|item| node(item, out)),
        _ => {}
    }
}

fn semantic(node: &Node) -> Option<Diagnostic> {
    let span = node.content_span().into();
    let expected = "expected a URI, as in \"https://schema.org/email\"";
    let Some(text) = node.as_str() else {
        return (!node.is_missing())
            .then(|| RULE.at(span, format!("x-semantic is {}: {expected}", node.kind())));
    };
    if Pattern::Uri.fits(text) || template::is_dynamic(text) {
        return None;
    }
    let finding = RULE.at(span, format!("invalid x-semantic \"{}\": {expected}", shown(text)));
    Some(finding.nearest(span, suggestion(text).as_deref()))
}

/// `schema.org/email`, `schema:email` without a scheme, or a bare term of schema.org.
fn suggestion(text: &str) -> Option<String> {
    let term = text.trim().trim_start_matches("www.").trim_start_matches("schema.org/");
    let word = !term.is_empty() && term.chars().all(|c| c.is_ascii_alphanumeric());
    word.then(|| format!("https://schema.org/{term}"))
}
