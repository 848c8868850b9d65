use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::repeated_id::with_blanks;
use crate::syntax::structure::{Header, Structure};

pub static RULE: Rule = Rule {
    code: "garyml/repeated-parameter",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "a parameter of a directive that is given twice",
    help: "The same key again makes a list. The parameters of directives have one value each: with a list, a context \
           has no file and a section no title.",
    bad: &[".Context id=notes path=notes.md path=remarks.md\n"],
    good: &[".Context id=notes path=notes.md\n.Context id=remarks path=remarks.md\n"],
};

pub fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(directive) = header.kind.directive() else { return };
    for known in directive.parameters.iter().filter(|p| p.name != "id" && p.name != "arguments") {
        let mut given = structure.own(header).filter(|p| p.key == known.name);
        let Some(first) = given.next() else { continue };
        for again in given {
            let message = format!("a second {} for .{}: it has one value", known.name, directive.name);
            let finding = RULE.at(again.key_span, message).related(Span::of(first.node), "the first one");
            found.push(finding.suggest("remove it", vec![Edit::delete(with_blanks(structure, again))]));
        }
    }
}
