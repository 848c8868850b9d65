//! The part of a file's analysis that other files need.

use std::hash::{DefaultHasher, Hasher};

use agmark_syntax::document::Defined;
use agmark_syntax::{
    AnyFormat, Chunk, ChunkAnalysis, Definition, Document, FormatInfo, Name, Reference, Space, Span,
    Summaries, SymbolRef, Target, work,
};

use super::file_lists::{FileDefinition, FileLink, FileLists, FileReference, FileSymbol, FileTarget};
use super::packed::PackedList;

/// The names of files with longer texts, in bytes, are not kept while an open document hides them. Others are small, and
/// are there at once when the document is closed.
///
/// In tests, whose texts are short, some are longer than this and some are not.
pub(crate) const LONG: usize = if cfg!(test) { 16 } else { 256 << 10 };

/// The part of a file's analysis that other files need. Spans count from the start of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedFile {
    /// [`agmark_syntax::Format::name`] of the file's format.
    pub format: &'static str,
    /// [`agmark_syntax::FormatInfo::describes`] of the file's format.
    pub describes: Option<&'static [&'static str]>,
    lists: FileLists,
    /// The summaries of the chunks, each with the start of its chunk.
    pub summaries: Summaries,
    /// Whether the file has no diagnostics with any other files and settings.
    pub quiet: bool,
    /// The stamp of the analyzed text. Spans are valid for this text only.
    pub stamp: Stamp,
    /// Whether an open document hides the file, and only what is asked even then is kept of it.
    is_covered: bool,
}

/// A hash of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    len: usize,
    hash: u64,
}

impl Stamp {
    /// The stamp of a text in pieces. It does not depend on the cuts.
    pub fn of<'a>(pieces: impl Iterator<Item = &'a str>) -> Self {
        let mut hasher = DefaultHasher::new();
        let mut len = 0;
        for piece in pieces {
            hasher.write(piece.as_bytes());
            len += piece.len();
        }
        Self { len, hash: hasher.finish() }
    }
}

impl IndexedFile {
    /// Collects the analysis of a document's chunks.
    pub fn of(document: &Document) -> Self {
        let chunks: Vec<_> = document.chunks().iter().map(|(start, chunk)| (start, &**chunk)).collect();
        let stamp = Stamp::of(document.text().pieces());
        Self::put_together(document.format().info(), &chunks, stamp)
    }

    /// Analyzes a text that will not be edited. Once an open document hides the file (`is_hidden`), the analysis is not
    /// needed.
    pub fn of_text(format: &dyn AnyFormat, text: &str, is_hidden: &(dyn Fn() -> bool + Sync)) -> Self {
        let Some(chunks) = Document::analyze_unless(format, text, is_hidden) else {
            return Self::put_together(format.info(), &[], Stamp::of(std::iter::once(""))).covered();
        };
        let mut start = 0;
        let chunks: Vec<_> = chunks
            .iter()
            .map(|chunk| {
                let here = start;
                start += chunk.len();
                (here, &**chunk)
            })
            .collect();
        Self::put_together(format.info(), &chunks, Stamp::of(std::iter::once(text)))
    }

