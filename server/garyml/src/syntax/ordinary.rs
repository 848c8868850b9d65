//! Reads the lines of an ordinary piece. The tree gives the same lines, but parsing takes most of the time of an analysis.
//! A piece is ordinary if it has no loose text, no list, no comment after other text, and nothing malformed.

mod simple_value;

use agmark_syntax::Span;

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::line_class::{BLANKS, HeaderLine, IndentedLine, LastHeader, LineClass, QUOTES, word};
use crate::syntax::line_item::{BlockParts, ItemParts};
use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};

/// A line or block with its parts.
pub type OrdinaryItem<'a> = (SyntaxNode<'a>, ItemParts<'a>);

/// The lines and blocks of a piece, in order; `None` if it is not ordinary.
pub fn items(text: &str) -> Option<Vec<OrdinaryItem<'_>>> {
    if text.starts_with('\u{feff}') || text.contains(['\r', '\0']) {
        return None;
    }
    let mut reader = Reader { lines: Lines { text, at: 0 }, last: None, items: Vec::new() };
    while let Some(line) = reader.lines.next() {
        if !line.indented.is_blank() {
            reader.read(&line)?;
        }
    }
    Some(reader.items)
}

/// A line with its position.
struct Line<'a> {
    start: usize,
    indented: IndentedLine<'a>,
    /// The text after the indent, without blanks at its end.
    visible: &'a str,
    /// Where that starts.
    at: usize,
}

/// The lines of a text.
struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<Line<'a>> {
        let start = self.at;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let line = rest.split_inclusive('\n').next()?;
        self.at += line.len();
        let line = line.strip_suffix('\n').unwrap_or(line);
        let indented = IndentedLine::new(line);
        let at = start + line.len() - indented.rest.len();
        Some(Line { start, indented, visible: indented.rest.trim_end_matches(BLANKS), at })
    }
}

struct Reader<'a> {
    lines: Lines<'a>,
    last: Option<LastHeader>,
    items: Vec<OrdinaryItem<'a>>,
}

impl<'a> Reader<'a> {
    /// Reads a line that is not blank, and the rest of the block that starts there.
    fn read(&mut self, line: &Line<'a>) -> Option<()> {
        if line.indented.indent.tabs {
            return None;
        }
        let indent = (line.at > line.start).then(|| Span::new(line.start, line.at));
        let mut parts = ItemParts { indent, ..ItemParts::default() };
        let end = line.at + line.visible.len();
        let kind = match line.indented.class(self.last) {
            LineClass::Comment => {
                parts.comment = Some(Span::new(line.at, end));
                SyntaxKind::CommentLine
            }
            LineClass::Header(header) => self.header(line, &header, &mut parts)?,
            LineClass::Parameter { opens: false } => {
                parameter(line, &mut parts)?;
                SyntaxKind::Parameter
            }
            LineClass::Content { opens: false } => {
                parts.value = Some(simple_value::string(line.visible, line.at)?);
                SyntaxKind::Content
            }
            LineClass::Content { opens: true } => {
                self.text_block(line, &mut parts)?;
                SyntaxKind::Content
            }
            LineClass::Fence { length, endless } => {
                self.code_block(line, length, endless, &mut parts)?;
                SyntaxKind::CodeBlock
            }
            LineClass::Blank | LineClass::Parameter { .. } | LineClass::Other => return None,
        };
        let inside = parts.block.filter(|_| kind == SyntaxKind::CodeBlock).and_then(|block| block.inside);
        let node = SyntaxNode::without_tree(kind, Span::new(line.start, self.lines.at), inside);
        self.items.push((node, parts));
        Some(())
    }

