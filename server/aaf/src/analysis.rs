//! The analysis of pages and manifests.

pub mod chunk;
mod manifest;
mod manifest_kind;
mod manifest_names;
pub mod manifest_outline;
pub mod page_part;
pub mod seams;
pub mod ties;
pub mod wide_folds;

use std::collections::HashMap;

use agmark_syntax::{
    Definition, Fold, FoldKind, Link, LinkKind, Name, Piece, Reference, Span, Suppression, Symbol,
    SymbolKind, Target, work,
};

use crate::cross_file::manifest_group::ManifestPiece;
use crate::cross_file::summary::{FileSummary, PageSummary};
use crate::cross_file::{self, summary};
use crate::edit::controls;
use crate::page::read_options::ReadOptions;
use crate::page::{Annotated, Owner, Page, is_part_of, wholes};
use crate::risk;
use crate::rules::{self, UNKNOWN_ACTION, unmarked_link};
use crate::site::address::local;
use crate::syntax::html::Element;
use crate::syntax::language::Language;
use crate::syntax::manifest::PieceStart;
use crate::syntax::template;
use crate::vocabulary::namespaces::{ACTION, FIELD, KNOWN, OUTPUT, PAGE, SCOPE, VIEW, field};
use crate::vocabulary::patterns::Pattern;
use chunk::{Analysis, ChunkData, PageChunk};
use manifest_kind::ManifestKind;

/// Analyzes a piece of a page or of a component. A page is a manifest if its text is a JSON object from its first
/// character on.
pub fn page(piece: &Piece<'_>, reading: ReadOptions<'_>) -> Analysis {
    let text = piece.text;
    match reading.source {
        Language::Html if piece.is_first() && is_object(text) => manifest_alone(text),
        source if is_plain(source, text) => empty_piece(piece.is_first()),
        _ => in_order(page_analysis(reading.piece(text, piece.state), piece.is_first())),
    }
}

/// Each list in the order of the text.
fn in_order(mut analysis: Analysis) -> Analysis {
    analysis.symbols.sort_by_key(|symbol| (symbol.span.start, symbol.depth));
    analysis.definitions.sort_by_key(|definition| definition.span);
    analysis.references.sort_by_key(|reference| reference.span);
    analysis.links.sort_by_key(|link| link.span);
    analysis.folds.sort_by_key(|fold| fold.span);
    analysis.diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    analysis
}

/// Analyzes a piece of a text as a manifest, whatever it looks like.
pub fn manifest_piece(text: &str, start: &PieceStart) -> Analysis {
    in_order(manifest::piece(text, start))
}

/// Analyzes a whole text as a manifest.
fn manifest_alone(text: &str) -> Analysis {
    let mut analysis = manifest::piece(text, &PieceStart::default());
    if let (Some(ChunkData::Manifest(part)), Some(FileSummary::Manifest(manifest))) =
        (&analysis.data, &analysis.summary)
    {
        let found = cross_file::manifest::check_alone(ManifestPiece { start: 0, part, manifest });
        analysis.diagnostics.extend(found);
    }
    in_order(analysis)
}

/// Whether a piece of a script has neither elements nor comments that matter.
fn is_plain(source: Language, text: &str) -> bool {
    !source.may_have_elements(&text) && !text.contains("/*") && !text.contains("agmark:")
}

/// The analysis of a piece of a component without elements.
fn empty_piece(first: bool) -> Analysis {
    Analysis { data: Some(ChunkData::Page(PageChunk::default())), cross_file: first, ..Analysis::default() }
}

/// Whether a text is a JSON object. No page begins with `{"` or `{}`, but a template may begin with a brace.
fn is_object(text: &str) -> bool {
    let inside = text.trim_start_matches('\u{feff}').trim_start().strip_prefix('{');
    inside.is_some_and(|inside| inside.trim_start().starts_with(['"', '}']))
}

