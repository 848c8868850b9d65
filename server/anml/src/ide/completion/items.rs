//! What several kinds of completions have in common.

use agmark_syntax::cached_parts::CachedPart;
use agmark_syntax::{
    Chunk, ChunkGroup, Completion, Document, Edit, Name, Span, SymbolKind, Target, World, work,
};
use rustc_hash::FxHashSet;

use crate::cross_file;
use crate::syntax::context::Context;
use crate::syntax::entry::{DocumentPart, EntryKind, each};
use crate::syntax::refs::REF;
use crate::syntax::refs::natural;

/// The largest number of offered elements of a base.
const MOST: usize = 500;

/// An offer without documentation.
pub fn offer(
    label: impl Into<String>,
    kind: SymbolKind,
    detail: impl Into<String>,
    edit: Edit,
) -> Completion {
    Completion {
        label: label.into(),
        kind,
        detail: detail.into(),
        documentation: String::new(),
        edit,
        snippet: false,
    }
}

/// The refs of a document that a completion offers for a word, in natural order, each with the text of its line. The
/// completion replaces `span`.
pub fn refs(document: &Document, typed: &str, span: Span) -> Vec<Completion> {
    let names = document.names().offered(REF, typed);
    let wanted: FxHashSet<&Name> = names.iter().copied().collect();
    let mut all = Vec::new();
    for (start, chunk) in document.chunks_defining(&names) {
        let text = document.chunk_text(start, chunk);
        for definition in chunk.analysis().definitions.iter().filter(|d| wanted.contains(&d.name)) {
            all.push((definition.name.text.to_string(), line_of(definition.whole.text(&text))));
        }
    }
    all.sort_by(|a, b| natural(&a.0).cmp(&natural(&b.0)));
    all.dedup_by(|a, b| a.0 == b.0);
    let offers = all
        .into_iter()
        .map(|(name, line)| offer(name.clone(), SymbolKind::Constant, line, Edit::replace(span, name)));
    offers.collect()
}

/// What stands for an element beside its ref: its line, cut where it gets long.
pub fn line_of(whole: &str) -> String {
    const LONGEST: usize = 60;
    let line = whole.lines().next().unwrap_or("").trim();
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

/// The number of the next ref `e1`, `e2`, … that neither a document nor the base that it is a diff of has.
pub fn next_ref(document: &Document, world: &dyn World) -> u64 {
    let groups = document.chunks().groups();
    let own = groups.filter_map(|group| group.cached(|| LargestRef::of_group(&group)).0).max();
    let is_diff = cross_file::meta(document, "type").as_deref() == Some("diff");
    let base = if is_diff { cross_file::base(document, world) } else { None };
    let names = base.map(|base| world.names_in(&base, REF)).unwrap_or_default();
    let theirs = names.iter().filter_map(|name| number(name)).max();
    own.max(theirs).unwrap_or(0).saturating_add(1)
}

fn number(name: &str) -> Option<u64> {
    name.strip_prefix('e')?.parse().ok()
}

/// The largest number of a ref `e1`, `e2`, … that a chunk or a group of chunks defines or uses.
struct LargestRef(Option<u64>);

impl CachedPart for LargestRef {
    fn size(&self) -> usize {
        size_of::<Self>()
    }
}

impl LargestRef {
    fn of_group(group: &ChunkGroup<'_>) -> Self {
        Self(group.chunks().filter_map(|(_, chunk)| chunk.cached(0, || Self::of(chunk)).0).max())
    }

    fn of(chunk: &Chunk) -> Self {
        let analysis = chunk.analysis();
        let here = analysis.references.iter().filter(|r| !matches!(r.target, Target::Other(_)));
        let names = analysis.definitions.iter().map(|d| &d.name).chain(here.map(|r| &r.name));
        work::add(analysis.definitions.len());
        Self(names.filter_map(|name| number(&name.text)).max())
    }
}

/// The elements of a diff's base, which replace `span`: for `*` the whole line, for `-` the part that identifies it.
pub fn of_base(document: &Document, world: &dyn World, sign: u8, span: Span) -> Vec<Completion> {
    let Some(base) = cross_file::base(document, world) else { return Vec::new() };
    let Some(text) = world.read(&base) else { return Vec::new() };
    let text = text.slice(0..text.len());
    let mut offers = Vec::new();
    each(&text, Context::default(), &mut |item| {
        let DocumentPart::Line(entry) = item else { return };
        let EntryKind::Element(element) = &entry.kind else { return };
        if offers.len() == MOST || entry.body.head.sign.is_some() {
            return;
        }
        let end = element.name.or(element.reference).unwrap_or(element.role).span.end;
        let head = Span { start: element.role.span.start, end }.text(entry.text);
        let mut line = String::new();
        entry.write(&mut line);
        let new = if sign == b'*' { line } else { head.to_owned() };
        offers.push(offer(head, SymbolKind::Object, format!("in {base}"), Edit::replace(span, new)));
    });
    offers
}