    fn header(
        &mut self,
        line: &Line<'a>,
        header: &HeaderLine<'a>,
        parts: &mut ItemParts<'a>,
    ) -> Option<SyntaxKind> {
        if header.opens || header.malformed {
            return None;
        }
        let name_end = line.at + 1 + header.name.len();
        parts.name = Some(Span::new(line.at, name_end));
        let tail = line.visible.get(1 + header.name.len()..)?;
        if let Some(value) = tail.strip_prefix(':') {
            parts.colon = true;
            parts.value = simple_value::rest_of_line(value, name_end + 1)?;
        } else {
            parts.parameters = simple_value::parameters(tail, name_end)?;
        }
        let kind = HeaderKind::of(header.name);
        self.last = Some(LastHeader { indent: line.indented.indent.width, kind, begun: false });
        Some(if kind == HeaderKind::Command { SyntaxKind::Command } else { SyntaxKind::Directive })
    }

    /// The rightmost indent at which a directive ends a block that begins on a line.
    fn limit(&self, line: &Line<'_>) -> u32 {
        let indent = line.indented.indent.width;
        self.last.map_or(indent, |last| last.indent.min(indent))
    }

    fn text_block(&mut self, opener: &Line<'a>, parts: &mut ItemParts<'a>) -> Option<()> {
        if opener.visible != QUOTES {
            return None;
        }
        let first = self.lines.at;
        let closer = self.closer(self.limit(opener), |line| {
            match line.visible.strip_prefix(QUOTES) {
                Some("") => Some(true),
                // Only a closer on a line without other text is ordinary.
                None if !line.visible.contains(QUOTES) => Some(false),
                _ => None,
            }
        })?;
        let block = block(opener, QUOTES.len(), first, closer);
        let span = Span { start: block.opener?.start, end: closer.end };
        parts.value = Some(SyntaxNode::without_tree(SyntaxKind::TextBlock, span, block.inside));
        parts.block = Some(block);
        Some(())
    }

    fn code_block(
        &mut self,
        opener: &Line<'a>,
        length: usize,
        endless: bool,
        parts: &mut ItemParts<'a>,
    ) -> Option<()> {
        let info = opener.visible.get(length..)?;
        let language = info.trim_start_matches(BLANKS);
        if language.contains(BLANKS) {
            return None;
        }
        let first = self.lines.at;
        let limit = if endless { None } else { Some(self.limit(opener)) };
        let closer = self.closer_within(limit, |line| Some(line.indented.closes(length)))?;
        let start = opener.at + length + info.len() - language.len();
        let language = (!language.is_empty()).then(|| Span::new(start, start + language.len()));
        parts.block = Some(BlockParts { language, ..block(opener, length, first, closer) });
        Some(())
    }

    fn closer(&mut self, limit: u32, closes: impl Fn(&Line<'a>) -> Option<bool>) -> Option<Span> {
        self.closer_within(Some(limit), closes)
    }

    /// Passes the lines of a block. Returns its closer with the indent before; `None` if it is not closed before a
    /// directive at or left of `limit`, or if `closes` returns `None`.
    fn closer_within(
        &mut self,
        limit: Option<u32>,
        closes: impl Fn(&Line<'a>) -> Option<bool>,
    ) -> Option<Span> {
        loop {
            let line = self.lines.next()?;
            if closes(&line)? {
                return Some(Span::new(line.start, line.at + line.visible.len()));
            }
            let is_left = limit.is_some_and(|limit| line.indented.indent.width <= limit);
            if is_left && line.indented.is_directive() {
                return None;
            }
        }
    }
}

/// The parts of a block whose opener has `length` characters and whose content starts at `first`.
fn block(opener: &Line<'_>, length: usize, first: usize, closer: Span) -> BlockParts {
    let end = closer.start as usize;
    BlockParts {
        opener: Some(Span::new(opener.at, opener.at + length)),
        language: None,
        inside: (end > first).then(|| Span::new(first, end - 1)),
        closer: Some(closer),
    }
}

fn parameter<'a>(line: &Line<'a>, parts: &mut ItemParts<'a>) -> Option<()> {
    let key = word(line.visible);
    parts.key = Some(Span::new(line.at, line.at + key.len()));
    let after = line.visible.get(key.len()..)?;
    let colon = after.find(':')?;
    parts.colon = true;
    let value = after.get(colon + 1..)?;
    parts.value = simple_value::rest_of_line(value, line.at + key.len() + colon + 1)?;
    Some(())
}
