//! Replaces a reference with the content of its target.

use agmark_syntax::{Action, ActionKind, Change, Document, Edit, Span, World};

use crate::analysis::namespaces::ID;
use crate::ide::cursor::CursorContext;
use crate::syntax::content::header_content;
use crate::syntax::line_class::QUOTES;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::Structure;
use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};
use crate::syntax::value;
use crate::syntax::whole::Whole;

pub(super) fn action(document: &Document, world: &dyn World, offset: usize) -> Option<Action> {
    let name = document.occurrence_at(offset).filter(|o| o.name.space == ID && o.reference.is_some())?;
    let text = block_text(document, world, &name.name)?;
    let around = CursorContext::new(document, offset)?;
    let structure = around.structure();
    let edits = replace(&structure, &around, around.at(offset), &text)?;
    let edits = edits.into_iter().map(|e| Edit { span: e.span.shifted(around.start), ..e }).collect();
    let title = format!("inline the context \"{}\"", name.name);
    Some(Action { title, kind: ActionKind::Inline, change: Change::Edits(edits) })
}

/// The content of a block or of its file.
fn block_text(document: &Document, world: &dyn World, name: &agmark_syntax::Name) -> Option<String> {
    if let Some(defined) = document.definitions(name).first() {
        return of_block(&document.text().span(defined.whole), |path| world.read(path));
    }
    let reach = crate::cross_file::visibility::VisibleFiles::of(document, world);
    let places = world.definitions(name, true);
    let place = places.iter().find(|place| reach.sees(&place.path))?;
    let file = world.read(&world.relative(&place.path))?;
    of_block(&file.span(place.whole), |path| {
        world.read(&world.relative(&agmark_syntax::paths::beside(&place.path, path)))
    })
}

fn of_block(block: &str, read: impl Fn(&str) -> Option<agmark_syntax::Text>) -> Option<String> {
    let whole = Whole::new(block)?;
    let structure = whole.structure();
    let header = structure.headers.first().filter(|h| h.kind.is("Context"))?;
    let own = header_content(&structure, 0);
    let inline = || {
        header.contents.first().and_then(|part| value::words(*part, structure.text)).map(|w| w.into_owned())
    };
    if let Some(text) = own.or_else(inline).filter(|text| !text.trim().is_empty()) {
        return Some(text);
    }
    let path = structure.parameter(header, "path")?.value?;
    Some(read(&value::words(path, structure.text)?)?.to_string())
}

fn replace(structure: &Structure<'_>, around: &CursorContext, at: usize, text: &str) -> Option<Vec<Edit>> {
    let item = structure
        .items
        .iter()
        .find(|i| i.range.start <= at && at <= i.range.end && touches(i, at).is_some())?;
    let part = touches(item, at)?;
    let span = part.span();
    let text = text.trim_end_matches(['\n', '\r']).replace("\r\n", "\n");
    if !text.contains('\n') {
        return Some(vec![Edit::replace(span, value::quote(&text))]);
    }
    if text.contains(QUOTES) {
        return None;
    }
    match item.kind {
        // The indent of the line is removed from the text.
        ItemKind::Parameter(_) if whole(item, part) && !item.indent.tabs => {
            let margin = " ".repeat(item.indent.width as usize);
            Some(vec![Edit::replace(span, format!("{QUOTES}{}\n{margin}{QUOTES}", lines(&text, &margin)))])
        }
        ItemKind::Header(index)
            if whole(item, part) && item.parts.parameters.is_empty() && !item.indent.tabs =>
        {
            let header = structure.headers.get(index)?;
            let margin = " ".repeat(item.indent.width.saturating_add(around.unit(structure)) as usize);
            let head = Span::new(header.name_span.end as usize, part.span().end as usize);
            let end = item.first_line(structure.text).end as usize;
            let block = format!("\n{margin}{QUOTES}{}\n{margin}{QUOTES}", lines(&text, &margin));
            Some(vec![Edit::delete(head), Edit::insert(end, block)])
        }
        _ => None,
    }
}

fn lines(text: &str, margin: &str) -> String {
    text.split('\n').map(|l| if l.is_empty() { "\n".to_owned() } else { format!("\n{margin}{l}") }).collect()
}

/// Whether the reference is all of the item's value.
fn whole(item: &LineItem<'_>, part: SyntaxNode<'_>) -> bool {
    item.parts.value.is_some_and(|value| value.kind == part.kind && value.span() == part.span())
}

/// The reference, or the bare word, at an offset of an item.
fn touches<'a>(item: &LineItem<'a>, at: usize) -> Option<SyntaxNode<'a>> {
    let values: Vec<SyntaxNode<'a>> =
        item.parts.parameters.iter().filter_map(|p| p.value).chain(item.parts.value).collect();
    let mut all = values.into_iter().flat_map(value::items);
    all.find(|p| matches!(p.kind, SyntaxKind::Reference | SyntaxKind::Plain) && p.span().touches(at))
}
