use agmark_syntax::{CheckedRule, Diagnostic, Fix, FixKind, Rule, Severity};

use super::check::Check;
use super::malformed_header::parenthesized;
use crate::format::reindent::reindent;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::Structure;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/not-indented",
        severity: Severity::Warning,
        fix: FixKind::Automatic,
        summary: "missing indent",
        help: "What belongs to a header is indented below it. A line at column 0 belongs to no header, except \
               directly after a header that still needs it.",
        bad: &[".Context\nid: notes\npath: notes.md\n", ".Role\n\"Release manager\"\n", ".Execute\n.test\n"],
        good: &[
            ".Context\n  id: notes\n  path: notes.md\n",
            ".Role\n  \"Release manager\"\n",
            ".Execute\n  .test\n",
        ],
    },
    check: Check::Item(check),
};

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    let Some(owner) = item.owner.filter(|_| item.attached && item.expected.is_some()) else { return };
    let span = item.first_line(structure.text);
    if parenthesized(span.text(structure.text)).is_some() {
        return;
    }
    let name = owner.kind.directive().map(|d| d.name);
    let name = name.or(owner.header.and_then(|i| structure.headers.get(i)).map(|h| h.name)).unwrap_or("");
    let header = if let ItemKind::Header(i) = item.kind { structure.headers.get(i) } else { None };
    let what = match item.kind {
        ItemKind::Header(_) => format!(".{}", header.map_or("", |h| h.name)),
        ItemKind::Parameter(i) => {
            let key = structure.parameters.get(i).map_or("", |p| p.key);
            format!("parameter \"{key}\"")
        }
        ItemKind::Code => "code block".to_owned(),
        ItemKind::Content => "content".to_owned(),
        _ => "text".to_owned(),
    };
    let message = format!("missing indent: {what} belongs to .{name}");
    let mut edits = reindent(item, structure.text, item.wanted);
    if let Some(header) = header {
        // The text under it moves with it.
        let by = item.wanted.saturating_sub(item.indent.width);
        let below = structure.items.iter().skip(header.item + 1);
        for other in below.take_while(|i| i.indent.width > item.indent.width) {
            edits.extend(reindent(other, structure.text, other.indent.width.saturating_add(by)));
        }
    }
    let title = format!("indent by {}", item.wanted);
    let is_text = |item: &LineItem<'_>| item.is_text();
    let next = structure.items.partition_point(|other| other.range.start <= item.range.start);
    // Two texts that become one keep only their common indent.
    let joins = is_text(item) && structure.items.get(next).is_some_and(is_text);
    let fix = if joins { Fix::offered(title, edits) } else { structure.re_indent(title, edits) };
    found.push(RULE.at(span, message).with(fix));
}
