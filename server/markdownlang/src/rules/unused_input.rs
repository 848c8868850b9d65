//! A property of the input that the template does not use.

use agmark_syntax::{Awaits, CheckedRule, Diagnostic, FixKind, Rule, Severity, Tag, work};

use super::check::Check;
use crate::cross_file::context::DocumentContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unused-input",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "unused input property",
        help: "The model sees only the input that the template shows. Show the property, or remove it from the \
           schema.",
        bad: &[example!(
            "name: forecast\ndescription: Says how the weather will be",
            "{ type: object, properties: { city: { type: string }, day: { type: string } }, required: [city, day] }",
            "Say how the weather in {{ .city }} will be."
        )],
        good: &[example!(
            "name: forecast\ndescription: Says how the weather will be",
            "{ type: object, properties: { city: { type: string }, day: { type: string } }, required: [city, day] }",
            "Say how the weather in {{ .city }} will be on {{ .day }}."
        )],
    },
    check: Check::Document(check),
};

fn check(context: &DocumentContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(front) = context.front else { return };
    let Some(input) = front.shapes.all.first().filter(|_| !front.shapes.root().is_unknown()) else { return };
    let (used, shown) = (&context.used, &context.unknown_fields);
    for (name, span) in front.properties(context.document) {
        work::add(1);
        let property = input.property(&name.text);
        if property.is_some_and(|id| !used.contains(&id)) && !shown.contains(&*name.text) {
            out.push(
                RULE.at(span, format!("unused property \"{}\": the model does not see it", name.text))
                    .tagged(Tag::Unnecessary)
                    .awaiting(Awaits::After),
            );
        }
    }
}
