//! The part of a file's analysis that other files need.

use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use agmark_syntax::document::Defined;
use agmark_syntax::{
    Analysis, AnyFormat, Chunk, Definition, Document, FormatInfo, Link, Name, Reference, Span, Summaries,
    SymbolKind, Target, work,
};

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
    /// Sorted by name, then by position.
    pub definitions: Vec<Definition>,
    /// Sorted by name, then by position.
    pub references: Vec<Reference>,
    /// The symbols for workspace search, in the order of the file.
    pub symbols: Vec<FileSymbol>,
    /// In the order of the file.
    pub links: Vec<Link>,
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

/// A symbol of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSymbol {
    pub name: Box<str>,
    pub detail: Box<str>,
    pub kind: SymbolKind,
    /// The part that a jump selects.
    pub span: Span,
    /// The name of the containing symbol.
    pub container: Option<Arc<str>>,
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
        let quiet = !chunks.iter().any(|(_, chunk)| chunk.is_marked());
        let chunks: Vec<_> = chunks.iter().map(|(start, chunk)| (*start, chunk.analysis())).collect();
        let chunks = chunks.as_slice();
        let count = |of: fn(&Analysis) -> usize| chunks.iter().map(|(_, analysis)| of(analysis)).sum();
        let globals = count(|f| f.symbols.iter().filter(|s| s.global).count());
        let summaries =
            chunks.iter().filter_map(|(start, analysis)| Some((*start, analysis.summary.clone()?)));
        // Tens of thousands of these may be in memory, so lists have exact capacity.
        let mut all = Self {
            format: format.name,
            describes: format.describes,
            definitions: Vec::with_capacity(count(|f| f.definitions.len())),
            references: Vec::with_capacity(count(|f| f.references.len())),
            symbols: Vec::with_capacity(globals),
            links: Vec::with_capacity(count(|f| f.links.len())),
            summaries: summaries.collect(),
            quiet,
            stamp,
            is_covered: false,
        };
        for (start, analysis) in chunks.iter().copied() {
            all.definitions.extend(analysis.definitions.iter().map(|d| Definition {
                span: d.span.shifted(start),
                whole: d.whole.shifted(start),
                ..d.clone()
            }));
            all.references.extend(
                analysis.references.iter().map(|r| Reference { span: r.span.shifted(start), ..r.clone() }),
            );
            all.links
                .extend(analysis.links.iter().map(|l| Link { span: l.span.shifted(start), ..l.clone() }));
        }
        if globals > 0 {
            add_symbols(chunks, &mut all.symbols);
        }
        // A stable sort: entries of one name stay in the order of the file.
        all.definitions.sort_by(|a, b| a.name.cmp(&b.name));
        all.references.sort_by(|a, b| a.name.cmp(&b.name));
        all.quiet &= !all.repeats() && !all.asks();
        all
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
            definitions: Vec::new(),
            references: Vec::new(),
            symbols: Vec::new(),
            links: self.links.clone(),
            summaries: Summaries::default(),
            is_covered: true,
            ..*self
        }
    }

    /// Whether a unique name has several definitions.
    fn repeats(&self) -> bool {
        self.definitions.windows(2).any(|two| match two {
            [a, b] => a.name == b.name && (a.unique.is_some() || b.unique.is_some()),
            _ => false,
        })
    }

    /// Whether this file does not define a name that must be defined.
    fn asks(&self) -> bool {
        let checked = self.references.iter().filter(|r| r.resolved.is_some());
        checked
            .filter(|r| !matches!(r.target, Target::Other(_)))
            .any(|r| self.definitions_of(&r.name).next().is_none())
    }

    /// The definitions of `name`, in the order of the file.
    pub fn definitions_of(&self, name: &Name) -> impl Iterator<Item = Defined> {
        run(&self.definitions, name, |d| &d.name).iter().map(|d| Defined {
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
    ) -> impl Iterator<Item = &'a Definition> {
        let first = Name::new(space, word);
        let start = self.definitions.partition_point(|d| d.name < first);
        let from = self.definitions[start..].iter().inspect(|_| work::add(1));
        from.take_while(move |d| d.name.space == space && d.name.text.starts_with(word))
    }

    /// The references to `name`, in the order of the file.
    pub fn references_of(&self, name: &Name) -> impl Iterator<Item = (Span, &Target)> {
        run(&self.references, name, |r| &r.name).iter().map(|r| (r.span, &r.target))
    }
}

/// The part of a list, sorted by name, with `name`.
fn run<'a, T>(sorted: &'a [T], name: &Name, of: impl Fn(&T) -> &Name) -> &'a [T] {
    let start = sorted.partition_point(|one| of(one) < name);
    let rest = sorted.get(start..).unwrap_or(&[]);
    let end = rest.partition_point(|one| of(one) == name);
    rest.get(..end).unwrap_or(&[])
}

/// Adds the global symbols, each with the name of its container.
fn add_symbols(chunks: &[(usize, &Analysis)], found: &mut Vec<FileSymbol>) {
    /// An open symbol. Its name is copied only if it contains a global symbol.
    struct Around<'a> {
        depth: u32,
        name: &'a str,
        shared: Option<Arc<str>>,
    }
    let mut around: Vec<Around<'_>> = Vec::new();
    for (start, analysis) in chunks.iter().copied() {
        for symbol in &analysis.symbols {
            while around.last().is_some_and(|a| a.depth >= symbol.depth) {
                around.pop();
            }
            if symbol.global {
                let container =
                    around.last_mut().map(|a| Arc::clone(a.shared.get_or_insert_with(|| Arc::from(a.name))));
                found.push(FileSymbol {
                    name: (&*symbol.name).into(),
                    detail: (&*symbol.detail).into(),
                    kind: symbol.kind,
                    span: symbol.selection.shifted(start),
                    container,
                });
            }
            around.push(Around { depth: symbol.depth, name: &symbol.name, shared: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use agmark_syntax::Target;

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
        assert_eq!((references[0].1, references[1].1), (&Target::File, &Target::Workspace));
        assert!(references.iter().all(|(span, _)| span.text(&text) == "b"));
        assert_eq!(analysis.links[0].span.text(&text), "x/y.toy");
        assert_eq!(analysis.definitions_of(&Name::new("id", "none")).count(), 0);
        assert_eq!(analysis.definitions_of(&Name::new("other", "b")).count(), 0);
    }

    #[test]
    fn symbols_know_what_is_around_them() {
        let text = text();
        let analysis = IndexedFile::of(&toy::document(&text));
        let lines: Vec<_> = analysis
            .symbols
            .iter()
            .map(|s| format!("{} in {}", s.name, s.container.as_deref().unwrap_or("-")))
            .collect();
        assert_eq!(lines, ["One in -", "a in One", "Two in One", "c in Two", "Three in -", "d in Three"]);
        assert_eq!(analysis.symbols[3].span.text(&text), "c");
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
