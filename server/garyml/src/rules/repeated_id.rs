use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::item::Form;
use crate::syntax::structure::{Header, Parameter, Structure};

pub static RULE: Rule = Rule {
    code: "garyml/repeated-id",
    severity: Severity::Error,
    fix: FixKind::Offered,
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
        let finding = RULE.at(again.key_span, message).related(Span::of(first.node), "the first one");
        found.push(finding.suggest("remove it", vec![Edit::delete(with_blanks(structure, again))]));
    }
}

/// The whole line of a parameter on its own, or with the blanks before it in a header's line.
pub(super) fn with_blanks(structure: &Structure<'_>, parameter: &Parameter<'_>) -> Span {
    let span = Span::of(parameter.node);
    let own = structure
        .items
        .iter()
        .find(|i| matches!(i.form, Form::Parameter(_)) && i.range.contains(&(span.start as usize)));
    if let Some(item) = own {
        return item.range.clone().into();
    }
    let before = structure.text.get(..span.start as usize).unwrap_or("");
    Span::new(before.trim_end_matches([' ', '\t']).len(), span.end as usize)
}
