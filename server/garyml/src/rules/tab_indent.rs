use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::line_class::IndentedLine;
use crate::syntax::line_item::LineItem;
use crate::syntax::structure::Structure;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/tab-indent",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "tab in an indent",
        help: "The indent defines the structure, and editors show tabs with different widths, so only spaces are \
               allowed. Until you replace it, a tab counts up to the next column that is a multiple of four. Tabs \
               inside text and code blocks are content and may stay.",
        bad: &[".Execute\n\t.test\n", ".Execute\n  .test\n  \ttarget: all tests\n"],
        good: &[
            ".Execute\n  .test\n",
            ".Context id=build path=Makefile\n  ```make\n  all:\n  \tcc main.c\n  ```\n",
        ],
    },
    check: Check::Item(check),
};

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    if item.is_text() {
        return text(structure, item, found);
    }
    let indent = item.indent_span();
    let old = indent.text(structure.text);
    if !old.contains('\t') {
        return;
    }
    let width = if item.stray { item.indent.width } else { item.wanted } as usize;
    let spaces = " ".repeat(width);
    let mut edits = vec![Edit::replace(indent, spaces.as_str())];
    // The lines of the block with the same indent move with it.
    for at in later_lines(structure, item) {
        if structure.text.get(at..).is_some_and(|line| line.starts_with(old)) {
            edits.push(Edit::replace(Span::new(at, at + old.len()), spaces.as_str()));
        }
    }
    found
        .push(RULE.at(indent, MESSAGE).with(structure.re_indent(format!("indent by {width} spaces"), edits)));
}

const MESSAGE: &str = "tab in the indent: only spaces are allowed";

/// Loose text has no quotes, so its lines have indents. If all lines have tabs, each further tab is one unit. If some
/// have no tabs, these define the indent of the text.
fn text(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    let lines = [item.range.start].into_iter().chain(later_lines(structure, item));
    let with_tabs = lines.filter_map(|at| {
        let line = structure.text.get(at..)?.split('\n').next()?;
        let read = IndentedLine::new(line);
        let bytes = line.len() - line.trim_start_matches([' ', '\t']).len();
        (read.indent.tabs && !read.is_blank()).then_some((Span::new(at, at + bytes), read.indent.width))
    });
    let with_tabs: Vec<_> = with_tabs.collect();
    let Some((first, _)) = with_tabs.first() else { return };
    let width = |columns: u32| match item.indent.tabs && !item.stray {
        true => item.wanted + (columns - item.indent.width) / 4 * item.unit,
        false => columns,
    };
    let edit = |(span, columns): &(Span, u32)| Edit::replace(*span, " ".repeat(width(*columns) as usize));
    let edits = with_tabs.iter().map(edit).collect();
    found.push(RULE.at(*first, MESSAGE).with(structure.re_indent("indent by spaces".to_owned(), edits)));
}

/// The starts of the lines of an item, except the first.
fn later_lines(structure: &Structure<'_>, item: &LineItem<'_>) -> impl Iterator<Item = usize> {
    let (start, end) = (item.range.start, item.range.end);
    let own = structure.text.get(start..end).unwrap_or("");
    own.match_indices('\n').map(move |(i, _)| start + i + 1).filter(move |at| *at < end)
}
