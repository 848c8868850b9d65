use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::item::{Form, Item};
use crate::syntax::line::Line;
use crate::syntax::structure::{Header, Structure};
use crate::syntax::value;

pub static RULE: Rule = Rule {
    code: "garyml/malformed-header",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "words in a header's line that are no parameter",
    help: "After its name a header has parameters, `key=value` any number of times and `key: value` at the \
           end, or its content, `: \"content\"`. Anything else on the line is not read.",
    bad: &[
        ".Role Release manager\n",
        ".Execute\n  .test target=unit now\n",
        ".Execute\n  .test(target=unit, when=now)\n",
    ],
    good: &[".Role: \"Release manager\"\n", ".Execute\n  .test target=unit when=now\n"],
};

pub fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(item) = structure.items.get(header.item) else { return };
    let Some(stray) = item.parts.stray else { return };
    let span = Span::of(stray);
    let text = value::text(stray, structure.text);
    if item.parts.value.is_some() {
        let message = format!("\"{text}\" after the content of .{}", header.name);
        found.push(RULE.at(span, message));
        return;
    }
    let message = format!(
        "\"{text}\" is no parameter: allowed are key=value, key: value at the end, and : \"content\""
    );
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

/// A header whose parameters stand in parentheses, where no text is expected. To the grammar it is text.
pub fn check_text(structure: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    if !matches!(item.form, Form::Text | Form::Body) || !(item.stray || item.attached) {
        return;
    }
    let line = item.first_line(structure.text);
    let Some((header, inside)) = parenthesized(line.text(structure.text)) else { return };
    let message = format!("{header}(…) is not a header: parameters stand after a blank, without parentheses");
    let words: Vec<&str> = inside.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    let new = [&[header][..], &words].concat().join(" ");
    let read = Line::new(&new).header();
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
    let read = Line::new(header).header()?;
    (header.starts_with('.') && header.len() == read.name.len() + 1).then_some((header, inside))
}
