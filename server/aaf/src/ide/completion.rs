//! Completion in pages: names of annotations, their values, and fields of the manifest that the page lacks.

pub mod manifest;
mod value_slot;

use std::collections::HashSet;

use agmark_schema::json;
use agmark_syntax::{Completion, Document, Edit, Name, Span, SymbolKind, World};

use super::manifest_piece::OpenPiece;
use super::{document, entry_docs};
use crate::analysis::page_part::PagePart;
use crate::cross_file::alignment::PageManifest;
use crate::cross_file::page_group::PageGroup;
use crate::cross_file::summary::{FieldUse, PageParts};
use crate::edit::controls;
use crate::manifest::model::{Entry, Manifest, Property};
use crate::page::read_options::ReadOptions;
use crate::page::resolve;
use crate::page::{Annotated, Annotation, Owner, Page, is_part_of};
use crate::syntax::html::Element;
use crate::vocabulary::components::{self, Component};
use crate::vocabulary::namespaces;
use crate::vocabulary::{ATTRIBUTES, PREFIX, Values, Word};

/// The completions at `offset` of a page.
pub fn page(
    document: &Document,
    world: &dyn World,
    reading: ReadOptions<'_>,
    offset: usize,
) -> Vec<Completion> {
    let part = document::page_at(document, offset);
    let mut offers = in_part(document, world, &part, reading, part.seams.inner(offset));
    offers.iter_mut().for_each(|offer| offer.edit.span = part.seams.span(offer.edit.span));
    offers
}

/// The completions at an offset of a piece of a page; their edits count from its start.
fn in_part(
    document: &Document,
    world: &dyn World,
    part: &PagePart<'_>,
    reading: ReadOptions<'_>,
    offset: usize,
) -> Vec<Completion> {
    let (page, text) = (part.page(reading), part.text());
    let script = page.manifests.iter().filter_map(|index| page.dom.elements.get(*index));
    if let Some(script) =
        script.into_iter().find(|one| one.content.start <= offset && offset <= one.content.end)
    {
        let content = text.get(script.content.clone()).unwrap_or("");
        let parsed = json::parse_at(content, script.content.start);
        let source = manifest::ManifestSource {
            text: content,
            start: script.content.start,
            root: &parsed.root,
            document: None,
        };
        return manifest::complete(&source, offset);
    }
    let contract = PageManifest::of(document, world);
    let site = contract.as_ref().and_then(PageManifest::manifest);
    let writer = PageCompletions { document, page: &page, site, offset };
    if let Some((one, annotation, slot)) = writer.slot() {
        return slot.write(writer.values(one, annotation, slot.span));
    }
    if let Some(repaired) = value_slot::repaired(text, reading.source, offset) {
        let page = reading.page(&repaired);
        let writer = PageCompletions { document, page: &page, site, offset: offset + 1 };
        let slot = value_slot::ValueSlot::quoted(Span::at(offset));
        let found = writer.slot().map(|(one, annotation, _)| writer.values(one, annotation, slot.span));
        return slot.write(found.unwrap_or_default());
    }
    writer.names()
}

/// The completions at `offset` of a manifest file.
pub fn manifest_file(document: &Document, offset: usize) -> Vec<Completion> {
    let Some(piece) = OpenPiece::at(document, offset) else { return Vec::new() };
    let source = manifest::ManifestSource {
        text: &piece.text,
        start: 0,
        root: &piece.parsed.root,
        document: Some(document),
    };
    let mut offers = manifest::complete(&source, offset - piece.start);
    for edit in offers.iter_mut().map(|offer| &mut offer.edit) {
        edit.span = edit.span.shifted(piece.start);
    }
    offers
}

struct PageCompletions<'a> {
    document: &'a Document,
    /// The piece of the page around the cursor.
    page: &'a Page<'a>,
    site: Option<&'a Manifest>,
    offset: usize,
}

