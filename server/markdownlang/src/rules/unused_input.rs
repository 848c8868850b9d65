//! Input that is never looked at.

use agmark_syntax::{Awaits, Diagnostic, FixKind, Rule, Severity, Span, Tag};

/// A property of the input that nothing uses.
pub static RULE: Rule = Rule {
    code: "markdownlang/unused-input",
    severity: Severity::Hint,
    fix: FixKind::None,
    summary: "unused input property",
    help: "The model sees only the input that the template shows. Show the property, or remove it from the \
           schema.",
    bad: &["---
name: forecast
description: Says how the weather will be
input: { type: object, properties: { city: { type: string }, day: { type: string } }, required: [city, day] }
output: { type: object }
---
Say how the weather in {{ .city }} will be.
"],
    good: &["---
name: forecast
description: Says how the weather will be
input: { type: object, properties: { city: { type: string }, day: { type: string } }, required: [city, day] }
output: { type: object }
---
Say how the weather in {{ .city }} will be on {{ .day }}.
"],
};

/// At the property's name.
pub(crate) fn at(span: Span, name: &str) -> Diagnostic {
    RULE.at(span, format!("nothing uses \"{name}\": the model does not get to see it"))
        .tagged(Tag::Unnecessary)
        .awaiting(Awaits::After)
}
