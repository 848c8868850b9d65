//! Adding and removing ids.

use std::collections::{HashMap, HashSet};

use agmark_syntax::transliteration;

use crate::ast::{Block, Kind, OwnedBlock, Runs};
use crate::document::{Document, NONE};
use crate::lexical::line::{Class, class};

impl Document<'_> {
    /// Adds an id to every heading, list, quote, fence and extension without one. Paragraphs, `@meta`, `@include` and
    /// `@ref` get none. Returns the new ids in order.
    pub fn add_ids(&mut self) -> Vec<String> {
        let mut names = Names::of(self);
        let mut added = Vec::new();
        for slot in self.slots() {
            let block = self.block(slot);
            if block.id().is_some() {
                continue;
            }
            let Some(id) = names.propose(block) else { continue };
            if self.rewrite(slot, |block| block.id = Some(id.clone())) {
                added.push(id);
            }
        }
        added
    }

    /// Removes every id with its hash. A block that would lose its attributes or be read as another block keeps its id.
    /// Returns these ids.
    pub fn strip_ids(&mut self) -> Vec<String> {
        let mut kept = Vec::new();
        for slot in self.slots() {
            let Some(id) = self.block(slot).id().map(str::to_owned) else { continue };
            let strip = |block: &mut OwnedBlock| (block.id, block.hash) = (None, None);
            if !self.rewrite(slot, strip) {
                kept.push(id);
            }
        }
        kept
    }

    /// The heading with this id and the blocks under it, up to the next heading that is not below it; `None` if it is
    /// not a heading.
    pub fn section(&self, id: &str) -> Option<Vec<Block<'_>>> {
        let Kind::Heading(level) = self.find(id)?.kind() else { return None };
        let below = |block: &Block<'_>| !matches!(block.kind(), Kind::Heading(other) if other <= level);
        let mut blocks = self.blocks_from(self.slot_of(id)?);
        let heading = blocks.next()?;
        Some(std::iter::once(heading).chain(blocks.take_while(below)).collect())
    }

    fn slots(&self) -> Vec<u32> {
        let next = |slot: &u32| Some(self.nodes[*slot as usize].next).filter(|slot| *slot != NONE);
        std::iter::successors(Some(self.first).filter(|slot| *slot != NONE), next).collect()
    }

    /// Changes a block if the result can be written.
    fn rewrite(&mut self, slot: u32, change: impl FnOnce(&mut OwnedBlock)) -> bool {
        let mut block = self.block(slot).to_owned();
        change(&mut block);
        self.put(slot, &block).is_ok()
    }
}

/// Finds ids that are not in use.
pub struct Names<'a> {
    /// Whether the document uses an id.
    in_use: Box<dyn Fn(&str) -> bool + 'a>,
    /// The ids that were proposed.
    proposed: HashSet<String>,
    /// How often a name was requested, so that finding the next number takes one step.
    wanted: HashMap<String, usize>,
}

/// The numbers that are tried one after another. Then the steps get longer, because a document can have tens of
/// thousands of numbered ids.
const TRIED: usize = 1000;

impl<'a> Names<'a> {
    pub fn of(document: &Document<'_>) -> Self {
        let taken: HashSet<String> =
            document.blocks().filter_map(|block| block.id().map(str::to_owned)).collect();
        Self::beside(move |id| taken.contains(id))
    }

    pub fn none() -> Self {
        Self::beside(|_| false)
    }

    /// Ids that are not `in_use`.
    pub fn beside(in_use: impl Fn(&str) -> bool + 'a) -> Self {
        Self { in_use: Box::new(in_use), proposed: HashSet::new(), wanted: HashMap::new() }
    }

    /// Proposes an id, unless it is in use.
    fn take(&mut self, id: &str) -> bool {
        !(self.in_use)(id) && self.proposed.insert(id.to_owned())
    }

    fn propose(&mut self, block: Block<'_>) -> Option<String> {
        match block.kind() {
            Kind::Heading(_) => {
                let title: String = block.runs().map(|run| run.text).collect();
                Some(self.of_title(block.tag(), &title))
            }
            Kind::Paragraph | Kind::Meta | Kind::Ref | Kind::Include | Kind::Comment => None,
            _ => Some(self.numbered(block.tag())),
        }
    }

    /// The slug of a heading's title; `h2-1`, `h2-2`, … if an id can contain no character of the title.
    pub fn of_title(&mut self, tag: &str, title: &str) -> String {
        match slug(title) {
            Some(slug) => self.unique(slug),
            None => self.numbered(tag),
        }
    }

    /// `name`, or `name-2` with the first number that is free.
    pub fn unique(&mut self, name: String) -> String {
        if self.take(&name) {
            return name;
        }
        self.next(&name, 2)
    }

    /// `name-1`, `name-2`, …
    pub fn numbered(&mut self, name: &str) -> String {
        self.next(name, 1)
    }

    fn next(&mut self, name: &str, first: usize) -> String {
        let mut number = *self.wanted.get(name).unwrap_or(&first);
        loop {
            let id = format!("{name}-{number}");
            if self.take(&id) {
                self.wanted.insert(name.to_owned(), number + 1);
                return id;
            }
            number += if number < TRIED { 1 } else { number / 2 };
        }
    }
}

