//! Documents as text.

use std::fmt::{self, Write};

use agmark_syntax::Ending;

use crate::ast::{Block, Kind};
use crate::document::{Document, NONE};
use crate::parser;

/// The document in canonical form. Parsing it gives an equal document, and serializing that gives the same bytes.
pub fn serialize(document: &Document<'_>) -> String {
    let mut text = String::with_capacity(document.expected_len());
    // Writing to a string cannot fail.
    let _ = canonical(document, &mut text);
    text
}

fn canonical(document: &Document<'_>, text: &mut String) -> fmt::Result {
    let mut out = Writer::new(document, text);
    let mut previous = None;
    let mut slot = document.first;
    while slot != NONE {
        let block = document.block(slot);
        if let Some(previous) = previous {
            let blank = blank_between(document, previous, slot);
            out.separate(previous, slot, if blank { "\n\n" } else { "\n" })?;
        }
        match block.span() {
            Some(span) if document.nodes[slot as usize].shape.tidy => out.source(span.start, span.end)?,
            _ => out.push(&block.canonical())?,
        }
        previous = Some(slot);
        slot = document.nodes[slot as usize].next;
    }
    out.finish(if previous.is_some() { "\n" } else { "" })
}

/// The document with its edits. Blocks without edits stay byte for byte. Edited blocks get the line ending of most
/// lines. A large document is written in few pieces that are not copied.
impl fmt::Display for Document<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == NONE {
            return if self.original == 0 { out.write_str(self.source) } else { Ok(()) };
        }
        let mut out = Writer::new(self, out).ending(Ending::of(self.source));
        if self.original > 0 {
            // Blank lines and a byte-order mark.
            out.source(0, self.nodes[0].start as usize)?;
        }
        self.copy(self.first, self.last, &mut out)?;
        if self.last + 1 == self.original {
            out.source(self.nodes[self.last as usize].line_end as usize, self.source.len())?;
            out.finish("")
        } else {
            out.finish("\n")
        }
    }
}

impl Document<'_> {
    /// The document with its edits as one text. [`Display`](fmt::Display) writes it without one.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.expected_len());
        // As above.
        let _ = write!(text, "{self}");
        text
    }

    fn expected_len(&self) -> usize {
        self.source.len() + self.source.len() / 32 + 64
    }

    /// Whether [`Document::to_text`] reads back as this document. Copied text was already read in the source. So each
    /// edited block is read again with its new neighbours.
    pub fn reads_back(&self) -> bool {
        let mut first = self.first;
        while first != NONE {
            let mut last = first;
            // Up to the last of the adjacent edited blocks.
            while let next = self.nodes[last as usize].next
                && next != NONE
                && (self.is_edited(last) || self.is_edited(next) || self.gap(last, next).is_none())
            {
                last = next;
            }
            if (first != last || self.is_edited(first)) && !self.part_reads_back(first, last) {
                return false;
            }
            first = self.nodes[last as usize].next;
        }
        true
    }

    fn is_edited(&self, slot: u32) -> bool {
        self.nodes[slot as usize].own.is_some()
    }

    /// Line endings have no meaning, so both sides are compared with LF.
    fn part_reads_back(&self, first: u32, last: u32) -> bool {
        let mut text = String::new();
        let mut out = Writer::new(self, &mut text);
        if self.copy(first, last, &mut out).is_err() || out.finish("\n").is_err() {
            return false;
        }
        let text = Ending::Lf.write(&text);
        let (mut slot, mut same) = (first, true);
        let read = parser::blocks(&text, |block| {
            same &= slot != NONE && self.is_this(slot, &block, &text);
            slot = if slot == last || !same { NONE } else { self.nodes[slot as usize].next };
            Ok(())
        });
        read.is_ok() && same && slot == NONE
    }

    /// Whether a block that was read from `text`, which has LF for all line endings, is the one in a slot.
    fn is_this(&self, slot: u32, block: &parser::blocks::ParsedBlock, text: &str) -> bool {
        let node = &self.nodes[slot as usize];
        let source = text.get(block.start..block.start + block.shape.end as usize);
        match &node.own {
            Some(own) => node.shape == block.shape && source == Some(&**own),
            // Only the text is compared: the shape counts the CRs that are removed here.
            None => source == Some(&*Ending::Lf.write(self.block(slot).source())),
        }
    }

    /// Copies the blocks from `first` to `last` and the text between them.
    fn copy<W: Write>(&self, first: u32, last: u32, out: &mut Writer<'_, W>) -> fmt::Result {
        let mut slot = first;
        loop {
            let node = &self.nodes[slot as usize];
            match &node.own {
                Some(own) => out.push(own)?,
                None => out.source(node.start as usize, node.line_end as usize)?,
            }
            if slot == last || node.next == NONE {
                return Ok(());
            }
            match self.gap(slot, node.next) {
                Some(_) => {
                    out.source(node.line_end as usize, self.nodes[node.next as usize].start as usize)?
                }
                None => out.push("\n\n")?,
            }
            slot = node.next;
        }
    }
}

