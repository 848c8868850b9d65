//! The same annotation twice on one element.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::page::Page;

pub static RULE: Rule = Rule {
    code: "aaf/duplicate-attribute",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "an element has the same annotation twice",
    help: "Browsers take the first and drop the second, without a word. Keep the one that is meant.",
    bad: &["<input data-agent-kind=\"field\" data-agent-field=\"from\" data-agent-field=\"to\">\n"],
    good: &["<input data-agent-kind=\"field\" data-agent-field=\"to\">\n"],
};

pub fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for element in &page.annotated {
        for annotation in element.annotations.iter().filter(|one| one.repeated) {
            let Some(first) = element.get(annotation.name) else { continue };
            let message = format!("data-agent-{} is given twice: browsers take the first", annotation.name);
            let before = page.text[..annotation.span.range().start].trim_end().len();
            let whole = Span::new(before, annotation.span.range().end);
            let finding = RULE.at(annotation.span, message).related(first.span, "the first");
            out.push(finding.suggest("remove the second", vec![Edit::delete(whole)]));
        }
    }
}
