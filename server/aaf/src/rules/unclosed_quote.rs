//! Quotes that are never closed.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use crate::page::Page;

pub static RULE: Rule = Rule {
    code: "aaf/unclosed-quote",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "the quote around an annotation's value is never closed",
    help: "Browsers take everything up to the next quote for the value, other attributes and text included.",
    bad: &["<form\n  data-agent-kind=\"action\n  data-agent-action=\"order.place\"\n></form>\n"],
    good: &["<form\n  data-agent-kind=\"action\"\n  data-agent-action=\"order.place\"\n></form>\n"],
};

pub fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for annotation in page.annotated.iter().flat_map(|one| &one.annotations) {
        if annotation.closed {
            continue;
        }
        let (start, end) = (annotation.value_span.range().start, annotation.value_span.range().end);
        let quote = page.text[..start].chars().next_back().unwrap_or('"');
        let message = format!("the value of data-agent-{} is never closed: add {quote}", annotation.name);
        let fix = vec![Edit::insert(end, quote.to_string())];
        out.push(RULE.at(annotation.span, message).suggest(format!("insert {quote}"), fix));
    }
}