    /// `chunks` are all chunks with their starts.
    fn put_together(format: &FormatInfo, chunks: &[(usize, &Chunk)], stamp: Stamp) -> Self {
        let is_marked = chunks.iter().any(|(_, chunk)| chunk.is_marked());
        let chunks: Vec<_> = chunks.iter().map(|(start, chunk)| (*start, chunk.analysis())).collect();
        let chunks = chunks.as_slice();
        let all = || chunks.iter().copied();
        // A stable sort: entries of one name stay in the order of the file.
        let mut definitions: Vec<_> = all()
            .flat_map(|(start, analysis)| analysis.definitions.iter().map(move |d| (start, d)))
            .collect();
        definitions.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
        let mut references: Vec<_> =
            all().flat_map(|(start, analysis)| analysis.references.iter().map(move |r| (start, r))).collect();
        references.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
        let links: Vec<_> = all()
            .flat_map(|(start, analysis)| analysis.links.iter().map(move |link| FileLink::of(link, start)))
            .collect();
        let summaries = all().filter_map(|(start, analysis)| Some((start, analysis.summary.clone()?)));
        Self {
            format: format.name,
            describes: format.describes,
            summaries: summaries.collect(),
            quiet: !is_marked && !repeats(&definitions) && !asks(&definitions, &references),
            stamp,
            is_covered: false,
            lists: FileLists::of(
                definitions.into_iter().map(|(start, d)| FileDefinition {
                    space: d.name.space,
                    text: &d.name.text,
                    span: d.span.shifted(start),
                    whole: d.whole.shifted(start),
                    global: d.global,
                }),
                references.into_iter().map(|(start, r)| FileReference {
                    space: r.name.space,
                    text: &r.name.text,
                    span: r.span.shifted(start),
                    target: (&r.target).into(),
                }),
                symbols(chunks).into_iter(),
                links.into_iter(),
            ),
        }
    }

    /// Whether only that is known of it which is asked even while an open document hides it.
    pub fn is_covered(&self) -> bool {
        self.is_covered
    }

    /// The length of the text, in bytes.
    pub fn text_len(&self) -> usize {
        self.stamp.len
    }

    /// Whether an open document saves much memory of it.
    pub(super) fn can_be_covered(&self) -> bool {
        !self.is_covered && self.stamp.len > LONG
    }

    /// What is kept of a long file while an open document hides it: the document itself answers everything else.
    pub(super) fn covered(&self) -> Self {
        Self {
            lists: FileLists::of([].into_iter(), [].into_iter(), [].into_iter(), self.links().iter()),
            summaries: Summaries::default(),
            is_covered: true,
            ..*self
        }
    }

    /// The definitions, sorted by name, then by position.
    pub fn definitions(&self) -> PackedList<'_, FileDefinition<'_>> {
        self.lists.definitions()
    }

    /// The references, sorted by name, then by position.
    pub fn references(&self) -> PackedList<'_, FileReference<'_>> {
        self.lists.references()
    }

    /// The symbols for workspace search, in the order of the file.
    pub fn symbols(&self) -> PackedList<'_, FileSymbol<'_>> {
        self.lists.symbols()
    }

    /// The links, in the order of the file.
    pub fn links(&self) -> PackedList<'_, FileLink<'_>> {
        self.lists.links()
    }

    /// The definitions of `name`, in the order of the file.
    pub fn definitions_of(&self, name: &Name) -> impl Iterator<Item = Defined> {
        let name = (name.space, &*name.text);
        let from = self.definitions().from(move |d| (d.space, d.text) < name);
        from.take_while(move |d| (d.space, d.text) == name).map(|d| Defined {
            span: d.span,
            whole: d.whole,
            global: d.global,
        })
    }

    /// The definitions of the names of a namespace that begin with a word, by name.
    pub(super) fn beginning<'a>(
        &'a self,
        space: &'static str,
        word: &'a str,
    ) -> impl Iterator<Item = FileDefinition<'a>> {
        let space = Space::from(space);
        let from = self.definitions().from(move |d| (d.space, d.text) < (space, word));
        let from = from.inspect(|_| work::add(1));
        from.take_while(move |d| d.space == space && d.text.starts_with(word))
    }

    /// The references to `name`, in the order of the file.
    pub fn references_of(&self, name: &Name) -> impl Iterator<Item = (Span, FileTarget<'_>)> {
        let name = (name.space, &*name.text);
        let from = self.references().from(move |r| (r.space, r.text) < name);
        from.take_while(move |r| (r.space, r.text) == name).map(|r| (r.span, r.target))
    }
}

