use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::line_item::ItemKind;
use crate::syntax::structure::{Header, Parameter, Structure};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/repeated-id",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "second id of a block",
        help: "A key that is repeated makes a list, but a block has one id. Write the parameter `id` once, in the \
               line of the header or below it.",
        bad: &[".Context id=notes path=notes.md\n  id: remarks\n"],
        good: &[".Context id=notes path=notes.md\n"],
    },
    check: Check::Header(check),
};

fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let mut ids = structure.own(header).filter(|p| p.key == "id");
    let Some(first) = ids.next() else { return };
    for again in ids {
        let message = format!("second id of .{}: a block has one id", header.name);
        let finding = RULE.at(again.key_span, message).related(first.span, "the first one");
        found.push(finding.suggest("remove it", vec![Edit::delete(with_blanks(structure, again))]));
    }
}

/// The whole line of a parameter, or the parameter with the blanks before it on the line of a header.
pub(super) fn with_blanks(structure: &Structure<'_>, parameter: &Parameter<'_>) -> Span {
    let span = parameter.span;
    let own = structure
        .items
        .iter()
        .find(|i| matches!(i.kind, ItemKind::Parameter(_)) && i.range.contains(&(span.start as usize)));
    if let Some(item) = own {
        return item.range.clone().into();
    }
    let before = structure.text.get(..span.start as usize).unwrap_or("");
    Span::new(before.trim_end_matches([' ', '\t']).len(), span.end as usize)
}
