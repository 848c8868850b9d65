use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::line_class::IndentedLine;
use crate::syntax::line_item::LineItem;
use crate::syntax::structure::{Header, Structure};
use crate::syntax::value;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/malformed-header",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "invalid text in a header line",
        help: "The name of a header is followed by parameters: any number of `key=value`, and `key: value` at the \
               end. Or it is followed by content: `: \"content\"`. Other text on the line is ignored.",
        bad: &[
            ".Role Release manager\n",
            ".Execute\n  .test target=unit now\n",
            ".Execute\n  .test(target=unit, when=now)\n",
        ],
        good: &[".Role: \"Release manager\"\n", ".Execute\n  .test target=unit when=now\n"],
    },
    check: Check::ItemAndHeader(check_text, check),
};

fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(item) = structure.items.get(header.item) else { return };
    let Some(stray) = item.parts.stray else { return };
    let (span, text) = (stray, stray.text(structure.text));
    if item.parts.value.is_some() {
        let message = format!("unexpected text after the content of .{}: \"{text}\"", header.name);
        found.push(RULE.at(span, message));
        return;
    }
    let message =
        format!("invalid parameter \"{text}\": expected key=value, key: value at the end, or : \"content\"");
    let finding = RULE.at(span, message);
    let bare = header.parameters.is_empty() && header.kind.has_body();
    found.push(if bare {
        let name = header.name_span.end as usize;
        let edit = Edit::replace(Span::new(name, span.end as usize), format!(": {}", value::quote(text)));
        finding.suggest("make it the content", vec![edit])
    } else {
        finding
    });
}

/// A header whose parameters are in parentheses, where no text is expected. The grammar reads it as text.
fn check_text(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    if !item.is_text() || !(item.stray || item.attached) {
        return;
    }
    let line = item.first_line(structure.text);
    let Some((header, inside)) = parenthesized(line.text(structure.text)) else { return };
    let message = format!("{header}(…) is not a header: write parameters after a space, without parentheses");
    let words: Vec<&str> = inside.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    let new = [&[header][..], &words].concat().join(" ");
    let read = IndentedLine::new(&new).header();
    let finding = RULE.at(line, message);
    found.push(if read.is_some_and(|header| !header.malformed) {
        finding.suggest(format!("write {new}"), vec![Edit::replace(line, new)])
    } else {
        finding
    });
}

/// The two parts of `.name(…)`.
pub(super) fn parenthesized(line: &str) -> Option<(&str, &str)> {
    let (header, inside) = line.trim_end().strip_suffix(')')?.split_once('(')?;
    let read = IndentedLine::new(header).header()?;
    (header.starts_with('.') && header.len() == read.name.len() + 1).then_some((header, inside))
}
