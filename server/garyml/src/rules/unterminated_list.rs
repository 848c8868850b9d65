use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::line_item::LineItem;
use crate::syntax::structure::Structure;
use crate::syntax::syntax_kind::SyntaxKind;

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

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    for value in item.values().filter(|v| v.kind == SyntaxKind::UnterminatedList) {
        let start = value.span().start as usize;
        let span = Span::new(start, start + value.text(structure.text).trim_end().len());
        let edit = Edit::insert(span.end as usize, "]");
        found.push(RULE.at(span, "list without a closing ]").suggest("add ] at the end", vec![edit]));
    }
}
