//! An unclosed quote around the value of an annotation.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::page::{Annotation, Page};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/unclosed-quote",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unclosed quote around the value of an annotation",
        help: "Browsers read everything up to the next quote as the value, including other attributes and text.",
        bad: &["<form\n  data-agent-kind=\"action\n  data-agent-action=\"order.place\"\n></form>\n"],
        good: &["<form\n  data-agent-kind=\"action\"\n  data-agent-action=\"order.place\"\n></form>\n"],
    },
    check: Check::Annotation(check),
};

fn check(page: &Page<'_>, annotation: &Annotation<'_>, out: &mut Vec<Diagnostic>) {
    if annotation.closed {
        return;
    }
    let (start, end) = (annotation.value_span.range().start, annotation.value_span.range().end);
    let quote = page.text[..start].chars().next_back().unwrap_or('"');
    let message = format!("unclosed quote around the value of data-agent-{}: add {quote}", annotation.name);
    let fix = vec![Edit::insert(end, quote.to_string())];
    out.push(RULE.at(annotation.span, message).suggest(format!("insert {quote}"), fix));
}
