//! What the index knows of a file, in few bytes: there may be a hundred thousand files.

use agmark_syntax::packed::PackedReader;
use agmark_syntax::{Link, LinkKind, Name, Space, Span, SymbolKind, Target};

use super::packed::{Entry, PackedList, Writer, repeated_text};

/// The names, symbols and links of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileLists {
    /// Four lists of entries.
    bytes: Box<[u8]>,
    /// Where the second, third and fourth list start.
    starts: [u32; 3],
}

impl FileLists {
    /// The definitions and references are sorted by name, the symbols and links by position.
    pub fn of<'a>(
        definitions: impl ExactSizeIterator<Item = FileDefinition<'a>>,
        references: impl ExactSizeIterator<Item = FileReference<'a>>,
        symbols: impl ExactSizeIterator<Item = FileSymbol<'a>>,
        links: impl ExactSizeIterator<Item = FileLink<'a>>,
    ) -> Self {
        let mut writer = Writer::default();
        writer.list(definitions);
        let second = writer.len();
        writer.list(references);
        let third = writer.len();
        writer.list(symbols);
        let fourth = writer.len();
        writer.list(links);
        Self { bytes: writer.finish(), starts: [second, third, fourth] }
    }

    /// Sorted by name, then by position.
    pub fn definitions(&self) -> PackedList<'_, FileDefinition<'_>> {
        self.list(0, self.starts[0])
    }

    /// Sorted by name, then by position.
    pub fn references(&self) -> PackedList<'_, FileReference<'_>> {
        self.list(self.starts[0], self.starts[1])
    }

    /// In the order of the file.
    pub fn symbols(&self) -> PackedList<'_, FileSymbol<'_>> {
        self.list(self.starts[1], self.starts[2])
    }

    /// In the order of the file.
    pub fn links(&self) -> PackedList<'_, FileLink<'_>> {
        self.list(self.starts[2], u32::MAX)
    }

    fn list<'a, T: Entry<'a>>(&'a self, start: u32, end: u32) -> PackedList<'a, T> {
        let end = self.bytes.len().min(end as usize);
        PackedList::new(self.bytes.get(start as usize..end).unwrap_or_default())
    }
}

/// A definition in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileDefinition<'a> {
    pub space: Space,
    pub text: &'a str,
    /// The name, which a rename replaces.
    pub span: Span,
    /// The defined element.
    pub whole: Span,
    /// Whether other files of the workspace see it.
    pub global: bool,
}

impl FileDefinition<'_> {
    pub fn name(&self) -> Name {
        Name::new(self.space, self.text)
    }
}

/// A use of a name in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileReference<'a> {
    pub space: Space,
    pub text: &'a str,
    /// The name, which a rename replaces.
    pub span: Span,
    pub target: FileTarget<'a>,
}

/// Where a reference looks for its definition: see [`Target`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileTarget<'a> {
    File,
    IfDefined,
    Workspace,
    /// In another file: its path as written.
    Other(&'a str),
}

impl<'a> From<&'a Target> for FileTarget<'a> {
    fn from(target: &'a Target) -> Self {
        match target {
            Target::File => Self::File,
            Target::IfDefined => Self::IfDefined,
            Target::Workspace => Self::Workspace,
            Target::Other(path) => Self::Other(path),
        }
    }
}

/// A symbol of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileSymbol<'a> {
    pub name: &'a str,
    pub detail: &'a str,
    pub kind: SymbolKind,
    /// The part that a jump selects.
    pub span: Span,
    /// The name of the containing symbol.
    pub container: Option<&'a str>,
}

/// A link of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLink<'a> {
    pub span: Span,
    pub kind: LinkKind,
    /// The target as written: see [`Link`].
    pub target: &'a str,
}

impl<'a> FileLink<'a> {
    /// A link of a chunk that starts at `start`.
    pub(super) fn of(link: &'a Link, start: usize) -> Self {
        Self { span: link.span.shifted(start), kind: link.kind, target: &link.target }
    }

