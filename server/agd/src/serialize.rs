//! Documents as text.

use crate::ast::{Block, Kind};
use crate::document::{Document, NONE};

/// The document in canonical form. Parsing it gives the same document, and serialising that the same bytes.
pub fn serialize(document: &Document<'_>) -> String {
    let mut out = Writer::new(document);
    let mut previous = None;
    let mut slot = document.first;
    while slot != NONE {
        let block = document.block(slot);
        if let Some(previous) = previous {
            out.separate(previous, slot, if blank_between(document, previous, slot) { "\n\n" } else { "\n" });
        }
        match block.span() {
            Some(span) if document.nodes[slot as usize].shape.tidy => out.source(span.start, span.end),
            _ => out.push(&block.canonical()),
        }
        previous = Some(slot);
        slot = document.nodes[slot as usize].next;
    }
    out.finish(if previous.is_some() { "\n" } else { "" })
}

impl Document<'_> {
    /// The document with its edits: what no edit has touched is as it was, byte for byte.
    pub fn to_text(&self) -> String {
        let mut out = Writer::new(self);
        let mut previous = None;
        let mut slot = self.first;
        while slot != NONE {
            let node = &self.nodes[slot as usize];
            match previous {
                Some(previous) => match self.gap(previous, slot) {
                    Some(_) => {
                        out.source(self.nodes[previous as usize].line_end as usize, node.start as usize)
                    }
                    None => out.push("\n\n"),
                },
                // Blank lines and a byte-order mark.
                None if slot == 0 => out.source(0, node.start as usize),
                None => {}
            }
            match &node.own {
                Some(own) => out.push(own),
                None => out.source(node.start as usize, node.line_end as usize),
            }
            previous = Some(slot);
            slot = node.next;
        }
        match previous {
            Some(last) if last + 1 == self.original => {
                out.source(self.nodes[last as usize].line_end as usize, self.source.len());
                out.finish("")
            }
            Some(_) => out.finish("\n"),
            None if self.original == 0 => self.source.to_owned(),
            None => String::new(),
        }
    }
}

/// Whether a blank line comes between two blocks. Around a comment there is none or one, as it was.
fn blank_between(document: &Document<'_>, earlier: u32, later: u32) -> bool {
    let is_comment = |block: Block<'_>| block.kind() == Kind::Comment;
    if !is_comment(document.block(earlier)) && !is_comment(document.block(later)) {
        return true;
    }
    document.gap(earlier, later).is_none_or(|gap| gap.bytes().filter(|b| *b == b'\n').count() > 1)
}

/// Puts a text together from pieces of the source, of which those that follow each other are copied as one, and others.
struct Writer<'d> {
    document: &'d Document<'d>,
    out: String,
    /// What is to be copied from the source next.
    from: usize,
    to: usize,
}

impl<'d> Writer<'d> {
    fn new(document: &'d Document<'d>) -> Self {
        let out = String::with_capacity(document.source.len() + document.source.len() / 32 + 64);
        Self { document, out, from: 0, to: 0 }
    }

    fn source(&mut self, from: usize, to: usize) {
        if from != self.to {
            self.copy();
            self.from = from;
        }
        self.to = to;
    }

    fn push(&mut self, text: &str) {
        self.copy();
        self.out.push_str(text);
    }

    /// A separator, which is very often what stands in the source.
    fn separate(&mut self, earlier: u32, later: u32, text: &str) {
        let at = self.document.nodes[earlier as usize].line_end as usize;
        if self.to == at && self.document.gap(earlier, later) == Some(text) {
            self.to += text.len();
        } else {
            self.push(text);
        }
    }

    fn copy(&mut self) {
        self.out.push_str(&self.document.source[self.from..self.to]);
        self.from = self.to;
    }

    fn finish(mut self, end: &str) -> String {
        self.push(end);
        self.out
    }
}
