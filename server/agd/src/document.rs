//! A parsed document: its blocks in order, found by id in constant time.

pub mod graph;
pub mod ids;
pub mod index;
pub mod search;
pub mod serialize;
pub mod tokens;

use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::OnceLock;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::ast::Block;
use crate::lexical::line::is_name;
use crate::parser::{self, ErrorKind, Lines, ParseError, Shape};

/// No slot.
pub(crate) const NONE: u32 = u32::MAX;

/// A document. It borrows the text that it was parsed from and owns the blocks that edits write.
///
/// The blocks are a linked list: an edit changes the block that it names and at most two links, however long the
/// document is.
#[derive(Clone)]
pub struct Document<'a> {
    pub(crate) source: &'a str,
    /// A block of the source keeps its slot. Inserted blocks have later slots.
    pub(crate) nodes: Vec<Node>,
    /// The number of slots of the source.
    pub(crate) original: u32,
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// Slots of inserted blocks that are free again.
    free: Vec<u32>,
    len: usize,
    ids: HashTable<Entry>,
    hasher: DefaultHashBuilder,
    /// The starts of the lines of the source, computed at the first look-up.
    lines: OnceLock<Lines>,
    /// A buffer in which edits write blocks.
    pub(crate) scratch: String,
}

/// A registered id.
#[derive(Clone, Copy)]
struct Entry {
    slot: u32,
    /// Its position in the source, so that comparing it does not need the slot; [`NONE`] if an edit wrote it.
    at: u32,
}

/// A slot for a block.
#[derive(Clone)]
pub(crate) struct Node {
    pub shape: Shape,
    /// The start of the block of the source that is or was here.
    pub start: u32,
    /// The end of its last line, before the line ending.
    pub line_end: u32,
    pub previous: u32,
    pub next: u32,
    /// The text that an edit has written.
    pub own: Option<Box<str>>,
}

/// Parses a text with the strict parser.
///
/// # Errors
/// The first error, with line and column.
pub fn parse(source: &str) -> Result<Document<'_>, ParseError> {
    let mut document = Document {
        source,
        nodes: Vec::with_capacity(source.len() / 64 + 1),
        original: 0,
        first: NONE,
        last: NONE,
        free: Vec::new(),
        len: 0,
        ids: HashTable::with_capacity(source.len() / 256),
        hasher: DefaultHashBuilder::default(),
        lines: OnceLock::new(),
        scratch: String::new(),
    };
    parser::blocks(source, |block| {
        // A text that fits into 32 bits has fewer blocks than that.
        let slot = document.nodes.len() as u32;
        let has_id = !block.shape.id.is_empty();
        document.nodes.push(Node {
            shape: block.shape,
            start: block.start as u32,
            line_end: block.line_end as u32,
            previous: slot.checked_sub(1).unwrap_or(NONE),
            next: slot + 1,
            own: None,
        });
        if has_id && let Err(first) = document.register(slot) {
            return Err(document.duplicate(slot, first));
        }
        Ok(())
    })?;
    document.len = document.nodes.len();
    document.original = document.len as u32;
    if let Some(last) = document.nodes.last_mut() {
        last.next = NONE;
        document.first = 0;
        document.last = document.original - 1;
    }
    Ok(document)
}