fn page_analysis(page: Page<'_>, first: bool) -> Analysis {
    let mut analysis = Analysis { ties: ties::ties(&page), ..Analysis::default() };
    let is_open = check(&page, &mut analysis);
    let depths = depths(&page);
    for one in &page.annotated {
        analysis.symbols.extend(symbol(&page, one, depth(&depths, one.element)));
        names(&page, one, &mut analysis);
    }
    for (index, element) in page.manifests.iter().filter_map(|i| Some((*i, page.dom.elements.get(*i)?))) {
        embedded(&page, depth(&depths, index), element, &mut analysis);
    }
    let lines = LineEnds::new(page.text);
    analysis.folds.extend(folds(&page, &lines));
    let comments = page.dom.comments.iter();
    analysis.suppressions.extend(comments.filter_map(|comment| allow(&page, &lines, comment.clone().into())));
    let summary = PageSummary::of(&page);
    // What is missing in a page is reported at its start.
    analysis.cross_file = first || summary.says_anything() || is_open;
    analysis.summary = Some(FileSummary::Page(summary));
    analysis.data = Some(ChunkData::Page(PageChunk::new(&page, is_open)));
    analysis
}

/// Checks a piece of a page, unless other pieces may change what is found. Then it returns true, and the piece is
/// checked with the whole page.
fn check(page: &Page<'_>, analysis: &mut Analysis) -> bool {
    let is_open = match page.annotated.is_empty() {
        // Controls, buttons and links must be annotated if the page has annotations anywhere.
        true => {
            let mut all = page.dom.elements.iter().enumerate();
            all.any(|(index, one)| {
                controls::is_control(page, one)
                    || risk::is_button(page, index)
                    || (page.source.is_component() && unmarked_link::is_router_link(page, one))
            })
        }
        false => ties::are_open(&analysis.ties),
    };
    if !is_open {
        rules::check_page(page, &mut analysis.diagnostics);
    }
    is_open
}

/// The symbol of an element. `None` for one that only has a version or `data-agent-ignore`.
fn symbol(page: &Page<'_>, one: &Annotated<'_>, depth: u32) -> Option<Symbol> {
    let element = page.element(one)?;
    let kind = one.text("kind").filter(|kind| !kind.is_empty());
    let name = ["action", "field", "output", "page"]
        .into_iter()
        .find_map(|name| one.text(name).filter(|value| !value.is_empty()))
        .or(kind)?;
    let icon = match kind.unwrap_or("") {
        "field" => SymbolKind::Field,
        "status" => SymbolKind::Event,
        "result" => SymbolKind::Struct,
        "collection" => SymbolKind::Array,
        "item" => SymbolKind::Object,
        "dialog" => SymbolKind::Interface,
        "step" => SymbolKind::EnumMember,
        "link" => SymbolKind::File,
        _ if one.has("field") => SymbolKind::Field,
        _ => SymbolKind::Function,
    };
    let tag = element.name(page.text).to_ascii_lowercase();
    let mut detail = match kind {
        Some(kind) if kind != name => format!("{kind} <{tag}>"),
        _ => format!("<{tag}>"),
    };
    if let Some(danger) = one.text("danger").filter(|danger| !matches!(*danger, "" | "none")) {
        detail.push_str(&format!(", danger {danger}"));
    }
    Some(Symbol {
        name: name.into(),
        detail: detail.into(),
        kind: icon,
        depth,
        span: element.span.clone().into(),
        selection: element.tag.span.clone().into(),
        extends: false,
        global: matches!(icon, SymbolKind::Function | SymbolKind::Field),
    })
}

/// For each element the number of elements around it that are in the outline.
fn depths(page: &Page<'_>) -> Vec<u32> {
    let named =
        |one: &Annotated<'_>| ["kind", "action", "field", "output", "page"].iter().any(|name| one.has(name));
    let mut depths: Vec<u32> = Vec::with_capacity(page.dom.elements.len());
    for element in &page.dom.elements {
        work::add(1);
        let around = element.parent.map_or(0, |parent| {
            // What the root of a page says, it says about the page.
            let is_root = page
                .dom
                .elements
                .get(parent)
                .is_some_and(|one| one.is(page.text, "html") || one.is(page.text, "body"));
            let is_above =
                page.annotated_at(parent).is_some_and(|one| named(one) && !(is_root && is_of_page(one)));
            depth(&depths, parent) + u32::from(is_above)
        });
        depths.push(around);
    }
    depths
}

