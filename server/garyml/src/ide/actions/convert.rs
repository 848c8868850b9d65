//! Converts between the forms of a header: parameters and content on its line or below it. The meaning stays the same.

use agmark_syntax::{Action, ActionKind, Change, Edit, Span};

use crate::ide::cursor::CursorContext;
use crate::syntax::header_kind::HeaderKind;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::{Header, Parameter, Structure};
use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};
use crate::syntax::value;

pub(super) fn actions(around: &CursorContext, structure: &Structure<'_>, offset: usize) -> Vec<Action> {
    let Some(index) = at(around, structure, offset) else { return Vec::new() };
    let unit = around.unit(structure);
    let all = [
        ("move the parameters below the header", below(structure, index, unit)),
        ("move the parameters to the line of the header", in_line(structure, index)),
        ("move the content below the header", content_below(structure, index, unit)),
        ("move the content to the line of the header", content_in_line(structure, index)),
    ];
    let action = |(title, edits): (&str, Option<Vec<Edit>>)| {
        let edits = edits?.into_iter().map(|e| Edit { span: e.span.shifted(around.start), ..e }).collect();
        Some(Action { title: title.to_owned(), kind: ActionKind::Rewrite, change: Change::Edits(edits) })
    };
    all.into_iter().filter_map(action).collect()
}

/// The header of the line at an offset, or of a parameter or string directly below it.
fn at(around: &CursorContext, structure: &Structure<'_>, offset: usize) -> Option<usize> {
    let at = around.at(offset);
    let item = structure.items.iter().find(|i| i.range.contains(&at) || i.range.end == at)?;
    match item.kind {
        ItemKind::Header(index) => Some(index),
        ItemKind::Parameter(_) | ItemKind::Content => item.owner?.header,
        _ => None,
    }
}

/// `.X k=v` becomes `.X` and `k: v` below.
pub(super) fn below(structure: &Structure<'_>, index: usize, unit: u32) -> Option<Vec<Edit>> {
    let (header, item) = header(structure, index)?;
    if item.indent.tabs {
        return None;
    }
    // The lines below a key without a value belong to the key.
    if item.parts.parameters.last().is_some_and(|p| p.colon && p.value.is_none())
        || item.parts.block.is_some()
    {
        return None;
    }
    let indent = " ".repeat(item.indent.width.saturating_add(unit) as usize);
    let mut lines = String::new();
    let mut edits = Vec::new();
    let mut from = header.name_span.end as usize;
    for parameter in structure.parameters.get(header.in_line.clone())? {
        let end = parameter.span.end as usize;
        if can_move(parameter) && may_stand_beneath(header.kind, parameter.key) {
            let value = parameter.value.map(|part| spoken(part, structure.text)).unwrap_or_default();
            lines.push_str(&format!("\n{indent}{}: {value}", parameter.key));
            edits.push(Edit::delete(Span::new(from, end)));
        } else if !lines.is_empty() {
            // The order of parameters with the same key is the order of a list.
            let stays = structure.parameters.get(header.in_line.clone())?.iter();
            if stays.clone().filter(|p| p.key == parameter.key).count() > 1 {
                return None;
            }
        }
        from = end;
    }
    if lines.is_empty() {
        return None;
    }
    let end = item.first_line(structure.text).end as usize;
    edits.push(Edit::insert(end, lines));
    Some(edits)
}

/// `k: v` below becomes `.X k=v`.
pub(super) fn in_line(structure: &Structure<'_>, index: usize) -> Option<Vec<Edit>> {
    let (header, item) = header(structure, index)?;
    let text = structure.text;
    if item.parts.value.is_some() || item.parts.colon || item.parts.block.is_some() {
        return None;
    }
    let mut edits = Vec::new();
    let mut words = String::new();
    let in_line = structure.parameters.get(header.in_line.clone())?;
    if let Some(last) = in_line.last() {
        let colon = item.parts.parameters.last().is_some_and(|p| p.colon);
        if colon && !can_move(last) {
            return None;
        }
        if colon {
            let value = last.value.map(|part| assigned(part, text))??;
            let span = Span::new(last.key_span.end as usize, last.span.end as usize);
            edits.push(Edit::replace(span, format!("={value}")));
        }
    }
    let mut stays: Vec<&str> = Vec::new();
    // Parameters after the first content stay: without them, the contents around them would become one.
    let before_content = |i: &&LineItem<'_>| matches!(i.kind, ItemKind::Parameter(_) | ItemKind::Comment);
    for own in structure.own_items(index).iter().take_while(before_content) {
        let ItemKind::Parameter(at) = own.kind else { continue };
        let parameter = structure
            .parameters
            .get(at)
            .filter(|p| p.level == 0 && own.owner.and_then(|o| o.header) == Some(index));
        let Some(parameter) = parameter else { continue };
        let value = parameter
            .value
            .filter(|_| can_move(parameter) && own.parts.comment.is_none() && !own.parts.broken);
        match value.and_then(|part| assigned(part, text)) {
            Some(value) if !stays.contains(&parameter.key) => {
                words.push_str(&format!(" {}={value}", parameter.key));
                edits.push(Edit::delete(own.range.clone().into()));
            }
            _ => stays.push(parameter.key),
        }
    }
    if words.is_empty() {
        return None;
    }
    let end = in_line.last().map_or(header.name_span.end as usize, |p| p.span.end as usize);
    edits.push(Edit::insert(end, words));
    Some(edits)
}

