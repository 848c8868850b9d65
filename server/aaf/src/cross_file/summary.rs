//! Summaries: what other files need to know of a page or a manifest.

use std::sync::Arc;

use agmark_schema::json;
use agmark_syntax::names::TiedChunks;
use agmark_syntax::{Chunk, ChunkGroup, Document, ErasedData, Name, Span, work};

use crate::analysis::ties;
use crate::manifest::model::{Manifest, SpannedText, is_template};
use crate::page::{Annotated, Owner, Page, Value, is_part_of};
use crate::site::address;
use crate::syntax::html::{Element, decode};
use crate::syntax::template;
use crate::vocabulary::namespaces;
use crate::vocabulary::patterns::Pattern;

/// How many elements from the start of a page may be its `body`.
const NEAR: usize = 64;

/// The summary of a chunk of a page, or of a manifest.
#[derive(Clone, Debug, PartialEq)]
pub enum FileSummary {
    Page(PageSummary),
    Manifest(Manifest),
}

/// The summary of a piece of a page: what is compared with its manifest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageSummary {
    pub actions: Vec<ActionUse>,
    pub fields: Vec<FieldUse>,
    /// The names of fields whose action is missing or invalid.
    pub loose: Vec<String>,
    /// The targets of its links: routes as written.
    pub links: Vec<SpannedText>,
    /// The manifest in one of its scripts.
    pub embedded: Option<Box<Manifest>>,
    /// Where diagnostics about the whole page may be.
    pub top: Top,
    /// Whether a template computes the name of an action or a field.
    pub dynamic: bool,
}

/// The elements at which a piece of a page has diagnostics about the whole page: the names of tags. For `body` and
/// `html` also the number of elements before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Top {
    /// How many elements the piece has.
    elements: usize,
    first: Option<Span>,
    html: Option<(usize, Span)>,
    body: Option<(usize, Span)>,
}

/// An element that carries an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionUse {
    pub name: String,
    /// The name, without quotes.
    pub span: Span,
    pub danger: Option<SpannedText>,
    pub confirm: Option<SpannedText>,
    pub scope: Option<SpannedText>,
    pub idempotent: Option<SpannedText>,
    /// Whether it is a part of the action around it.
    pub part: bool,
    /// Whether the element shows a data view, whose name this is.
    pub view: bool,
}

/// A field of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldUse {
    pub action: String,
    pub name: String,
    pub span: Span,
}

impl PageSummary {
    /// The summary of a page.
    pub fn of(page: &Page<'_>) -> Self {
        let mut summary =
            PageSummary { top: tops(page), embedded: embedded(page).map(Box::new), ..PageSummary::default() };
        for one in &page.annotated {
            summary.dynamic |= ["action", "field"]
                .into_iter()
                .any(|name| one.get(name).is_some_and(|found| found.value == Value::Dynamic));
            if let Some(action) = action(page, one) {
                summary.actions.push(action);
            }
            if let Some((field, name)) = one.get("field").and_then(|field| Some((field, field.legal()?))) {
                match page.owner(one) {
                    Owner::Action(owner) if Pattern::Action.fits(owner) => {
                        let (action, name) = (owner.to_owned(), name.to_owned());
                        summary.fields.push(FieldUse { action, name, span: field.value_span });
                    }
                    _ => summary.loose.push(name.to_owned()),
                }
            }
            summary.links.extend(link(page, one));
        }
        summary.actions.shrink_to_fit();
        summary.fields.shrink_to_fit();
        summary.loose.shrink_to_fit();
        summary.links.shrink_to_fit();
        summary
    }

    /// Whether it has anything to compare with a manifest.
    pub fn says_anything(&self) -> bool {
        !(self.actions.is_empty() && self.fields.is_empty() && self.loose.is_empty() && self.links.is_empty())
            || self.embedded.is_some()
            || self.dynamic
    }
}

/// The summaries of the pieces of a page, each with its start. Spans in a summary count from there.
#[derive(Clone, Default)]
pub struct PageParts<'s>(pub Vec<(usize, &'s PageSummary)>);

impl<'s> PageParts<'s> {
    /// The parts of an open page.
    pub fn of(document: &'s Document) -> Self {
        PageParts(Self::parts(document).collect())
    }

    /// The parts of an open page, in order.
    pub fn parts(document: &'s Document) -> impl Iterator<Item = (usize, &'s PageSummary)> {
        document.chunks().iter().filter_map(part)
    }

    /// The parts of an open page with elements of an action, of parts of it, or with fields that name one of them.
    pub fn of_action(document: &'s Document, action: &str) -> Self {
        let parts = document.names().offered(namespaces::ACTION, &format!("{action}.")).into_iter();
        let parts = parts.map(|name| &*name.text).filter(|name| is_part_of(name, action));
        let tied = std::iter::once(action).chain(parts).filter_map(|name| {
            work::add(1);
            document.chunks_tied(&Name::new(ties::ACTION, name))
        });
        let ids: Vec<_> = tied.flat_map(TiedChunks::chunks).collect();
        PageParts(document.chunks_of(&ids).filter_map(part).inspect(|_| work::add(1)).collect())
    }

    /// The parts of a group of chunks. Their starts count from the start of the group.
    pub fn of_group(group: &ChunkGroup<'s>) -> Self {
        PageParts(group.chunks().filter_map(part).inspect(|_| work::add(1)).collect())
    }