    /// The path of the target as written, without a fragment (`#part`).
    pub fn path(&self) -> &'a str {
        Link::path_of(self.target)
    }
}

impl<'a> Entry<'a> for FileDefinition<'a> {
    fn write(&self, writer: &mut Writer) {
        writer.out.number(u32::from(self.space.number()) << 1 | u32::from(self.global));
        writer.out.text(self.text);
        writer.out.span(self.span, 0);
        writer.out.span(self.whole, self.span.start);
    }

    fn read(reader: &mut PackedReader<'a>) -> Self {
        let (first, text, span) = (reader.number(), reader.text(), reader.span(0));
        let whole = reader.span(span.start);
        Self { space: space(first >> 1), text, span, whole, global: first & 1 == 1 }
    }
}

impl<'a> Entry<'a> for FileReference<'a> {
    fn write(&self, writer: &mut Writer) {
        let target = match self.target {
            FileTarget::File => 0,
            FileTarget::IfDefined => 1,
            FileTarget::Workspace => 2,
            FileTarget::Other(_) => 3,
        };
        writer.out.number(u32::from(self.space.number()) << 2 | target);
        writer.out.text(self.text);
        writer.out.span(self.span, 0);
        if let FileTarget::Other(path) = self.target {
            writer.repeated_text(path);
        }
    }

    fn read(reader: &mut PackedReader<'a>) -> Self {
        let (first, text, span) = (reader.number(), reader.text(), reader.span(0));
        let target = match first & 3 {
            0 => FileTarget::File,
            1 => FileTarget::IfDefined,
            2 => FileTarget::Workspace,
            _ => FileTarget::Other(repeated_text(reader)),
        };
        Self { space: space(first >> 2), text, span, target }
    }
}

impl<'a> Entry<'a> for FileSymbol<'a> {
    fn write(&self, writer: &mut Writer) {
        writer.out.number((self.kind as u32) << 1 | u32::from(self.container.is_some()));
        writer.out.text(self.name);
        writer.out.text(self.detail);
        writer.out.span(self.span, 0);
        if let Some(container) = self.container {
            writer.repeated_text(container);
        }
    }

    fn read(reader: &mut PackedReader<'a>) -> Self {
        let first = reader.number();
        let (name, detail, span) = (reader.text(), reader.text(), reader.span(0));
        let kind = SymbolKind::ALL.get(first as usize >> 1).copied().unwrap_or(SymbolKind::File);
        let container = (first & 1 == 1).then(|| repeated_text(reader));
        Self { name, detail, kind, span, container }
    }
}

impl<'a> Entry<'a> for FileLink<'a> {
    fn write(&self, writer: &mut Writer) {
        writer.out.number(match self.kind {
            LinkKind::Address => 0,
            LinkKind::File => 1,
            LinkKind::Import => 2,
        });
        writer.repeated_text(self.target);
        writer.out.span(self.span, 0);
    }

    fn read(reader: &mut PackedReader<'a>) -> Self {
        let kind = match reader.number() {
            0 => LinkKind::Address,
            1 => LinkKind::File,
            _ => LinkKind::Import,
        };
        let target = repeated_text(reader);
        Self { kind, target, span: reader.span(0) }
    }
}

