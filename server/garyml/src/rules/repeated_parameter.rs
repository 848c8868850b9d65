use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::repeated_id::with_blanks;
use crate::syntax::structure::{Header, Structure};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/repeated-parameter",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "repeated parameter",
        help: "A key that is repeated makes a list. The parameters of directives have one value each: with a \
               list, a context has no file and a section has no title.",
        bad: &[".Context id=notes path=notes.md path=remarks.md\n"],
        good: &[".Context id=notes path=notes.md\n.Context id=remarks path=remarks.md\n"],
    },
    check: Check::Header(check),
};

fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(directive) = header.kind.directive() else { return };
    for known in directive.parameters.iter().filter(|p| p.name != "id" && p.name != "arguments") {
        let mut given = structure.own(header).filter(|p| p.key == known.name);
        let Some(first) = given.next() else { continue };
        for again in given {
            let message =
                format!("repeated parameter \"{}\" of .{}: it has one value", known.name, directive.name);
            let finding = RULE.at(again.key_span, message).related(first.span, "the first one");
            found.push(finding.suggest("remove it", vec![Edit::delete(with_blanks(structure, again))]));
        }
    }
}