/// Whether a blank line separates two blocks. Around a comment, it stays as it was.
fn blank_between(document: &Document<'_>, earlier: u32, later: u32) -> bool {
    let is_comment = |block: Block<'_>| block.kind() == Kind::Comment;
    if !is_comment(document.block(earlier)) && !is_comment(document.block(later)) {
        return true;
    }
    document.gap(earlier, later).is_none_or(|gap| gap.bytes().filter(|b| *b == b'\n').count() > 1)
}

/// Writes pieces of the source and other text. Adjacent pieces are written as one.
struct Writer<'d, W> {
    document: &'d Document<'d>,
    out: &'d mut W,
    /// The line ending of text that does not come from the source.
    ending: Ending,
    /// The range of the source to copy next.
    from: usize,
    to: usize,
}

impl<'d, W: Write> Writer<'d, W> {
    fn new(document: &'d Document<'d>, out: &'d mut W) -> Self {
        Self { document, out, ending: Ending::Lf, from: 0, to: 0 }
    }

    /// Sets the line ending of text that does not come from the source.
    fn ending(self, ending: Ending) -> Self {
        Self { ending, ..self }
    }

    fn source(&mut self, from: usize, to: usize) -> fmt::Result {
        if from != self.to {
            self.copy()?;
            self.from = from;
        }
        self.to = to;
        Ok(())
    }

    fn push(&mut self, text: &str) -> fmt::Result {
        self.copy()?;
        self.out.write_str(&self.ending.write(text))
    }

    /// Writes a separator, which is usually the text in the source.
    fn separate(&mut self, earlier: u32, later: u32, text: &str) -> fmt::Result {
        let at = self.document.nodes[earlier as usize].line_end as usize;
        if self.to == at && self.document.gap(earlier, later) == Some(text) {
            self.to += text.len();
            return Ok(());
        }
        self.push(text)
    }

    fn copy(&mut self) -> fmt::Result {
        let piece = &self.document.source[self.from..self.to];
        self.from = self.to;
        self.out.write_str(piece)
    }

    fn finish(mut self, end: &str) -> fmt::Result {
        self.push(end)
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    #[test]
    fn what_would_read_back_as_something_else_is_seen() {
        let text = "@p a [#a]\n\n@p b [#b]\n\n@p c [#c]\n";
        for (own, good) in
            [("@p b [#b]", true), ("@p b [#b]\n- stray", false), ("@p b [#b]\n\n@p d", false), ("", false)]
        {
            let mut document = parse(text).expect("good");
            // No edit does this.
            document.nodes[1].own = Some(own.into());
            assert_eq!(document.reads_back(), good, "{own}");
        }
        let mut document = parse("@code [#a]\n~~~\nx\n~~~\n\n@p b\n").expect("good");
        document.nodes[0].own = Some("@code [#a]\n~~~~\nx\n~~~".into());
        assert!(!document.reads_back());
        assert!(parse("").expect("good").reads_back());
    }
}
