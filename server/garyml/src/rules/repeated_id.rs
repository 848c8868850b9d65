use agmark_syntax::{Diagnostic, Rule, Severity, Span};

use crate::structure::{Header, Structure};

pub static RULE: Rule = Rule {
    code: "garyml/repeated-id",
    severity: Severity::Error,
    summary: "a second id for the same block",
    help: "The same key again makes a list, but a block has one name: the parameter `id` stands once, in the \
           header or under it.",
    bad: &[".Context id=notes path=notes.md\n  id: remarks\n"],
    good: &[".Context id=notes path=notes.md\n"],
};

pub fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let mut ids = structure.own(header).filter(|p| p.key == "id");
    let Some(first) = ids.next() else { return };
    for again in ids {
        let message = format!("a second id for .{}: a block has one name", header.name);
        let finding = RULE.at(again.key_span, message);
        found.push(finding.related(Span::of(first.node), "the first one"));
    }
}
