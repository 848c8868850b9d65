use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::names::bare_ids;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::Structure;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/bare-reference",
        severity: Severity::Hint,
        fix: FixKind::Offered,
        summary: "reference without `@`",
        help: "Write a reference as `@id`. In the parameters `input`, `diff`, `context`, `target` and `targets`, \
               a bare `id` or `.id` is also read as a reference, but a reader cannot tell it from a word.",
        bad: &[".Diff id=fix format=v4a path=fix.patch\n.Execute\n  .applyPatch diff=fix\n"],
        good: &[".Diff id=fix format=v4a path=fix.patch\n.Execute\n  .applyPatch diff=@fix\n"],
    },
    check: Check::Item(check),
};

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    let parameters = match item.kind {
        ItemKind::Parameter(i) => i..i + 1,
        ItemKind::Header(i) => match structure.headers.get(i) {
            Some(h) => h.in_line.clone(),
            None => return,
        },
        _ => return,
    };
    for parameter in structure.parameters.get(parameters).unwrap_or(&[]) {
        for bare in bare_ids(structure, parameter) {
            let message = format!("reference without @: write @{}", bare.id);
            let edit = Edit::replace(bare.whole, format!("@{}", bare.id));
            found.push(RULE.at(bare.whole, message).suggest(format!("write @{}", bare.id), vec![edit]));
        }
    }
}
