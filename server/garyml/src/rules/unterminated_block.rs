use agmark_syntax::{Awaits, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::item::{Form, Item};
use crate::syntax::structure::Structure;

pub static RULE: Rule = Rule {
    code: "garyml/unterminated-block",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a text or code block without its closer",
    help: "A text block goes on to the next `\"\"\"`, a code block to a line of at least as many backticks as \
           opened it. Without one it ends before the next directive that stands at or left of the header that \
           the block belongs to, or at the end of the file. Code with lines of the form `.Name` belongs \
           deeper than that header; a code block whose language is `garyml` may have them anywhere.",
    bad: &[".Plan\n  \"\"\"\n  1. look\n.Execute\n  .test\n", ".Context id=main\n  ```go\n  package main\n"],
    good: &[
        ".Plan\n  \"\"\"\n  1. look\n  \"\"\"\n.Execute\n  .test\n",
        ".Context id=main\n  ```go\n  package main\n  ```\n",
    ],
};

pub fn check(structure: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    let Some(block) = item.parts.block.filter(|b| b.closer.is_none()) else { return };
    let Some(opener) = block.opener else { return };
    let code = item.form == Form::Code;
    let span = Span::of(opener);
    let closer = span.text(structure.text);
    let what = if code { "code" } else { "text" };
    let message = format!("the {what} block has no closing {closer}");
    let end = block.inside.map_or(structure.text.len().min(item.range.end), |inside| inside.end_byte());
    let trimmed = structure.text.get(..end).unwrap_or("").trim_end().len().max(span.end as usize);
    let indent = item.indent_span().text(structure.text);
    let edit = Edit::insert(trimmed, format!("\n{indent}{closer}"));
    found.push(
        RULE.at(span, message)
            .awaiting(Awaits::After)
            .suggest(format!("add {closer} at the end"), vec![edit]),
    );
}
