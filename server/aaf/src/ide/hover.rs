//! Hover on annotations and on keys of a manifest.

use agmark_schema::{Node, json};
use agmark_syntax::{Document, Hover, Span, World};

use super::manifest_piece::{self, OpenPiece, Registry};
use super::{document, entry_docs};
use crate::analysis::page_part::PagePart;
use crate::cross_file::alignment::PageManifest;
use crate::manifest::model::{Entry, Manifest};
use crate::manifest::shape;
use crate::page::read_options::ReadOptions;
use crate::page::resolve::{self, FieldOrStatus, Step};
use crate::page::{Annotated, Annotation, Owner, Page};
use crate::vocabulary::{PREFIX, Values, Word, components};

/// The hover in a page: the purpose of an annotation, the meaning of a word, or for an action or a field its entry in
/// the manifest and the elements that a runtime finds.
pub fn page(
    document: &Document,
    world: &dyn World,
    reading: ReadOptions<'_>,
    offset: usize,
) -> Option<Hover> {
    let part = document::page_at(document, offset);
    let hover = in_part(document, world, &part, reading, offset)?;
    Some(Hover { span: part.seams.span(hover.span), ..hover })
}

/// The hover in a piece of a page; its span counts from the start of the piece.
fn in_part(
    document: &Document,
    world: &dyn World,
    part: &PagePart<'_>,
    reading: ReadOptions<'_>,
    asked: usize,
) -> Option<Hover> {
    let (page, text) = (part.page(reading), part.text());
    let offset = part.seams.inner(asked);
    let around = page.dom.at(offset).find_map(|(index, _)| page.annotated_at(index));
    if let Some(one) = around {
        let on = |annotation: &&Annotation<'_>| {
            !annotation.implied
                && (annotation.name_span.touches(offset) || annotation.value_span.touches(offset))
        };
        if let Some(annotation) = one.annotations.iter().find(on) {
            let contract = PageManifest::of(document, world);
            let site = contract.as_ref().and_then(PageManifest::manifest);
            let whole = WholePage { document, reading, asked };
            return named(&page, &whole, one, annotation, site, offset)
                .or_else(|| attribute(annotation, offset));
        }
    }
    let component =
        page.dom.elements.iter().find(|element| Span::from(element.tag.name.clone()).touches(offset));
    if let Some(element) = component.filter(|_| reading.source.is_component()) {
        let known = components::find(element.name(text))?;
        let props: Vec<_> = known.props.iter().map(|(prop, _)| format!("`{prop}`")).collect();
        let markdown = format!("**{}**\n\n{}\n\nProps: {}", known.name, known.docs, props.join(", "));
        return Some(Hover { markdown, span: element.tag.name.clone().into() });
    }
    let script = page.manifests.iter().filter_map(|index| page.dom.elements.get(*index));
    let script = script.into_iter().find(|element| element.content.contains(&offset))?;
    manifest(&text[script.content.clone()], script.content.start, offset)
}

/// The page for which a hover is asked at an offset.
struct WholePage<'d, 'm> {
    document: &'d Document,
    reading: ReadOptions<'m>,
    asked: usize,
}

/// The hover for a name: its entry in the manifest.
fn named(
    page: &Page<'_>,
    whole: &WholePage<'_, '_>,
    one: &Annotated<'_>,
    annotation: &Annotation<'_>,
    site: Option<&Manifest>,
    offset: usize,
) -> Option<Hover> {
    let name = annotation.legal().filter(|_| annotation.value_span.touches(offset))?;
    let span = annotation.value_span;
    match annotation.name {
        "action" | "for-action" => {
            let view = site.and_then(|site| site.view(name).filter(|_| site.action(name).is_none()));
            if let Some(view) = view {
                return Some(Hover { markdown: entry_docs::entry(view, "data view"), span });
            }
            let mut markdown = match site.and_then(|site| site.action_of(name)) {
                Some(entry) if entry.id == name => entry_docs::entry(entry, "action"),
                Some(entry) => {
                    format!("A part of this action:\n\n{}", entry_docs::entry(entry, "action"))
                }
                None => format!("**{}** (action, not in a manifest)", entry_docs::escaped(name)),
            };
            let instances = whole.instances(name);
            if instances > 1 {
                markdown.push_str(&format!("\n\non {instances} elements of this page"));
            }
            Some(Hover { markdown, span })
        }
        "field" => {
            let Owner::Action(owner) = page.owner(one) else {
                return Some(Hover { markdown: format!("**{name}** (field without an action)"), span });
            };
            let entry = site.and_then(|site| site.action_of(owner));
            let mut markdown =
                match entry.and_then(|entry| Some(entry_docs::field(entry.field(name)?, &entry.id))) {
                    Some(told) => told,
                    None => format!("**{name}** (field of `{owner}`)"),
                };
            markdown.push_str(&format!("\n\n{}", whole.found(owner, name)));
            Some(Hover { markdown, span })
        }
        "page" => {
            let route = site.and_then(|site| site.page(name))?;
            let mut markdown = format!("**{}** (page `{}`)", entry_docs::escaped(&route.title), route.route);
            if !route.description.is_empty() {
                markdown.push_str(&format!("\n\n{}", entry_docs::escaped(&route.description)));
            }
            for (what, list) in [("actions", &route.actions), ("data", &route.views)] {
                if !list.is_empty() {
                    let names: Vec<_> = list.iter().map(|one| format!("`{}`", one.text)).collect();
                    markdown.push_str(&format!("\n\n{what}: {}", names.join(", ")));
                }
            }
            Some(Hover { markdown, span })
        }
        _ => None,
    }
}