/// `.X: "s"` becomes `.X` and `"s"` below.
pub(super) fn content_below(structure: &Structure<'_>, index: usize, unit: u32) -> Option<Vec<Edit>> {
    let (header, item) = header(structure, index)?;
    let value = item.parts.value.filter(|_| item.parts.block.is_none() && !item.indent.tabs)?;
    let quoted = match value.kind {
        SyntaxKind::String => value.text(structure.text).to_owned(),
        SyntaxKind::Plain | SyntaxKind::Number | SyntaxKind::Boolean => {
            value::quote(value.text(structure.text))
        }
        _ => return None,
    };
    let indent = " ".repeat(item.indent.width.saturating_add(unit) as usize);
    let end = item.first_line(structure.text).end as usize;
    let head = Span::new(header.name_span.end as usize, value.span().end as usize);
    Some(vec![Edit::delete(head), Edit::insert(end, format!("\n{indent}{quoted}"))])
}

/// `"s"` below becomes `.X: "s"`.
pub(super) fn content_in_line(structure: &Structure<'_>, index: usize) -> Option<Vec<Edit>> {
    let (header, item) = header(structure, index)?;
    if item.parts.value.is_some()
        || item.parts.colon
        || !header.in_line.is_empty()
        || header.contents.len() != 1
    {
        return None;
    }
    let own = structure.own_items(index).iter().find(|i| i.kind == ItemKind::Content && !i.stray)?;
    let value = own.parts.value.filter(|v| v.kind == SyntaxKind::String && own.parts.comment.is_none())?;
    if own.owner.and_then(|o| o.header) != Some(index) {
        return None;
    }
    let text = value.text(structure.text);
    let end = header.name_span.end as usize;
    Some(vec![Edit::insert(end, format!(": {text}")), Edit::delete(own.range.clone().into())])
}

/// A header without errors on its line.
fn header<'s, 'a>(structure: &'s Structure<'a>, index: usize) -> Option<(&'s Header<'a>, &'s LineItem<'a>)> {
    let header = structure.headers.get(index)?;
    let item = structure.items.get(header.item)?;
    (!item.parts.broken).then_some((header, item))
}

/// Whether the parameter is one line in all forms.
fn can_move(parameter: &Parameter<'_>) -> bool {
    let one_line = |part: SyntaxNode<'_>| {
        use SyntaxKind::{Boolean, List, Number, Plain, Reference, String};
        matches!(part.kind, Boolean | List | Number | Plain | Reference | String)
    };
    parameter.value.is_some_and(one_line)
}

/// Under a header with text, unknown keys are text.
fn may_stand_beneath(kind: HeaderKind, key: &str) -> bool {
    !kind.has_body() || kind.knows(key)
}

/// A value after a colon.
fn spoken(part: SyntaxNode<'_>, text: &str) -> String {
    let written = part.text(text);
    if part.kind == SyntaxKind::Plain && written.starts_with('#') {
        value::quote(written)
    } else {
        written.to_owned()
    }
}

/// A value after an equals sign; `None` if it cannot be written there.
fn assigned(part: SyntaxNode<'_>, text: &str) -> Option<String> {
    let written = part.text(text);
    if written.contains('\r') {
        return None;
    }
    let bare = part.kind != SyntaxKind::Plain
        || !(written.starts_with(['"', '\'', '[']) || written.contains([' ', '\t']));
    Some(if bare { written.to_owned() } else { value::quote(written) })
}
