use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::Structure;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/unterminated-block",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "missing closer of a text or code block",
        help: "A text block ends at the next `\"\"\"`, a code block at a line with at least as many backticks as \
               its opener. Without a closer, it ends at the end of the file, or before the next directive that is \
               not indented further than the header of the block. Indent code with lines such as `.Name` further \
               than that header. A code block with the language `garyml` may contain such lines at any indent.",
        bad: &[
            ".Plan\n  \"\"\"\n  1. look\n.Execute\n  .test\n",
            ".Context id=main\n  ```go\n  package main\n",
        ],
        good: &[
            ".Plan\n  \"\"\"\n  1. look\n  \"\"\"\n.Execute\n  .test\n",
            ".Context id=main\n  ```go\n  package main\n  ```\n",
        ],
    },
    check: Check::Item(check),
};

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    let Some(block) = item.parts.block.filter(|b| b.closer.is_none()) else { return };
    let Some(opener) = block.opener else { return };
    let code = item.kind == ItemKind::Code;
    let span = opener;
    let closer = span.text(structure.text);
    let what = if code { "code" } else { "text" };
    let message = format!("{what} block without a closing {closer}");
    let end = block.inside.map_or(structure.text.len().min(item.range.end), |inside| inside.end as usize);
    let trimmed = structure.text.get(..end).unwrap_or("").trim_end().len().max(span.end as usize);
    let indent = item.indent_span().text(structure.text);
    let edit = Edit::insert(trimmed, format!("\n{indent}{closer}"));
    found.push(
        RULE.at(span, message)
            .awaiting(Awaits::After)
            .suggest(format!("add {closer} at the end"), vec![edit]),
    );
}