impl PageCompletions<'_> {
    /// The annotation whose value is written at the cursor.
    fn slot(&self) -> Option<(&Annotated<'_>, &Annotation<'_>, value_slot::ValueSlot)> {
        let one = self.page.annotated_at(self.tag()?.0)?;
        one.annotations.iter().find_map(|annotation| {
            Some((
                one,
                annotation,
                value_slot::ValueSlot::of(self.page.text, self.page.source, annotation, self.offset)?,
            ))
        })
    }

    /// The values for an annotation, which replace a span.
    fn values(&self, one: &Annotated<'_>, annotation: &Annotation<'_>, span: Span) -> Vec<Completion> {
        match (annotation.name, annotation.known.map(|known| &known.values)) {
            (_, Some(Values::OneOf(words))) => words.iter().map(|one| word(one, span)).collect(),
            ("action", _) if one.shows_data() => self.views(span),
            ("action", _) => self.actions(one, span, true),
            ("for-action", _) => self.actions(one, span, false),
            ("field", _) => self.fields(one, span),
            ("scope", _) => self.scopes(span),
            ("page", _) => self.routes(span),
            ("output", _) => self.outputs(one, span),
            ("version", _) => vec![plain("0.1", SymbolKind::Number, "version", String::new(), span)],
            _ => Vec::new(),
        }
    }

    /// The actions of the manifest and of the page. For the element of an action also parts of the action around it.
    fn actions(&self, one: &Annotated<'_>, span: Span, own: bool) -> Vec<Completion> {
        let mut offers = Vec::new();
        let around = self.page.actions_around(one.element).next().and_then(|around| around.text("action"));
        if let (Some(around), true) = (around, own) {
            let name = format!("{around}.submit");
            let docs = format!("Submits `{around}`, the action around it.");
            offers.push(plain(&name, SymbolKind::Function, "part of the action", docs, span));
        }
        let typed = self.page.text.get(span.range().start..self.offset).unwrap_or("");
        let on_page = document::actions(self.document, typed);
        let entries = self.site.map_or(&[][..], |site| &site.actions);
        for entry in entries {
            let detail = if document::has_action(self.document, &entry.id) {
                "on this page"
            } else {
                "in the manifest"
            };
            offers.push(plain(
                &entry.id,
                SymbolKind::Function,
                detail,
                entry_docs::entry(entry, "action"),
                span,
            ));
        }
        // Actions that the page lacks come first.
        if own {
            offers.sort_by_key(|offer| offer.detail == "on this page");
        }
        let written = one.text("action").unwrap_or("");
        let declared: HashSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        for name in on_page.into_iter().filter(|name| !declared.contains(name)) {
            let here = || resolve::actions(self.page).get(name).map_or(0, Vec::len);
            let alone =
                name == written && document::pieces_with_action(self.document, name) == 1 && here() == 1;
            if !(name.is_empty() || (own && alone)) {
                offers.push(plain(name, SymbolKind::Function, "on this page", String::new(), span));
            }
        }
        offers
    }

    /// The data views of the manifest. Those that the page shows come last.
    fn views(&self, span: Span) -> Vec<Completion> {
        let names = self.document.names();
        let is_shown = |entry: &Entry| {
            let found = names.get(&Name::new(namespaces::VIEW, &entry.id));
            found.is_some_and(|found| !found.definitions.is_empty())
        };
        let entries = self.site.map_or(&[][..], |site| &site.views);
        let offer = |entry: &Entry| {
            let detail = if is_shown(entry) { "on this page" } else { "data view" };
            plain(&entry.id, SymbolKind::Function, detail, entry_docs::entry(entry, "data view"), span)
        };
        let mut offers: Vec<_> = entries.iter().map(offer).collect();
        offers.sort_by_key(|offer| offer.detail == "on this page");
        offers
    }

    fn fields(&self, one: &Annotated<'_>, span: Span) -> Vec<Completion> {
        let Owner::Action(owner) = self.page.owner(one) else { return Vec::new() };
        let Some(entry) = self.site.and_then(|site| site.action_of(owner)) else { return Vec::new() };
        let missing = self.missing(entry);
        let mut offers: Vec<_> = missing.iter().map(|field| field_offer(field, entry, span)).collect();
        let has = entry.fields.iter().filter(|field| !missing.iter().any(|other| other.name == field.name));
        offers.extend(has.map(|field| {
            let mut offer = field_offer(field, entry, span);
            offer.detail = format!("{}, on this page already", offer.detail);
            offer
        }));
        offers
    }

    /// The properties of an action without a field on the page.
    fn missing<'s>(&self, entry: &'s Entry) -> Vec<&'s Property> {
        let parts = PageParts::of_action(self.document, &entry.id);
        let of = |one: &&FieldUse| one.action == entry.id || is_part_of(&one.action, &entry.id);
        let fields = parts.fields().map(|(_, one)| one).filter(of);
        let has: HashSet<&str> = fields.map(|one| one.name.as_str()).collect();
        entry.fields.iter().filter(|field| !has.contains(field.name.as_str())).collect()
    }

    fn scopes(&self, span: Span) -> Vec<Completion> {
        let entries = self.site.into_iter().flat_map(|site| site.actions.iter().chain(&site.views));
        let mut scopes: Vec<&str> =
            entries.filter_map(|entry| Some(entry.scope.as_ref()?.text.as_str())).collect();
        let groups: Vec<_> = self.document.chunks().groups().map(|group| PageGroup::of(&group)).collect();
        scopes.extend(groups.iter().flat_map(|group| &group.scopes).map(|scope| &**scope));
        scopes.sort_unstable();
        scopes.dedup();
        scopes.into_iter().map(|scope| plain(scope, SymbolKind::Key, "scope", String::new(), span)).collect()
    }

    fn routes(&self, span: Span) -> Vec<Completion> {
        let pages = self.site.map_or(&[][..], |site| &site.pages);
        pages
            .iter()
            .map(|page| {
                let docs = entry_docs::escaped(&page.description);
                plain(&page.route, SymbolKind::File, &page.title, docs, span)
            })
            .collect()
    }

    fn outputs(&self, one: &Annotated<'_>, span: Span) -> Vec<Completion> {
        let Owner::Action(owner) = self.page.owner(one) else { return Vec::new() };
        let word = if one.text("kind") == Some("result") { "result" } else { "status" };
        vec![plain(&format!("{owner}.{word}"), SymbolKind::Event, "output", String::new(), span)]
    }

    /// The names of annotations, if an attribute may begin at the cursor.
    fn names(&self) -> Vec<Completion> {
        let Some((index, element)) = self.tag() else { return Vec::new() };
        let before = self.page.text.get(..self.offset).unwrap_or("");
        let in_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let start = before.trim_end_matches(in_name).len();
        let after = self.page.text.get(self.offset..).unwrap_or("");
        let end = self.offset + after.len() - after.trim_start_matches(in_name).len();
        // No attribute begins in a value or in the name of the tag.
        let inside = element.tag.attributes.iter().any(|one| {
            one.value.as_ref().is_some_and(|value| {
                let closing = usize::from(value.quote.is_some() && value.closed);
                value.span.start <= self.offset && self.offset < value.span.end + closing
            })
        });
        if inside || start < element.tag.name.end || !before[..start].ends_with(char::is_whitespace) {
            return Vec::new();
        }
        let word = &before[start..];
        let component =
            components::find(element.name(self.page.text)).filter(|_| self.page.source.is_component());
        let span = Span::new(start, end);
        let mut offers = component.map_or_else(Vec::new, |component| self.props(component, element, span));
        if !(PREFIX.starts_with(word) || word.starts_with(PREFIX)) {
            return offers;
        }
        offers.extend(self.whole_fields(index, element, span));
        let has_value = self.page.text.get(end..).is_some_and(|rest| rest.starts_with('='));
        let annotated = self.page.annotated_at(index);
        for attribute in ATTRIBUTES {
            let name = format!("{PREFIX}{}", attribute.name);
            let taken =
                annotated.is_some_and(|one| one.has(attribute.name) && name != self.page.text[start..end]);
            if taken || (component.is_some() && attribute.name != "ignore") {
                continue;
            }
            let bare = has_value || attribute.values == Values::Any;
            let text = if bare { name.clone() } else { format!("{name}=\"$1\"") };
            offers.push(Completion {
                label: name,
                kind: SymbolKind::Property,
                detail: String::new(),
                documentation: attribute.docs.to_owned(),
                edit: Edit::replace(span, text),
                snippet: !bare,
            });
        }
        offers
    }

    /// The props that a component lacks.
    fn props(&self, component: &'static Component, element: &Element, span: Span) -> Vec<Completion> {
        let has =
            |prop: &str| element.tag.attributes.iter().any(|one| &self.page.text[one.name.clone()] == prop);
        let props = component.props.iter().filter(|(prop, _)| !has(prop));
        props
            .map(|(prop, name)| Completion {
                label: (*prop).to_owned(),
                kind: SymbolKind::Property,
                detail: component.name.to_owned(),
                documentation: ATTRIBUTES
                    .iter()
                    .find(|one| one.name == *name)
                    .map_or("", |one| one.docs)
                    .to_owned(),
                edit: Edit::replace(span, format!("{prop}=\"$1\"")),
                snippet: true,
            })
            .collect()
    }

    /// For a control in an action: the fields that the action lacks, with their kind.
    fn whole_fields(&self, index: usize, element: &Element, span: Span) -> Vec<Completion> {
        if !controls::is_control(self.page, element) || self.page.annotated_at(index).is_some() {
            return Vec::new();
        }
        let action = self.page.actions_around(index).next().and_then(|one| one.text("action"));
        let entry = action.and_then(|action| self.site?.action_of(action));
        let Some(entry) = entry else { return Vec::new() };
        let missing = self.missing(entry);
        missing
            .into_iter()
            .map(|field| {
                let text = format!("{PREFIX}kind=\"field\" {PREFIX}field=\"{}\"", field.name);
                let mut offer = field_offer(field, entry, span);
                offer.label = format!("{PREFIX}field=\"{}\"", field.name);
                offer.edit.text = text;
                offer
            })
            .collect()
    }

    /// The element whose start tag contains the offset.
    fn tag(&self) -> Option<(usize, &Element)> {
        self.page.dom.at(self.offset).find(|(_, element)| {
            let tag = &element.tag.span;
            let closed = self.page.text.get(tag.clone()).is_some_and(|text| text.ends_with('>'));
            tag.start < self.offset && (self.offset < tag.end || (!closed && self.offset <= tag.end))
        })
    }
}

fn word(word: &Word, span: Span) -> Completion {
    plain(word.word, SymbolKind::EnumMember, "", word.docs.to_owned(), span)
}

fn field_offer(field: &Property, entry: &Entry, span: Span) -> Completion {
    let required = if field.required { "required " } else { "" };
    let detail = format!("{required}{}", field.kind_words());
    plain(&field.name, SymbolKind::Field, &detail, entry_docs::field(field, &entry.id), span)
}

fn plain(text: &str, kind: SymbolKind, detail: &str, documentation: String, span: Span) -> Completion {
    Completion {
        label: text.to_owned(),
        kind,
        detail: detail.to_owned(),
        documentation,
        edit: Edit::replace(span, text),
        snippet: false,
    }
}