impl<'a> Document<'a> {
    /// The text that was parsed.
    pub fn source(&self) -> &'a str {
        self.source
    }

    /// The number of blocks, with comments.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no block at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The blocks in order, with comments.
    pub fn blocks(&self) -> Blocks<'_> {
        Blocks { document: self, slot: self.first }
    }

    /// The blocks in order, from a slot on.
    pub(crate) fn blocks_from(&self, slot: u32) -> Blocks<'_> {
        Blocks { document: self, slot }
    }

    /// The block with this id, given without its `#`.
    pub fn find(&self, id: &str) -> Option<Block<'_>> {
        self.slot_of(id).map(|slot| self.block(slot))
    }

    /// The line of a block of the source, from 1; `None` for a block that an edit has written.
    pub fn line_of(&self, block: Block<'_>) -> Option<usize> {
        let lines = self.lines.get_or_init(|| Lines::of(self.source));
        block.span().map(|span| lines.number(span.start))
    }

    /// The number of bytes that it uses besides the borrowed text.
    pub fn heap_size(&self) -> usize {
        let own: usize = self.nodes.iter().filter_map(|node| node.own.as_ref()).map(|own| own.len()).sum();
        let slots = self.nodes.capacity() * size_of::<Node>() + self.free.capacity() * size_of::<u32>();
        slots + self.ids.allocation_size() + own + self.scratch.capacity()
    }

    pub(crate) fn block(&self, slot: u32) -> Block<'_> {
        let node = &self.nodes[slot as usize];
        match &node.own {
            Some(own) => Block::new(own, &node.shape, None),
            None => {
                let start = node.start as usize;
                let text = &self.source[start..start + node.shape.end as usize];
                Block::new(text, &node.shape, Some(start))
            }
        }
    }

    pub(crate) fn slot_of(&self, id: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(id);
        self.ids.find(hash, |entry| self.is_id(*entry, id)).map(|entry| entry.slot)
    }

    fn is_id(&self, entry: Entry, id: &str) -> bool {
        if entry.at == NONE {
            return self.id_of(entry.slot) == id;
        }
        let rest = &self.source.as_bytes()[entry.at as usize..];
        rest.starts_with(id.as_bytes()) && !rest.get(id.len()).copied().is_some_and(is_name)
    }

    /// Empty if it has none.
    fn id_of(&self, slot: u32) -> &str {
        let node = &self.nodes[slot as usize];
        let Range { start, end } = node.shape.id.clone();
        let text = match &node.own {
            Some(own) => own,
            None => &self.source[node.start as usize..],
        };
        &text[start as usize..end as usize]
    }

    /// Registers the id of a slot.
    ///
    /// # Errors
    /// The slot that has this id already.
    pub(crate) fn register(&mut self, slot: u32) -> Result<(), u32> {
        let id = self.id_of(slot);
        if id.is_empty() {
            return Ok(());
        }
        let hash = self.hasher.hash_one(id);
        if let Some(first) = self.ids.find(hash, |entry| self.is_id(*entry, id)) {
            return Err(first.slot);
        }
        let node = &self.nodes[slot as usize];
        let at = if node.own.is_none() { node.start + node.shape.id.start } else { NONE };
        let mut ids = std::mem::take(&mut self.ids);
        ids.insert_unique(hash, Entry { slot, at }, |other| self.hasher.hash_one(self.id_of(other.slot)));
        self.ids = ids;
        Ok(())
    }

    /// Removes the id of a slot from the table.
    pub(crate) fn unregister(&mut self, slot: u32) {
        let hash = self.hasher.hash_one(self.id_of(slot));
        if let Ok(entry) = self.ids.find_entry(hash, |entry| entry.slot == slot) {
            entry.remove();
        }
    }

    /// A slot outside of the list for a block that an edit has written.
    pub(crate) fn allocate(&mut self, shape: Shape, own: Box<str>) -> u32 {
        let node = Node { shape, start: 0, line_end: 0, previous: NONE, next: NONE, own: Some(own) };
        if let Some(slot) = self.free.pop() {
            self.nodes[slot as usize] = node;
            return slot;
        }
        let slot = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        self.nodes.push(node);
        slot
    }

    /// Frees a slot that is no longer in the list.
    pub(crate) fn release(&mut self, slot: u32) {
        self.nodes[slot as usize].own = None;
        // The text between two blocks of the source is found by their slots.
        if slot >= self.original {
            self.free.push(slot);
        }
    }

    /// Inserts a slot into the list before `next`, or at the end.
    pub(crate) fn link(&mut self, slot: u32, next: u32) {
        let previous = match next {
            NONE => std::mem::replace(&mut self.last, slot),
            next => std::mem::replace(&mut self.nodes[next as usize].previous, slot),
        };
        match previous {
            NONE => self.first = slot,
            previous => self.nodes[previous as usize].next = slot,
        }
        let node = &mut self.nodes[slot as usize];
        (node.previous, node.next) = (previous, next);
        self.len += 1;
    }

    /// Removes a slot from the list. Returns the slot after it.
    pub(crate) fn unlink(&mut self, slot: u32) -> u32 {
        let Node { previous, next, .. } = self.nodes[slot as usize];
        match previous {
            NONE => self.first = next,
            previous => self.nodes[previous as usize].next = next,
        }
        match next {
            NONE => self.last = previous,
            next => self.nodes[next as usize].previous = previous,
        }
        self.len -= 1;
        next
    }

    /// The text between two blocks that are neighbours in the source, from the end of the last line of the earlier one
    /// to the start of the other; `None` if they are not neighbours.
    pub(crate) fn gap(&self, earlier: u32, later: u32) -> Option<&'a str> {
        let neighbours = earlier.checked_add(1) == Some(later) && later < self.original;
        neighbours.then(|| {
            let (from, to) = (&self.nodes[earlier as usize], &self.nodes[later as usize]);
            &self.source[from.line_end as usize..to.start as usize]
        })
    }

    fn duplicate(&self, slot: u32, first: u32) -> ParseError {
        let start = |slot: u32| self.nodes[slot as usize].start as usize;
        let id = self.id_of(slot).to_owned();
        let offset = start(slot) + self.nodes[slot as usize].shape.id.start as usize - 1;
        let first = parser::line_of(self.source, start(first));
        ParseError::new(self.source, offset, ErrorKind::DuplicateId { id, first })
    }
}

/// The blocks of a document, in order.
#[derive(Clone)]
pub struct Blocks<'d> {
    document: &'d Document<'d>,
    slot: u32,
}

impl<'d> Iterator for Blocks<'d> {
    type Item = Block<'d>;

    fn next(&mut self) -> Option<Block<'d>> {
        if self.slot == NONE {
            return None;
        }
        let block = self.document.block(self.slot);
        self.slot = self.document.nodes[self.slot as usize].next;
        Some(block)
    }
}

impl std::fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.blocks()).finish()
    }
}

/// Two documents are equal if their blocks are.
impl PartialEq for Document<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.blocks().eq(other.blocks())
    }
}