fn space(number: u32) -> Space {
    Space::of_number(u16::try_from(number).unwrap_or(u16::MAX))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug)]
    struct Row {
        words: [&'static str; 3],
        span: Span,
        whole: Span,
        kind: usize,
    }

    impl Row {
        fn definition(&self) -> FileDefinition<'_> {
            let (space, global) = (["id", "command"][self.kind % 2].into(), self.kind.is_multiple_of(3));
            FileDefinition { space, text: self.words[0], span: self.span, whole: self.whole, global }
        }

        fn reference(&self) -> FileReference<'_> {
            let other = FileTarget::Other(self.words[1]);
            let target =
                [FileTarget::File, FileTarget::IfDefined, FileTarget::Workspace, other][self.kind % 4];
            FileReference { space: "id".into(), text: self.words[0], span: self.span, target }
        }

        fn symbol(&self) -> FileSymbol<'_> {
            let [name, detail, container] = self.words;
            let container = Some(container).filter(|word| !word.is_empty());
            FileSymbol { name, detail, kind: SymbolKind::ALL[self.kind], span: self.span, container }
        }

        fn link(&self) -> FileLink<'_> {
            let kind = [LinkKind::Address, LinkKind::File, LinkKind::Import][self.kind % 3];
            FileLink { span: self.span, kind, target: self.words[2] }
        }
    }

    fn row() -> impl Strategy<Value = Row> {
        let word = || {
            prop::sample::select(vec![
                "",
                "a",
                "ü",
                "spelt",
                "../flour/rye.agd",
                "東京",
                "a long name of a heading",
            ])
        };
        let place = || prop_oneof![0..9u32, 0..70_000u32, any::<u32>()];
        let span = || (place(), place()).prop_map(|(a, b)| Span { start: a.min(b), end: a.max(b) });
        let words = (word(), word(), word()).prop_map(|(a, b, c)| [a, b, c]);
        (words, span(), span(), 0..SymbolKind::ALL.len()).prop_map(|(words, span, whole, kind)| Row {
            words,
            span,
            whole,
            kind,
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(mut all in prop::collection::vec(row(), 0..70), wanted in 0..7usize) {
            all.sort_by_key(|one| one.words[0]);
            let lists = FileLists::of(
                all.iter().map(Row::definition),
                all.iter().map(Row::reference),
                all.iter().map(Row::symbol),
                all.iter().map(Row::link),
            );
            prop_assert!(lists.definitions().iter().eq(all.iter().map(Row::definition)));
            prop_assert!(lists.references().iter().eq(all.iter().map(Row::reference)));
            prop_assert!(lists.symbols().iter().eq(all.iter().map(Row::symbol)));
            prop_assert!(lists.links().iter().eq(all.iter().map(Row::link)));
            prop_assert_eq!(lists.links().len(), all.len());
            prop_assert_eq!(lists.symbols().is_empty(), all.is_empty());
            // Searches find what a walk finds.
            let word = all.get(wanted).map_or("spelt", |one| one.words[0]);
            let walk = all.iter().map(Row::definition).skip_while(|one| one.text < word);
            prop_assert!(lists.definitions().from(|one| one.text < word).eq(walk));
            let last = all.iter().map(Row::symbol).take_while(|one| one.name < word).last();
            prop_assert_eq!(lists.symbols().last(|one| one.name < word), last);
        }
    }

    #[test]
    fn a_kind_has_its_number() {
        assert!(SymbolKind::ALL.iter().enumerate().all(|(number, kind)| *kind as usize == number));
    }

    #[test]
    fn a_search_reads_few_entries() {
        let texts: Vec<_> = (0..10_000).map(|number| format!("name{number:05}")).collect();
        let definition = |text| FileDefinition {
            space: "id".into(),
            text,
            span: Span::new(0, 9),
            whole: Span::new(0, 9),
            global: true,
        };
        let definitions = texts.iter().map(|text| definition(text));
        let lists = FileLists::of(definitions, [].into_iter(), [].into_iter(), [].into_iter());
        let read = std::cell::Cell::new(0);
        let before = |one: &FileDefinition<'_>| {
            read.set(read.get() + 1);
            one.text < "name07777"
        };
        assert_eq!(lists.definitions().from(before).next().map(|one| one.text), Some("name07777"));
        assert!(read.get() < 30, "{}", read.get());
    }

    #[test]
    fn a_text_that_comes_again_is_written_once() {
        let link =
            FileLink { span: Span::new(5, 30), kind: LinkKind::File, target: "../../flour/of/rye.agd" };
        let size = |count| {
            let links = std::iter::repeat_n(link, count);
            FileLists::of([].into_iter(), [].into_iter(), [].into_iter(), links).bytes.len()
        };
        assert!(size(11) - size(1) <= 10 * 5, "{} {}", size(1), size(11));
    }
}
