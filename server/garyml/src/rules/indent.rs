use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::format::reindent::reindent;
use crate::syntax::line_item::LineItem;
use crate::syntax::structure::Structure;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/indent",
        severity: Severity::Warning,
        fix: FixKind::Automatic,
        summary: "unexpected indent",
        help: "The first indent of a file is its unit (two spaces if there is none). What belongs to a header is \
               indented by one unit, and what belongs to a map by one more. Other indents are read, but they hide \
               the structure. Text may be indented further, by whole units. If `agmark.toml` sets `indent` in the \
               table `[garyml]`, that unit is also accepted.",
        bad: &[
            ".Execute\n  .test\n     target: all tests\n",
            ".Plan\n   1. look\n.Execute\n  .test\n",
            "  .Execute\n    .test\n",
        ],
        good: &[".Execute\n  .test\n    target: all tests\n", ".Plan\n   1. look\n.Execute\n   .test\n"],
    },
    check: Check::Item(check),
};

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    let Some(expected) = item.expected.filter(|e| *e != item.indent.width) else { return };
    if item.attached || item.stray || item.indent.tabs {
        return;
    }
    let message = format!("indent of {}: expected {expected}", columns(item.indent.width));
    let edits = reindent(item, structure.text, expected);
    let finding = RULE.at(item.indent_span(), message);
    found.push(finding.with(structure.re_indent(format!("indent by {expected}"), edits)));
}

fn columns(count: u32) -> String {
    if count == 1 { "1 column".to_owned() } else { format!("{count} columns") }
}
