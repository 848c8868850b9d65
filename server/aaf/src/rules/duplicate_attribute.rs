//! The same annotation twice on one element.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::page::{Annotated, Page};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/duplicate-attribute",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "duplicate annotation on an element",
        help: "Browsers keep the first one and silently drop the second. Keep the one that you mean.",
        bad: &["<input data-agent-kind=\"field\" data-agent-field=\"from\" data-agent-field=\"to\">\n"],
        good: &["<input data-agent-kind=\"field\" data-agent-field=\"to\">\n"],
    },
    check: Check::Element(check),
};

fn check(page: &Page<'_>, element: &Annotated<'_>, out: &mut Vec<Diagnostic>) {
    for annotation in element.annotations.iter().filter(|one| one.repeated) {
        let Some(first) = element.get(annotation.name) else { continue };
        let message = format!("duplicate data-agent-{}: browsers keep the first one", annotation.name);
        let before = page.text[..annotation.span.range().start].trim_end().len();
        let whole = Span::new(before, annotation.span.range().end);
        let finding = RULE.at(annotation.span, message).related(first.span, "the first one");
        out.push(finding.suggest("remove the second one", vec![Edit::delete(whole)]));
    }
}
