use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::item::Item;
use crate::syntax::node::Syntax;
use crate::syntax::structure::Structure;
use crate::syntax::value;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/unterminated-list",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "missing closing bracket of a list",
        help: "A list in brackets must end on its line: `[a, b]`. To write a long list, repeat its key on several \
               lines.",
        bad: &[".Execute\n  .test\n    files: [a.go, b.go\n"],
        good: &[
            ".Execute\n  .test\n    files: [a.go, b.go]\n",
            ".Execute\n  .test\n    files: a.go\n    files: b.go\n",
        ],
    },
    check: Check::Item(check),
};

fn check(structure: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    for value in item.values().filter(|v| v.syntax == Syntax::UnterminatedList) {
        let value = value.node;
        let text = value::text(value, structure.text).trim_end();
        let span = Span::new(value.start_byte(), value.start_byte() + text.len());
        let edit = Edit::insert(span.end as usize, "]");
        found.push(RULE.at(span, "list without a closing ]").suggest("add ] at the end", vec![edit]));
    }
}