/// Whether an element has only annotations of the page.
fn is_of_page(one: &Annotated<'_>) -> bool {
    one.annotations.iter().all(|annotation| matches!(annotation.name, "page" | "version"))
}

fn depth(depths: &[u32], element: usize) -> u32 {
    depths.get(element).copied().unwrap_or_default()
}

/// Adds the definitions and references of an element.
fn names(page: &Page<'_>, one: &Annotated<'_>, analysis: &mut Analysis) {
    let refer = |space, text: &str, span, resolved| {
        let name = Name::new(space, text);
        Reference { name, span, target: Target::Workspace, resolved }
    };
    let here = |space, text: &str, span| {
        let name = Name::new(space, text);
        Reference { name, span, target: Target::IfDefined, resolved: None }
    };
    for annotation in &one.annotations {
        let (Some(text), span) = (annotation.legal(), annotation.value_span) else { continue };
        let define = |space, global| {
            let whole = page.element(one).map_or(span, |element| element.span.clone().into());
            Definition { name: Name::new(space, text), span, whole, global, unique: None }
        };
        match annotation.name {
            "action" => {
                let space = if one.shows_data() { VIEW } else { ACTION };
                analysis.definitions.extend([define(space, true), define(KNOWN, false)]);
                // The name of a part begins with the name of the action, so a rename of the action changes both.
                let parts = wholes(text).filter(|whole| !one.shows_data() && Pattern::Action.fits(whole));
                analysis.references.extend(parts.map(|whole| here(ACTION, whole, head(span, whole))));
            }
            "for-action" => {
                // A data view of the page, or an action.
                analysis.references.push(here(VIEW, text, span));
                if page.source.is_component() {
                    // The action of a field in a component may be in another component.
                    analysis.references.push(refer(ACTION, text, span, Some(&UNKNOWN_ACTION.rule)));
                } else {
                    analysis.references.push(refer(ACTION, text, span, None));
                    analysis.references.push(refer(KNOWN, text, span, Some(&UNKNOWN_ACTION.rule)));
                }
            }
            "field" => {
                if let Owner::Action(action) = page.owner(one)
                    && Pattern::Action.fits(action)
                {
                    analysis.references.push(refer(FIELD, &field(action, text), span, None));
                }
            }
            "scope" => analysis.references.push(refer(SCOPE, text, span, None)),
            "output" => {
                analysis.definitions.push(define(OUTPUT, true));
                if let Owner::Action(action) = page.owner(one)
                    && is_part_of(text, action)
                {
                    analysis.references.push(refer(ACTION, action, head(span, action), None));
                }
            }
            "page" if text.starts_with('/') && local(text).is_some() => {
                analysis.references.push(refer(PAGE, text, span, None));
            }
            "page" => analysis.links.push(Link { span, kind: LinkKind::Address, target: text.to_owned() }),
            _ => {}
        }
    }
    if !one.has("page")
        && let Some(route) = summary::link(page, one)
    {
        let path = route.text.split(['?', '#']).next().unwrap_or("");
        analysis.references.push(refer(PAGE, path, head(route.span, path), None));
    }
}

/// The first bytes of a span, with the length of a name.
fn head(span: Span, name: &str) -> Span {
    let start = span.range().start;
    Span::new(start, (start + name.len()).min(span.range().end))
}

