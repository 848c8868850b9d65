//! The values of annotations: the check that the rules for each attribute share.

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, Rule};

use crate::page::{Annotation, Page, Value};
use crate::vocabulary::patterns::Pattern;
use crate::vocabulary::{self, Values};

/// Checks an annotation against the rule for its attribute.
pub fn check(page: &Page<'_>, rule: &'static Rule, annotation: &Annotation<'_>, out: &mut Vec<Diagnostic>) {
    if let Value::Text(text) = &annotation.value
        && annotation.closed
        && !annotation.repeated
        && annotation.legal().is_none()
    {
        out.extend(diagnostic(page, rule, annotation, text));
    }
}

fn diagnostic(
    page: &Page<'_>,
    rule: &'static Rule,
    annotation: &Annotation<'_>,
    text: &str,
) -> Option<Diagnostic> {
    // The name as it is written: components have props.
    let name = annotation.name_span.text(page.text);
    let (expected, near) = match &annotation.known?.values {
        Values::OneOf(words) => {
            let near = vocabulary::meant(words, text).map(str::to_owned);
            (format!("one of {}", vocabulary::list(words)), near)
        }
        Values::Like(pattern) => (pattern.words().to_owned(), pattern.repaired(text)),
        Values::Any => return None,
    };
    if text.trim().is_empty() {
        return Some(rule.at(annotation.span, format!("{name} has no value: expected {expected}")));
    }
    let problem = match &annotation.known?.values {
        Values::OneOf(_) => format!("unknown {name}"),
        _ => format!("invalid {}", noun(annotation.name)),
    };
    let message = format!("{problem} \"{}\": expected {expected}", shown(text));
    Some(rule.at(annotation.value_span, message).nearest(annotation.value_span, near.as_deref()))
}

/// The noun for the value of an attribute.
fn noun(attribute: &str) -> &'static str {
    match vocabulary::attribute(attribute).map(|known| &known.values) {
        Some(Values::Like(Pattern::Action)) => "action name",
        Some(Values::Like(Pattern::Field)) => "field name",
        Some(Values::Like(Pattern::Scope)) => "scope",
        Some(Values::Like(Pattern::Version)) => "version",
        Some(Values::Like(Pattern::Page)) => "page",
        Some(Values::Like(Pattern::Output)) => "output name",
        _ => "value",
    }
}
