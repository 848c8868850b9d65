//! The content of a block, a body or a line: its text without the common indent.

use agmark_syntax::{Span, without_ending};

use crate::syntax::line_class::{is_blank_line, trim_end};
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::Structure;

/// A line of content with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentLine<'a> {
    /// The start of its text in the piece.
    pub at: usize,
    /// Without its margin and its line ending.
    pub text: &'a str,
    /// The number of bytes of margin that were removed.
    pub margin: usize,
}

impl ContentLine<'_> {
    pub fn span(&self) -> Span {
        Span::new(self.at, self.at + self.text.len())
    }
}

/// The text of a text block, code block, body or loose line, without opener and closer. The indent of the opener or the
/// smallest indent of a line that is not blank, whichever is smaller, is removed from every line. Tabs stay. `None` for
/// an item without a block.
pub fn content(item: &LineItem<'_>, text: &str) -> Option<String> {
    let lines: Vec<&str> = lines(item, text)?.into_iter().map(|l| l.text).collect();
    let all = lines.join("\n");
    if item.is_text() { Some(trim_end(&all).to_owned()) } else { Some(all) }
}

/// The lines of [`content`] with their positions; `None` for an item without a block.
pub fn lines<'a>(item: &LineItem<'_>, text: &'a str) -> Option<Vec<ContentLine<'a>>> {
    match item.kind {
        ItemKind::Body | ItemKind::Text => {
            let own = text.get(item.range.clone())?;
            let own = own.strip_suffix('\n').unwrap_or(own);
            Some(without_returns(dedent(own, item.range.start, None), true))
        }
        _ => {
            let block = item.parts.block?;
            let opener = block.opener?;
            let Some(inside) = block.inside else { return Some(Vec::new()) };
            let indent = spaces(item.indent_span().text(text));
            let whole_lines = Span { start: opener.end, end: inside.start }.text(text).contains('\n');
            let from = if whole_lines { inside.start } else { opener.end } as usize;
            let opener = Opener { indent, whole_lines };
            let ended = text.get(inside.end as usize..).is_some_and(|rest| rest.starts_with('\n'));
            Some(without_returns(dedent(text.get(from..inside.end as usize)?, from, Some(opener)), ended))
        }
    }
}

/// The text of a header's first content: see [`header_lines`].
pub fn header_content(structure: &Structure<'_>, index: usize) -> Option<String> {
    let lines: Vec<&str> = header_lines(structure, index)?.into_iter().map(|l| l.text).collect();
    Some(lines.join("\n"))
}

/// The lines of the first content of a header with their positions: the lines of a block, or of all loose text with
/// only comments and blank lines between, which is one text. `None` without content, and for a string.
pub fn header_lines<'a>(structure: &Structure<'a>, index: usize) -> Option<Vec<ContentLine<'a>>> {
    let text = structure.text;
    let head = structure.headers.get(index).and_then(|h| structure.items.get(h.item));
    if let Some(head) = head.filter(|i| i.parts.value.is_some() && i.parts.block.is_some()) {
        return lines(head, text);
    }
    let mut all = Vec::new();
    let mut end = None;
    for item in structure.own_items(index) {
        let own = !item.stray && item.owner.and_then(|o| o.header) == Some(index);
        match (item.kind, end) {
            (ItemKind::Comment, _) => {}
            (ItemKind::Body | ItemKind::Text, _) if own => {
                all.extend(end.into_iter().flat_map(|end| blank_lines(text, end, item.range.start)));
                all.extend(lines(item, text).unwrap_or_default());
                if let Some(last) = all.last_mut() {
                    last.text = trim_end(last.text);
                }
                end = Some(item.range.end);
            }
            (ItemKind::Content | ItemKind::Code, None) if own => return lines(item, text),
            (_, None) => {}
            (_, Some(_)) => break,
        }
    }
    end.map(|_| all)
}

/// The blank lines between two offsets.
fn blank_lines(text: &str, from: usize, to: usize) -> impl Iterator<Item = ContentLine<'_>> {
    let mut next = from;
    let lines = text.get(from..to).unwrap_or("").split_inclusive('\n').map(move |line| {
        let at = next;
        next += line.len();
        (at, line)
    });
    lines.filter(|(_, line)| is_blank_line(line)).map(|(at, _)| ContentLine { at, text: "", margin: 0 })
}

/// Carriage returns before a line feed are a part of the line ending; `ended`: a line feed follows the last line.
fn without_returns(mut lines: Vec<ContentLine<'_>>, ended: bool) -> Vec<ContentLine<'_>> {
    let inner = lines.len().saturating_sub(usize::from(!ended));
    for line in lines.iter_mut().take(inner) {
        line.text = without_ending(line.text);
    }
    lines
}

/// The opener of a block.
struct Opener {
    /// In spaces.
    indent: usize,
    /// Whether the content begins on a separate line.
    whole_lines: bool,
}

/// Removes the common indent from all lines of a text at `at`. A body has no opener.
fn dedent(text: &str, at: usize, opener: Option<Opener>) -> Vec<ContentLine<'_>> {
    let whole = |i: usize| i > 0 || opener.as_ref().is_none_or(|o| o.whole_lines);
    let lines: Vec<&str> = text.split('\n').collect();
    let wholes = lines.iter().enumerate().filter(|(i, _)| whole(*i)).map(|(_, line)| *line);
    let margin = match &opener {
        Some(opener) => Margin::Spaces(common_spaces(wholes).unwrap_or(opener.indent).min(opener.indent)),
        None => common_indent(wholes),
    };
    let mut start = at;
    let mut out = Vec::with_capacity(lines.len());
    for (i, line) in lines.into_iter().enumerate() {
        let gone = if whole(i) { margin.of(line) } else { 0 };
        out.push(ContentLine { at: start + gone, text: line.get(gone..).unwrap_or(""), margin: gone });
        start += line.len() + 1;
    }
    out
}

/// The common indent of the lines of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin<'a> {
    Spaces(usize),
    /// Blanks with a tab, if every line has one.
    Blanks(&'a str),
}

impl Margin<'_> {
    /// The number of bytes of the margin of a line.
    pub fn of(self, line: &str) -> usize {
        match self {
            Self::Spaces(count) => spaces(line).min(count),
            Self::Blanks(blanks) if line.starts_with(blanks) => blanks.len(),
            Self::Blanks(_) => 0,
        }
    }
}

/// The margin of loose text. Tabs are an error there: lines with tabs count only if all lines have tabs.
pub fn common_indent<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Margin<'a> {
    let visible = lines.filter(|l| !is_blank_line(l));
    let clean = visible.clone().filter(|l| !blanks(l).contains('\t'));
    if let Some(count) = common_spaces(clean) {
        return Margin::Spaces(count);
    }
    let common = |a: &'a str, b: &'a str| {
        let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
        a.get(..same).unwrap_or("")
    };
    Margin::Blanks(visible.map(blanks).reduce(common).unwrap_or(""))
}

/// The least number of spaces that the lines begin with; blank lines do not count.
pub fn common_spaces<'a>(lines: impl Iterator<Item = &'a str>) -> Option<usize> {
    lines.filter(|l| !is_blank_line(l)).map(spaces).min()
}

/// The number of spaces that a text starts with.
pub fn spaces(text: &str) -> usize {
    text.bytes().take_while(|&b| b == b' ').count()
}

/// The blanks that a line begins with.
fn blanks(line: &str) -> &str {
    let bytes = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(..bytes).unwrap_or("")
}
