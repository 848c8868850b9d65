//! The same key twice on one block.

use agmark_syntax::{Diagnostic, Edit, Rule, Severity};

use super::Place;

pub static RULE: Rule = Rule {
    code: "agd/duplicate-key",
    severity: Severity::Error,
    summary: "a block has the same key twice",
    help: "Of two values for one key nobody knows which is meant. Keep one.",
    bad: &["@code lang=c lang=python\n~~~\nprint(1)\n~~~\n"],
    good: &["@code lang=python\n~~~\nprint(1)\n~~~\n"],
};

pub fn check(place: Place<'_>, out: &mut Vec<Diagnostic>) {
    let attributes = &place.block().attributes;
    for (index, attribute) in attributes.iter().enumerate().filter(|(_, a)| a.good_name) {
        let key = attribute.name.text(place.text);
        // Few blocks have more than a handful of attributes.
        let Some(first) = attributes[..index].iter().find(|a| a.name.text(place.text) == key) else {
            continue;
        };
        let message = format!("\"{key}\" is given twice");
        let finding = RULE.at(attribute.name, message).related(first.span, "the first");
        let edits = vec![Edit::delete(super::with_space(place, attribute.span))];
        out.push(finding.suggest("remove the second", edits));
    }
}