    /// The parts of a page in the index.
    pub fn of_file(shared: &'s [(usize, ErasedData)]) -> Self {
        let parts = shared.iter();
        PageParts(
            parts.filter_map(|(start, one)| Some((*start, one.get::<FileSummary>()?.page()?))).collect(),
        )
    }

    pub fn iter(&self) -> impl Iterator<Item = (usize, &'s PageSummary)> {
        self.0.iter().copied()
    }

    /// All actions, each with the start of its piece.
    pub fn actions(&self) -> impl Iterator<Item = (usize, &'s ActionUse)> {
        self.iter().flat_map(|(start, part)| part.actions.iter().map(move |action| (start, action)))
    }

    /// All fields, each with the start of its piece.
    pub fn fields(&self) -> impl Iterator<Item = (usize, &'s FieldUse)> {
        self.iter().flat_map(|(start, part)| part.fields.iter().map(move |field| (start, field)))
    }

    /// Whether a template computes the name of an action or a field.
    pub fn is_dynamic(&self) -> bool {
        self.iter().any(|(_, part)| part.dynamic)
    }

    /// The span for diagnostics about the whole page.
    pub fn top(&self) -> Span {
        top(self.iter())
    }

    /// Whether the page has a field of an action or of a part of it.
    pub fn has_field(&self, action: &str, field: &str) -> bool {
        let of = |one: &FieldUse| one.action == action || is_part_of(&one.action, action);
        self.fields().any(|(_, one)| one.name == field && of(one))
    }
}

/// The span for diagnostics about a whole page: the name of its `body`, `html` or first element.
pub fn top<'s>(parts: impl Iterator<Item = (usize, &'s PageSummary)>) -> Span {
    let mut before = 0;
    let (mut first, mut html) = (None, None);
    for (start, part) in parts {
        let near = |one: Option<(usize, Span)>| {
            one.filter(|(number, _)| before + number < NEAR).map(|(_, span)| span.shifted(start))
        };
        if let Some(body) = near(part.top.body) {
            return body;
        }
        html = html.or_else(|| near(part.top.html));
        first = first.or_else(|| Some(part.top.first?.shifted(start)));
        before += part.top.elements;
        if before >= NEAR {
            break;
        }
    }
    html.or(first).unwrap_or_default()
}

/// The summary of a chunk of a page, with the start of the chunk.
fn part((start, chunk): (usize, &Arc<Chunk>)) -> Option<(usize, &PageSummary)> {
    Some((start, chunk.summary::<FileSummary>()?.page()?))
}

impl FileSummary {
    /// The summary of a piece of a page.
    pub fn page(&self) -> Option<&PageSummary> {
        match self {
            FileSummary::Page(page) => Some(page),
            FileSummary::Manifest(_) => None,
        }
    }

    /// The manifest in a file.
    pub fn manifest(&self) -> Option<&Manifest> {
        match self {
            FileSummary::Manifest(site) => Some(site),
            FileSummary::Page(_) => None,
        }
    }
}

fn action(page: &Page<'_>, one: &Annotated<'_>) -> Option<ActionUse> {
    let action = one.get("action")?;
    let name = action.legal()?;
    let said = |name: &str| {
        let annotation = one.get(name)?;
        Some(SpannedText { text: annotation.legal()?.to_owned(), span: annotation.value_span })
    };
    let around = page.actions_around(one.element).next().and_then(|around| around.text("action"));
    Some(ActionUse {
        name: name.to_owned(),
        span: action.value_span,
        danger: said("danger"),
        confirm: said("confirm"),
        scope: said("scope"),
        idempotent: said("idempotent"),
        part: around.is_some_and(|around| is_part_of(name, around)),
        view: one.shows_data(),
    })
}

/// The route that a link leads to.
pub fn link(page: &Page<'_>, one: &Annotated<'_>) -> Option<SpannedText> {
    if let Some(route) = one.get("page") {
        let text = route.legal().filter(|text| text.starts_with('/') && address::local(text).is_some())?;
        return Some(SpannedText { text: text.to_owned(), span: route.value_span });
    }
    if one.text("kind") != Some("link") {
        return None;
    }
    let element = page.element(one)?;
    let attribute = element
        .tag
        .attributes
        .iter()
        .find(|attribute| matches!(&page.text[attribute.name.clone()], "href" | "to" | "HREF"))?;
    let value = attribute.value.as_ref()?;
    let written = &page.text[value.span.clone()];
    let target = decode(written);
    let local =
        target.starts_with('/') && !template::is_dynamic(written) && address::local(&target).is_some();
    local.then(|| SpannedText { text: target.into_owned(), span: value.span.clone().into() })
}

fn embedded(page: &Page<'_>) -> Option<Manifest> {
    let contents = page.manifests.iter().filter_map(|index| {
        let content = page.dom.elements.get(*index)?.content.clone();
        let text = page.text.get(content.clone())?;
        if text.trim().is_empty() {
            return None;
        }
        let parsed = json::parse_at(text, content.start);
        (!is_template(text, &parsed)).then(|| Manifest::of(&parsed))
    });
    contents.into_iter().next()
}

fn tops(page: &Page<'_>) -> Top {
    let span = |element: &Element| Span::from(element.tag.name.clone());
    let named = |name: &str| {
        let mut near = page.dom.elements.iter().take(NEAR).enumerate();
        near.find(|(_, element)| element.is(page.text, name)).map(|(number, element)| (number, span(element)))
    };
    let first = page.dom.elements.first().map(span);
    Top { elements: page.dom.elements.len(), first, html: named("html"), body: named("body") }
}