impl WholePage<'_, '_> {
    /// How many elements carry an action.
    fn instances(&self, action: &str) -> usize {
        let part = document::page_of_action(self.document, self.asked, action);
        resolve::instances(&part.page(self.reading), action).len()
    }

    /// A sentence on how a runtime finds a field on this page.
    fn found(&self, action: &str, field: &str) -> String {
        let part = document::page_of_action(self.document, self.asked, action);
        let page = part.page(self.reading);
        let all = resolve::resolve(&page, action, FieldOrStatus::Field(field));
        let Some(first) = all.iter().find(|one| one.step.is_some()).or(all.first()) else {
            return String::new();
        };
        let line = |index: &usize| {
            let start = page.dom.elements.get(*index).map_or(0, |element| element.span.start);
            self.document.text().line_of(part.seams.outer(start)) + 1
        };
        let lines: Vec<String> = first.matches.iter().map(|index| line(index).to_string()).collect();
        let how = match first.step {
            Some(Step::Nested) => format!("found in the element of `{action}`"),
            Some(Step::ForAction) => format!("found here by `data-agent-for-action` of `{action}`"),
            None => return format!("not found here for `{action}`"),
        };
        match lines.as_slice() {
            [one] => format!("{how}, line {one}"),
            many => format!("{how}, ambiguous: lines {}", many.join(", ")),
        }
    }
}

/// The hover in a manifest file: the purpose of a key, or the entry of a name.
pub fn manifest_file(document: &Document, offset: usize) -> Option<Hover> {
    let piece = OpenPiece::at(document, offset)?;
    let within = offset - piece.start;
    let hover =
        key_or_word(&piece.parsed.root, within).or_else(|| entry_or_field(document, &piece, within))?;
    Some(Hover { span: hover.span.shifted(piece.start), ..hover })
}

/// The hover on the name of an entry or of a field in a piece of a manifest.
fn entry_or_field(document: &Document, piece: &OpenPiece<'_>, offset: usize) -> Option<Hover> {
    let site = piece.manifest()?;
    for page in &site.pages {
        for (list, registry, what) in
            [(&page.actions, Registry::Actions, "action"), (&page.views, Registry::Views, "data view")]
        {
            let Some(one) = list.iter().find(|one| one.span.touches(offset)) else { continue };
            let entry = manifest_piece::entry(document, registry, &one.text)?;
            return Some(Hover { markdown: entry_docs::entry(entry, what), span: one.span });
        }
    }
    let own = |entries: &[Entry], what| {
        let entry = entries.iter().find(|entry| entry.span.touches(offset))?;
        Some(Hover { markdown: entry_docs::entry(entry, what), span: entry.span })
    };
    own(&site.actions, "action").or_else(|| own(&site.views, "data view")).or_else(|| {
        site.actions.iter().chain(&site.views).find_map(|entry| {
            let field = entry.fields.iter().find(|field| field.span.touches(offset))?;
            Some(Hover { markdown: entry_docs::field(field, &entry.id), span: field.span })
        })
    })
}

fn attribute(annotation: &Annotation<'_>, offset: usize) -> Option<Hover> {
    let known = annotation.known?;
    if annotation.value_span.touches(offset)
        && let (Values::OneOf(words), Some(text)) = (&known.values, annotation.legal())
    {
        let word = words.iter().find(|one| one.word == text)?;
        let markdown = format!("**{PREFIX}{}** `{}`\n\n{}", known.name, word.word, word.docs);
        return Some(Hover { markdown, span: annotation.value_span });
    }
    if !annotation.name_span.touches(offset) {
        return None;
    }
    let values = match &known.values {
        Values::OneOf(words) => list(words),
        Values::Like(pattern) => format!("\n\nValue: {}.", pattern.words()),
        Values::Any => String::new(),
    };
    let markdown = format!("**{PREFIX}{}**\n\n{}{values}", known.name, known.docs);
    Some(Hover { markdown, span: annotation.name_span })
}

fn list(words: &[Word]) -> String {
    let lines = words.iter().map(|one| format!("\n- `{}` {}", one.word, one.docs));
    std::iter::once("\n".to_owned()).chain(lines).collect()
}

/// The hover in a manifest whose text starts at byte `start`: the purpose of a key, or the meaning of a risk or a
/// confirmation.
pub fn manifest(text: &str, start: usize, offset: usize) -> Option<Hover> {
    key_or_word(&json::parse_at(text, start).root, offset)
}

fn key_or_word(root: &Node, offset: usize) -> Option<Hover> {
    let found = root.locate_offset(offset);
    let key = shape::key_at(&found.pointer)?;
    if found.on_key {
        let need = if key.required { "required" } else { "optional" };
        let values = match &key.shape {
            shape::Shape::OneOf(words) => list(words),
            shape::Shape::Like(pattern) => format!("\n\nValue: {}.", pattern.words()),
            _ => String::new(),
        };
        let markdown = format!("**{}** ({need})\n\n{}{values}", key.name, key.docs);
        return Some(Hover { markdown, span: found.key?.span.clone().into() });
    }
    let shape::Shape::OneOf(words) = &key.shape else { return None };
    let word = words.iter().find(|one| Some(one.word) == found.node.as_str())?;
    let markdown = format!("**{}** `{}`\n\n{}", key.name, word.word, word.docs);
    Some(Hover { markdown, span: Span::from(found.node.span.clone()) })
}