/// An id for the block that starts with this line, as [`Document::add_ids`] adds it. Other blocks get a number. `None`
/// for a block that cannot have an id.
pub fn propose_source(line: &str, names: &mut Names<'_>) -> Option<String> {
    let Class::Block(tag) = class(line) else { return None };
    let title = line.get(1 + tag.len()..).unwrap_or("").trim();
    match Kind::of_tag(tag)? {
        Kind::Comment => None,
        Kind::Heading(_) => Some(names.of_title(tag, &plain(title))),
        _ => Some(names.numbered(tag)),
    }
}

/// A title as an identifier: lower-case letters and digits, separated by dashes, with `h-` before a digit. Ids are
/// ASCII: letters of other scripts are dropped unless the table has them. `None` if nothing is left.
pub fn slug(title: &str) -> Option<String> {
    let mut out = String::new();
    for c in title.chars() {
        if let Some(letters) = transliteration::ascii(c).or_else(|| transliteration::romanized(c)) {
            out.push_str(&letters);
        } else if transliteration::is_mark(c) {
            // A combining mark of the letter before it.
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    match out.bytes().next()? {
        b'a'..=b'z' => Some(out),
        _ => Some(format!("h-{out}")),
    }
}

/// The value of `desc=`; empty without one.
pub fn own_description(block: Block<'_>) -> String {
    block.attribute("desc").map(|description| description.to_string()).unwrap_or_default()
}

/// The subject of a block in one line: the value of `desc=`, or the title of a heading.
pub fn description(block: Block<'_>) -> String {
    if block.attribute("desc").is_some() {
        return own_description(block);
    }
    match block.kind() {
        Kind::Heading(_) => block.text().map(plain).unwrap_or_default(),
        _ => String::new(),
    }
}

/// Inline text without markup.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    for run in Runs::new(text) {
        if run.kind == crate::ast::RunKind::Ref {
            out.push('#');
        }
        out.push_str(run.text);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, serialize};

    #[test]
    fn slugs() {
        for (title, expected) in [
            ("Harbour rules", "harbour-rules"),
            ("  At night: *fog*! ", "at-night-fog"),
            ("2024", "h-2024"),
            ("Été 5", "ete-5"),
            ("Über 1", "ueber-1"),
            ("Straße nach Łódź", "strasse-nach-lodz"),
            ("e\u{301}tude", "etude"),
            ("Привет, мир", "privet-mir"),
            ("Объём 2", "obieem-2"),
            ("Αθήνα", "athina"),
            ("ANML の使い方", "anml"),
            ("東京 2024", "h-2024"),
        ] {
            assert_eq!(slug(title).as_deref(), Some(expected), "{title}");
        }
        for title in ["東京", "مرحبا", "***", ""] {
            assert_eq!(slug(title), None, "{title}");
        }
    }

    /// A heading without a letter that an id can contain is numbered by its level.
    #[test]
    fn titles_without_a_slug_are_numbered() {
        let mut document = parse("@h1 東京\n\n@h2 大阪\n\n@h2 京都\n\n@h2 B [#h2-2]\n").expect("good");
        assert_eq!(document.add_ids(), ["h1-1", "h2-1", "h2-3"]);
    }

    #[test]
    fn sections() {
        let text = "@h1 A [#a]\n\n@p x [#x]\n\n@h2 B [#b]\n\n@p y [#y]\n\n@h2 C [#c]\n\n@h1 D [#d]\n";
        let document = parse(text).expect("good");
        let ids = |id: &str| {
            let section = document.section(id)?;
            Some(section.iter().filter_map(|block| block.id()).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(ids("a").as_deref(), Some("a x b y c"));
        assert_eq!(ids("b").as_deref(), Some("b y"));
        assert_eq!(ids("d").as_deref(), Some("d"));
        assert_eq!(ids("x"), None);
    }

    #[test]
    fn ids_are_added_and_taken_away() {
        let text = "@meta a=1\n\n@h1 Tides\n\n@h2 Tides\n\n@p Text.\n\n@ul\n- a\n\n@ul [#ul-1]\n\n@ul\n\n@code\n~~~\nx\n~~~\n\n\
                    @x-note k=v\n\n@ref #tides\n";
        let mut document = parse(text).expect("good");
        assert_eq!(document.add_ids(), ["tides", "tides-2", "ul-2", "ul-3", "code-1", "x-note-1"]);
        assert!(document.add_ids().is_empty());
        assert_eq!(
            serialize(&document),
            "@meta a=1\n\n@h1 Tides [#tides]\n\n@h2 Tides [#tides-2]\n\n@p Text.\n\n@ul [#ul-2]\n- a\n\n@ul [#ul-1]\n\n\
             @ul [#ul-3]\n\n@code [#code-1]\n~~~\nx\n~~~\n\n@x-note k=v [#x-note-1]\n\n@ref #tides\n"
        );
        assert!(document.strip_ids().is_empty());
        assert_eq!(serialize(&document), text.replace(" [#ul-1]", ""));
    }

    #[test]
    fn what_needs_its_id_keeps_it() {
        let mut document = parse("@h1 A [#a k=v]\n\n@p ends [#like] [#p]\n\n@p x [#x:12]\n").expect("good");
        assert_eq!(document.strip_ids(), ["a", "p"]);
        assert_eq!(serialize(&document), "@h1 A [#a k=v]\n\n@p ends [#like] [#p]\n\n@p x\n");
    }
}
