//! The symbols of a chunk, in few bytes: a large document has a hundred thousand, and they are read now and then.

use super::packed::{PackedReader, PackedWriter};
use crate::{Span, Symbol, SymbolKind};

/// The symbols of a chunk, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    bytes: Box<[u8]>,
    count: u32,
}

/// A [`Symbol`] of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolRef<'a> {
    pub name: &'a str,
    pub detail: &'a str,
    pub kind: SymbolKind,
    pub depth: u32,
    /// The whole element, as far as it is in this chunk.
    pub span: Span,
    /// The part of `span` that a jump selects.
    pub selection: Span,
    /// Whether the element extends to the next symbol of the same or a smaller depth.
    pub extends: bool,
    /// Whether a workspace search finds it.
    pub global: bool,
}

impl SymbolRef<'_> {
    pub fn to_symbol(self) -> Symbol {
        let Self { name, detail, kind, depth, span, selection, extends, global } = self;
        Symbol { name: name.into(), detail: detail.into(), kind, depth, span, selection, extends, global }
    }
}

impl Symbols {
    pub fn of(symbols: &[Symbol]) -> Self {
        let mut writer = PackedWriter::default();
        let mut before = 0;
        for symbol in symbols {
            let kind = u32::from(symbol.kind as u8);
            writer.number(kind << 2 | u32::from(symbol.extends) << 1 | u32::from(symbol.global));
            writer.number(symbol.depth);
            writer.text(&symbol.name);
            writer.text(&symbol.detail);
            writer.span(symbol.span, before);
            writer.span(symbol.selection, symbol.span.start);
            before = symbol.span.start;
        }
        let count = u32::try_from(symbols.len()).unwrap_or(u32::MAX);
        Self { bytes: writer.bytes.into(), count }
    }

    pub fn len(&self) -> usize {
        self.count as usize
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn first(&self) -> Option<SymbolRef<'_>> {
        self.iter().next()
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = SymbolRef<'_>> + Clone {
        let mut reader = PackedReader::new(&self.bytes, 0);
        let mut before = 0;
        (0..self.count).map(move |_| {
            let (first, depth) = (reader.number(), reader.number());
            let (name, detail, span) = (reader.text(), reader.text(), reader.span(before));
            let selection = reader.span(span.start);
            before = span.start;
            let kind = SymbolKind::ALL.get(first as usize >> 2).copied().unwrap_or(SymbolKind::File);
            let (extends, global) = (first & 2 != 0, first & 1 != 0);
            SymbolRef { name, detail, kind, depth, span, selection, extends, global }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let symbol = |number: u32| Symbol {
            name: ["", "flour", "größe"][number as usize % 3].into(),
            detail: ["東京", ""][number as usize % 2].into(),
            kind: SymbolKind::ALL[number as usize % SymbolKind::ALL.len()],
            depth: number / 3,
            span: Span { start: 1000 - 7 * number, end: 2000 + number },
            selection: Span { start: 990 + number, end: 3000 },
            extends: number.is_multiple_of(2),
            global: number.is_multiple_of(5),
        };
        let all: Vec<_> = (0..60).map(symbol).collect();
        let symbols = Symbols::of(&all);
        assert_eq!((symbols.len(), symbols.iter().len()), (60, 60));
        assert!(symbols.iter().map(SymbolRef::to_symbol).eq(all.iter().cloned()));
        assert_eq!(symbols.first().map(SymbolRef::to_symbol).as_ref(), all.first());
        assert!(Symbols::of(&[]) == Symbols::default() && Symbols::default().first().is_none());
        assert!(SymbolKind::ALL.iter().enumerate().all(|(number, kind)| *kind as usize == number));
    }
}
