use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::format::reindent::reindent;
use crate::syntax::item::Item;
use crate::syntax::structure::Structure;

pub static RULE: Rule = Rule {
    code: "garyml/indent",
    severity: Severity::Warning,
    fix: FixKind::Automatic,
    summary: "an indent that is not one unit deeper than what it belongs to",
    help: "The first indent of a file is its unit (two spaces if there is none). What belongs to a header \
           stands one unit deeper, what belongs to a map one unit deeper again. Another indent is read, but \
           it hides what belongs to what. Text may stand deeper, by whole units. Where `agmark.toml` sets \
           `indent` in the table `[garyml]`, that unit is right, too.",
    bad: &[
        ".Execute\n  .test\n     target: all tests\n",
        ".Plan\n   1. look\n.Execute\n  .test\n",
        "  .Execute\n    .test\n",
    ],
    good: &[".Execute\n  .test\n    target: all tests\n", ".Plan\n   1. look\n.Execute\n   .test\n"],
};

pub fn check(structure: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    let Some(expected) = item.expected.filter(|e| *e != item.line.indent) else { return };
    if item.attached || item.stray || item.line.tabs {
        return;
    }
    let message = format!("indented by {}, where {expected} is expected", columns(item.line.indent));
    let edits = reindent(item, structure.text, expected);
    let finding = RULE.at(item.indent_span(), message);
    found.push(finding.with(structure.re_indent(format!("indent by {expected}"), edits)));
}

fn columns(count: u32) -> String {
    if count == 1 { "1 column".to_owned() } else { format!("{count} columns") }
}