/// Whether a unique name has several definitions. They are sorted by name.
fn repeats(definitions: &[(usize, &Definition)]) -> bool {
    definitions.windows(2).any(|two| match two {
        [(_, a), (_, b)] => a.name == b.name && (a.unique.is_some() || b.unique.is_some()),
        _ => false,
    })
}

/// Whether a file does not define a name that must be defined. The definitions are sorted by name.
fn asks(definitions: &[(usize, &Definition)], references: &[(usize, &Reference)]) -> bool {
    references
        .iter()
        .filter(|(_, r)| r.resolved.is_some() && !matches!(r.target, Target::Other(_)))
        .any(|(_, r)| definitions.binary_search_by(|(_, d)| d.name.cmp(&r.name)).is_err())
}

/// The global symbols, each with the name of its container.
fn symbols<'a>(chunks: &[(usize, &'a ChunkAnalysis)]) -> Vec<FileSymbol<'a>> {
    let mut found = Vec::new();
    let mut around: Vec<SymbolRef<'_>> = Vec::new();
    for (start, analysis) in chunks.iter().copied() {
        for symbol in analysis.symbols.iter() {
            while around.last().is_some_and(|a| a.depth >= symbol.depth) {
                around.pop();
            }
            if symbol.global {
                found.push(FileSymbol {
                    name: symbol.name,
                    detail: symbol.detail,
                    kind: symbol.kind,
                    span: symbol.selection.shifted(start),
                    container: around.last().map(|a| a.name),
                });
            }
            around.push(symbol);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy;

    /// Long enough to be several chunks.
    fn text() -> String {
        let filler = "filler line\n".repeat(200);
        format!("# One\n=b\n*a\n{filler}## Two\n?b\n{filler}*c\n+x/y.toy\n=b\n!b\n# Three\n*d\n")
    }

    #[test]
    fn spans_count_from_the_start_of_the_file() {
        let text = text();
        let document = toy::document(&text);
        assert!(document.chunks().len() > 1);
        let analysis = IndexedFile::of(&document);
        assert_eq!(analysis, IndexedFile::of_text(&**document.format(), &text, &|| false));
        let b = Name::new("id", "b");
        let definitions: Vec<_> = analysis.definitions_of(&b).collect();
        assert_eq!(definitions, document.definitions(&b));
        let references: Vec<_> = analysis.references_of(&b).collect();
        assert_eq!(references.len(), 2);
        assert_eq!((references[0].1, references[1].1), (FileTarget::File, FileTarget::Workspace));
        assert!(references.iter().all(|(span, _)| span.text(&text) == "b"));
        assert_eq!(analysis.links().iter().next().unwrap().span.text(&text), "x/y.toy");
        assert_eq!(analysis.definitions_of(&Name::new("id", "none")).count(), 0);
        assert_eq!(analysis.definitions_of(&Name::new("other", "b")).count(), 0);
    }

    #[test]
    fn symbols_know_what_is_around_them() {
        let text = text();
        let analysis = IndexedFile::of(&toy::document(&text));
        let lines: Vec<_> = analysis
            .symbols()
            .iter()
            .map(|s| format!("{} in {}", s.name, s.container.unwrap_or("-")))
            .collect();
        assert_eq!(lines, ["One in -", "a in One", "Two in One", "c in Two", "Three in -", "d in Three"]);
        assert_eq!(analysis.symbols().iter().nth(3).unwrap().span.text(&text), "c");
    }

    #[test]
    fn a_quiet_file_has_nothing_to_report() {
        let quiet = |text: &str| IndexedFile::of(&toy::document(text)).quiet;
        assert!(quiet("plain\n=a\n?a\n!a\n"));
        assert!(!quiet("=a\n=a\n"), "defined twice");
        assert!(!quiet("?a\n"), "not defined");
        assert!(!quiet("!a\n"), "another file may define it, or not");
        assert!(!quiet("?a@b.toy\n"), "another file must have it");
    }
}
