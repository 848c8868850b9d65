use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::item::Item;
use crate::syntax::node::Syntax;
use crate::syntax::structure::Structure;
use crate::syntax::value;

pub static RULE: Rule = Rule {
    code: "garyml/unterminated-list",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a list without its closing bracket",
    help: "A list in brackets ends on its line: `[a, b]`. A long list is written as the same key on several \
           lines.",
    bad: &[".Execute\n  .test\n    files: [a.go, b.go\n"],
    good: &[
        ".Execute\n  .test\n    files: [a.go, b.go]\n",
        ".Execute\n  .test\n    files: a.go\n    files: b.go\n",
    ],
};

pub fn check(structure: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    for value in item.values().filter(|v| v.syntax == Syntax::UnterminatedList) {
        let value = value.node;
        let text = value::text(value, structure.text).trim_end();
        let span = Span::new(value.start_byte(), value.start_byte() + text.len());
        let edit = Edit::insert(span.end as usize, "]");
        found.push(RULE.at(span, "the list has no closing ]").suggest("add ] at the end", vec![edit]));
    }
}