/// Adds the manifest in a script of a page, or a link to the file that the script names.
fn embedded(page: &Page<'_>, depth: u32, element: &Element, analysis: &mut Analysis) {
    let source =
        element.tag.attributes.iter().find(|one| page.text[one.name.clone()].eq_ignore_ascii_case("src"));
    if let Some(value) = source.and_then(|source| source.value.as_ref()) {
        let target = &page.text[value.span.clone()];
        // A path from the root of the site is not a path of the workspace.
        if !target.is_empty() && !template::is_dynamic(target) && !target.starts_with('/') {
            let address = target.contains("://");
            let kind = if address { LinkKind::Address } else { LinkKind::File };
            analysis.links.push(Link { span: value.span.clone().into(), kind, target: target.to_owned() });
        }
        return;
    }
    let content = &page.text[element.content.clone()];
    if content.trim().is_empty() {
        return;
    }
    analysis.symbols.push(Symbol {
        name: "agent manifest".into(),
        detail: "<script>".into(),
        kind: SymbolKind::Module,
        depth,
        span: element.span.clone().into(),
        selection: element.tag.span.clone().into(),
        extends: false,
        global: false,
    });
    manifest::add(content, element.content.start, ManifestKind::Page { depth: depth + 1 }, analysis);
}

/// Each element folds from its start tag to the line before its end tag, each comment as a whole.
fn folds(page: &Page<'_>, lines: &LineEnds) -> Vec<Fold> {
    // Unclosed elements end at the same offset, so the white space before it is measured only once.
    let mut trimmed: HashMap<usize, usize> = HashMap::new();
    let ended = |index: &usize| page.dom.unended.binary_search(index).is_err();
    let elements = page.dom.elements.iter().enumerate().filter(|(index, element)| {
        // The others may end in another piece.
        !element.content.is_empty() && ended(index)
    });
    let elements = elements.map(|(_, element)| {
        let content = element.content.clone();
        let end = *trimmed.entry(content.end).or_insert_with(|| {
            let kept = page.text.get(content.clone()).unwrap_or("").trim_end().len();
            work::add(content.len() - kept);
            content.start + kept
        });
        (element.tag.span.start..end.max(content.start), FoldKind::Block)
    });
    let comments = page.dom.comments.iter().map(|comment| (comment.clone(), FoldKind::Comment));
    elements
        .chain(comments)
        .filter(|(range, _)| lines.line_of(range.start) < lines.line_of(range.end))
        .map(|(range, kind)| Fold { span: range.into(), kind })
        .collect()
}

/// The suppression in the comment at `span`, if it is one. It applies to the start tag of the next element (to all of a
/// script), or to the next line if text comes first.
fn allow(page: &Page<'_>, lines: &LineEnds, span: Span) -> Option<Suppression> {
    let text = page.text;
    let comment = span.text(text);
    if !comment.contains("agmark:") {
        return None;
    }
    let range = span.range();
    let after = range.end + (text[range.end..].len() - text[range.end..].trim_start().len());
    let next: Span = match page.dom.first_from(after).filter(|element| element.span.start == after) {
        Some(element) if element.is(text, "script") => element.span.clone().into(),
        Some(element) => element.tag.span.clone().into(),
        None => Span::new(after, lines.end_of_line(after)),
    };
    // If the comment is alone on its line, removing it removes the line.
    let (start, end) = (lines.start_of_line(range.start), lines.end_of_line(range.end));
    let alone = text[start..range.start].trim().is_empty() && text[range.end..end].trim().is_empty();
    let whole = if alone { Span::new(start, (end + 1).min(text.len())) } else { span };
    Suppression::read(comment, range.start, whole, next)
}

/// The line ends of a text.
struct LineEnds {
    feeds: Vec<usize>,
    length: usize,
}

impl LineEnds {
    fn new(text: &str) -> Self {
        LineEnds { feeds: memchr::memchr_iter(b'\n', text.as_bytes()).collect(), length: text.len() }
    }

    fn line_of(&self, offset: usize) -> usize {
        self.feeds.partition_point(|feed| *feed < offset)
    }

    fn start_of_line(&self, offset: usize) -> usize {
        self.line_of(offset).checked_sub(1).and_then(|line| self.feeds.get(line)).map_or(0, |feed| feed + 1)
    }

    /// The line feed at or after an offset, or the end of the text.
    fn end_of_line(&self, offset: usize) -> usize {
        self.feeds.get(self.line_of(offset)).copied().unwrap_or(self.length)
    }
}
