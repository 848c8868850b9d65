use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::format::reindent::{closer_indent, opens_alone};
use crate::syntax::indent::Indent;
use crate::syntax::line_item::LineItem;
use crate::syntax::structure::Structure;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/closer-indent",
        severity: Severity::Warning,
        fix: FixKind::Automatic,
        summary: "closer at another indent than its opener",
        help: "A closer ends its block at any indent. At the indent of the opener, a reader sees where the block \
               ends. After a key or the colon of a header, the closer may have the indent of that line or one \
               unit more.",
        bad: &[".Plan\n  \"\"\"\n  1. look\n\"\"\"\n", ".Context id=a\n  ```\n  text\n    ```\n"],
        good: &[".Plan\n  \"\"\"\n  1. look\n  \"\"\"\n", ".Plan: \"\"\"\n  1. look\n  \"\"\"\n"],
    },
    check: Check::Item(check),
};

/// Whether a column is one unit deeper than an item's line.
fn is_deeper(item: &LineItem<'_>, at: u32) -> bool {
    [item.unit, item.step()].iter().any(|unit| at == item.indent.width.saturating_add(*unit))
}

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    let text = structure.text;
    let Some((indent, closer)) = closer_indent(item, text) else { return };
    let (own, opener) = (indent.text(text), item.indent_span().text(text));
    let (at, wanted) = (Indent::of(own).width, item.indent.width);
    if own == opener || at == wanted || (!opens_alone(item) && is_deeper(item, at)) {
        return;
    }
    let span = Span::new(indent.end as usize, closer.end as usize);
    let message = format!("closer at column {at}: the line of its opener is at column {wanted}");
    let edit = Edit::replace(indent, opener);
    found.push(RULE.at(span, message).fix("align it with its opener", vec![edit]));
}
