//! Lists of entries that differ in length, in one list of bytes.
//!
//! A text that may come again is written once and then named by its place. A list has the number of its entries and the
//! place of each sixteenth one, so that a search reads few of them.

use std::marker::PhantomData;

use agmark_syntax::packed::{PackedReader, PackedWriter};
use rustc_hash::FxHashMap;

/// The number of entries between two whose place is stored.
const GROUP: usize = 16;

/// What is written to and read from the bytes of a list.
pub trait Entry<'a>: Copy {
    fn write(&self, writer: &mut Writer);
    /// Reads what [`Self::write`] wrote. From other bytes it reads anything.
    fn read(reader: &mut PackedReader<'a>) -> Self;
}

/// Writes lists.
#[derive(Default)]
pub struct Writer {
    pub out: PackedWriter,
    /// Where the entries of the list start.
    start: usize,
    /// The places of the texts of the list that may come again.
    texts: FxHashMap<Box<str>, u32>,
}

impl Writer {
    pub fn list<'a, T: Entry<'a>>(&mut self, entries: impl ExactSizeIterator<Item = T>) {
        self.out.number(as_u32(entries.len()));
        let places = self.out.bytes.len();
        self.out.bytes.resize(places + 4 * groups(entries.len()), 0);
        self.start = self.out.bytes.len();
        self.texts.clear();
        for (index, entry) in entries.enumerate() {
            if let Some(group) = (index / GROUP).checked_sub(1).filter(|_| index % GROUP == 0) {
                let place = as_u32(self.out.bytes.len() - self.start);
                self.out.bytes[places + 4 * group..places + 4 * group + 4]
                    .copy_from_slice(&place.to_le_bytes());
            }
            entry.write(self);
        }
    }

    /// The number of bytes.
    pub fn len(&self) -> u32 {
        as_u32(self.out.bytes.len())
    }

    pub fn finish(self) -> Box<[u8]> {
        self.out.bytes.into()
    }

    /// A text that may be in other entries of the list too.
    pub fn repeated_text(&mut self, text: &str) {
        if let Some(place) = self.texts.get(text) {
            // Number 0 is for a text that follows.
            return self.out.number(place + 1);
        }
        self.out.number(0);
        let place = as_u32(self.out.bytes.len() - self.start);
        self.out.text(text);
        // For a shorter text, the place would not take fewer bytes.
        if text.len() > 3 {
            self.texts.insert(text.into(), place);
        }
    }
}

/// Reads a text that [`Writer::repeated_text`] wrote.
pub(super) fn repeated_text<'a>(reader: &mut PackedReader<'a>) -> &'a str {
    match reader.number() {
        0 => reader.text(),
        place => reader.elsewhere(place as usize - 1).text(),
    }
}

/// A list of entries.
#[derive(Clone, Copy)]
pub struct PackedList<'a, T> {
    count: usize,
    /// The place of each sixteenth entry but the first, as `u32` in little-endian order.
    places: &'a [u8],
    bytes: &'a [u8],
    entry: PhantomData<T>,
}

impl<'a, T: Entry<'a>> PackedList<'a, T> {
    /// A list that [`Writer::list`] wrote.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut reader = PackedReader::new(bytes, 0);
        let count = reader.number() as usize;
        let (places, bytes) = reader.rest().split_at_checked(4 * groups(count)).unwrap_or_default();
        Self { count, places, bytes, entry: PhantomData }
    }

    pub fn len(self) -> usize {
        self.count
    }

    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    pub fn iter(self) -> impl ExactSizeIterator<Item = T> + use<'a, T> {
        self.after(0)
    }

    /// The entries from the first one that is not `before`. All those that are `before` come first.
    pub fn from(self, before: impl Fn(&T) -> bool) -> impl Iterator<Item = T> {
        self.after(self.group(&before)).skip_while(move |entry| before(entry))
    }

    /// The last entry that is `before`. All those that are come first.
    pub fn last(self, before: impl Fn(&T) -> bool) -> Option<T> {
        self.after(self.group(&before)).take_while(before).last()
    }

    /// The group with the first entry that is not `before`, or the one that ends before it.
    fn group(self, before: impl Fn(&T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.places.len() / 4);
        while low < high {
            let middle = (low + high) / 2;
            if self.after(middle + 1).next().is_some_and(|entry| before(&entry)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The entries of a group and those after it.
    fn after(self, group: usize) -> Iter<'a, T> {
        let place = group.checked_sub(1).and_then(|index| self.places.get(4 * index..4 * index + 4));
        let at = place
            .and_then(|bytes| bytes.try_into().ok())
            .map_or(0, |bytes| u32::from_le_bytes(bytes) as usize);
        let left = self.count.saturating_sub(group * GROUP);
        Iter { reader: PackedReader::new(self.bytes, at), left, entry: PhantomData }
    }
}

struct Iter<'a, T> {
    reader: PackedReader<'a>,
    left: usize,
    entry: PhantomData<T>,
}

impl<'a, T: Entry<'a>> Iterator for Iter<'a, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        Some(T::read(&mut self.reader))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<'a, T: Entry<'a>> ExactSizeIterator for Iter<'a, T> {}

/// How many entries of a list have their place stored.
fn groups(count: usize) -> usize {
    count.saturating_sub(1) / GROUP
}

/// Files for the index are smaller than 4 GB.
fn as_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
