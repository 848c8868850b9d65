//! Reads the blocks of an ordinary piece from its lines. The tree gives the same blocks, but parsing takes most of the
//! time of an analysis. A piece is ordinary if each line belongs to a block and no part of a header is malformed.

mod header;
mod inline_markup;

use std::ops::Range;

use agmark_syntax::Span;

use crate::lexical::kind::Kind;
use crate::lexical::line::{Class, SPACES, class, tildes};
use crate::lexical::markup::Scanner;
use crate::syntax::block::{Block, BlockKind, Fence, ListItem};

/// The blocks of a piece, in order; `None` if it is not ordinary.
pub fn blocks(text: &str) -> Option<Vec<Block>> {
    // The parser skips a byte order mark and replaces NUL.
    if text.starts_with('\u{feff}') || memchr::memchr(0, text.as_bytes()).is_some() {
        return None;
    }
    let mut lines = Lines { text, at: 0 };
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        match class(&text[line.clone()]) {
            Class::Blank => {}
            Class::Comment => blocks.push(Block::new(BlockKind::Comment, visible(text, line))),
            Class::Block(name) => blocks.push(block(text, line, name, &mut lines)?),
            Class::Fence(_) | Class::Item | Class::Quote | Class::Other => return None,
        }
    }
    Some(blocks)
}

/// The lines of a text, without their line feeds.
struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl Lines<'_> {
    fn next(&mut self) -> Option<Range<usize>> {
        let line = self.peek()?;
        self.at = line.end + 1;
        Some(line)
    }

    fn peek(&self) -> Option<Range<usize>> {
        let rest = self.text.as_bytes().get(self.at..).filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        Some(self.at..self.at + length)
    }
}

/// A line without white space at its end.
fn visible(text: &str, line: Range<usize>) -> Span {
    let length = text[line.clone()].trim_end_matches(SPACES).len();
    Span::new(line.start, line.start + length)
}

/// The block whose header is `line`, with the lines below that belong to it.
fn block(text: &str, line: Range<usize>, name: &str, lines: &mut Lines<'_>) -> Option<Block> {
    let kind = Kind::of_tag(name)?;
    let line = visible(text, line);
    let mut block = Block::new(block_kind(kind), line);
    block.tag.end += 1 + u32::try_from(name.len()).ok()?;
    block.header_end = block.tag.end as usize;
    if kind.is_inline() {
        header::inline(&mut block, text)?;
    } else {
        header::attributes(&mut block, text)?;
    }
    if kind.has_items() {
        let items = if kind == Kind::Quote { Class::Quote } else { Class::Item };
        while let Some(line) = lines.peek().filter(|line| class(&text[line.clone()]) == items) {
            lines.next();
            item(&mut block, visible(text, line), text);
        }
    } else if kind.may_take_fence() {
        fence(&mut block, text, lines)?;
    }
    Some(block)
}

fn block_kind(kind: Kind) -> BlockKind {
    match kind {
        Kind::Meta => BlockKind::Meta,
        Kind::Heading(_) => BlockKind::Heading,
        Kind::Paragraph => BlockKind::Paragraph,
        Kind::List | Kind::NumberedList => BlockKind::List,
        Kind::Quote => BlockKind::Quote,
        Kind::Code => BlockKind::Code,
        Kind::Raw => BlockKind::Raw,
        Kind::Table => BlockKind::Table,
        Kind::Ref => BlockKind::Ref,
        Kind::Include => BlockKind::Include,
        Kind::Extension => BlockKind::Extension,
        Kind::Comment => BlockKind::Comment,
    }
}

fn item(block: &mut Block, line: Span, text: &str) {
    let marker = line.start as usize + 1;
    let content = &text[marker..line.end as usize];
    let start = marker + content.len() - content.trim_start_matches(SPACES).len();
    let first = block.markup.len();
    let content = &text[start..line.end as usize];
    let mut scanner = Scanner::new(content);
    while let Some(token) = scanner.next() {
        block.markup.extend(inline_markup::of(token, start));
    }
    block
        .items
        .push(ListItem { text: Span::new(start, line.end as usize), markup: first..block.markup.len() });
    block.span.end = line.end;
}

/// Adds the fence below a header, if there is one.
fn fence(block: &mut Block, text: &str, lines: &mut Lines<'_>) -> Option<()> {
    let mut ahead = Lines { text, at: lines.at };
    let open = loop {
        let Some(line) = ahead.next() else { return Some(()) };
        match class(&text[line.clone()]) {
            Class::Blank => {}
            Class::Fence(_) => break visible(text, line),
            _ => return Some(()),
        }
    };
    let wanted = tildes(open.text(text));
    let start = ahead.at;
    loop {
        let line = ahead.next()?;
        if tildes(&text[line.clone()]) != wanted {
            continue;
        }
        // The line feed before the closing line does not belong to the body, nor does a carriage return before it.
        let mut body = None;
        if line.start > start {
            let lines = &text[start..line.start - 1];
            let lines = lines.strip_suffix('\r').unwrap_or(lines);
            if lines.is_empty() {
                return None;
            }
            body = Some(Span::new(start, start + lines.len()));
        }
        let close = visible(text, line);
        block.fence = Some(Fence { open, body, close: Some(close) });
        block.span.end = close.end;
        lines.at = ahead.at;
        return Some(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDINARY: &str = "\
@meta title=\"Tides\" draft=true

@! a note
@h1 Tides *now* [#tides:12ab level=2 note=\"a b\"]
@p See @ref #gear. [#intro]
@ul [#gear]
- ropes
- `fenders`

@quote by=\"a\"
> They turn.
@code lang=sh

~~~~
~~~
bake
~~~~
@table [#t]
~~~
| a |
~~~
@x-note k=v
@ref #tides
@include path=more.agd
";

    #[test]
    fn ordinary_text_needs_no_tree() {
        let blocks = blocks(ORDINARY).expect("all of it is ordinary");
        assert_eq!(blocks.len(), 11);
        assert!(super::blocks(&ORDINARY.replace('\n', "\r\n")).is_some());
    }

    #[test]
    fn malformed_text_needs_a_tree() {
        for text in [
            "text\n",
            " @p a\n",
            "- a\n",
            "@ul\n\n- a\n",
            "~~~\n",
            "@code\n~~~\n",
            "@code\n~~~\n\n~~~\n",
            "@lst\n",
            "@p a [#b\n@p c [#1]\n",
            "@ul a\n",
            "@ul k=\n",
            "@ul k=\"a\n",
            "@ul k=\"a\\\"\"\n",
            "@ref #1\n",
            "@p a [#b:123456789]\n",
            "@p a\0b\n",
            "\u{feff}@p a\n",
        ] {
            assert!(blocks(text).is_none(), "{text:?}");
        }
    }
}
