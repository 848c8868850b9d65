//! Reads the lines of an ordinary piece from its text. The tree has the same lines, but parsing takes most of the time of
//! reading. A piece is ordinary if no line is malformed, and if it is not a diff.

mod parts;

use agmark_syntax::Span;
use smallvec::SmallVec;

use crate::syntax::chars::{is_blank, trim_end};
use crate::syntax::context::Front;
use crate::syntax::front_line::{self, FrontLine, is_fence};
use crate::syntax::front_matter::{Entry, FrontMatter};
use crate::syntax::line::{Head, Kind};
use crate::syntax::line_node::{LineContent, LineNode};

/// The lines of a piece, in order; `None` if it is not ordinary. `front` is the position of its start relative to the
/// front matter.
pub fn lines(text: &str, front: Front) -> Option<Vec<LineNode>> {
    // The parser skips a byte order mark and replaces NUL.
    if front == Front::Open || text.starts_with('\u{feff}') || memchr::memchr(0, text.as_bytes()).is_some() {
        return None;
    }
    let mut nodes = Vec::with_capacity(text.len() / 32);
    let mut at = 0;
    if front == Front::Start && text.starts_with("---") {
        let front = front_matter(text)?;
        at = line_end(text, front.span.end as usize) + 1;
        nodes.push(LineNode { start: 0, end: front.span.end as usize, content: LineContent::Front(front) });
    }
    while at < text.len() {
        let end = line_end(text, at);
        let line = &text[at..end];
        if !line.bytes().all(is_blank) {
            nodes.push(line_node(text, at, at + trim_end(line).len())?);
        }
        at = end + 1;
    }
    Some(nodes)
}

/// The position of the next line feed, or the end of the text.
fn line_end(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or(&[]);
    at + memchr::memchr(b'\n', rest).unwrap_or(rest.len())
}

fn line_node(text: &str, start: usize, end: usize) -> Option<LineNode> {
    let head = Head::of(&text[start..end]);
    if head.sign.is_some() {
        return None;
    }
    let content = start + head.content;
    let content = match head.kind {
        Kind::Element => LineContent::Element(parts::element(text, content..end)?),
        Kind::Row => LineContent::Row(parts::row(text, content..end)?),
        Kind::Content => LineContent::Content,
        Kind::Summary => LineContent::Summary,
        Kind::Other => return None,
    };
    Some(LineNode { start, end, content })
}

/// The front matter at the start of a text, if each of its lines is `key: value` and it is closed.
fn front_matter(text: &str) -> Option<FrontMatter> {
    let mut at = line_end(text, 0);
    if !is_fence(&text[..at]) {
        return None;
    }
    let (mut entries, fence) = (SmallVec::new(), "---".len());
    loop {
        let start = at + 1;
        if start >= text.len() {
            return None;
        }
        at = line_end(text, start);
        let line = &text[start..at];
        if line.bytes().all(is_blank) {
            continue;
        }
        match front_line::read(line) {
            FrontLine::Meta { key, value } => entries.push(entry(line, start, key, value)?),
            FrontLine::Close if line.starts_with("---") => {
                let close = Span::new(start, start + fence);
                let (span, open) = (Span { start: 0, end: close.end }, Span::new(0, fence));
                return Some(FrontMatter {
                    span,
                    open,
                    close: Some(close),
                    entries,
                    malformed: SmallVec::new(),
                });
            }
            _ => return None,
        }
    }
}

/// The entry on a line that starts at `start`.
fn entry(line: &str, start: usize, key: &str, value: &str) -> Option<Entry> {
    let colon = key.len() + line.get(key.len()..)?.find(':')? + 1;
    let behind = line.get(colon..)?;
    let blanks = if value.is_empty() { 0 } else { behind.bytes().position(|b| !is_blank(b))? };
    let from = start + colon + blanks;
    Some(Entry { key: Span::new(start, start + key.len()), value: Span::new(from, from + value.len()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDINARY: &str = "\
---
url: https://harbour.example
title:
---

main
  h1#e1 \"Tides\"
  form#e2 [expanded][busy] -- the only one
    textbox#e3 \"Name\" placeholder=\"a \\\"b\\\" c\" for=#e4 maxlength=60 required
      > said
  table \"Boats\" rows=2
    | Name | |
    | link#e5 \"Emma\" href=/emma | yes
    ~ 2 rows
";

    #[test]
    fn ordinary_text_needs_no_tree() {
        assert_eq!(lines(ORDINARY, Front::Start).map(|lines| lines.len()), Some(10));
        let body = ORDINARY.split_once("---\n\n").map_or("", |(_, body)| body);
        assert_eq!(lines(body, Front::Over).map(|lines| lines.len()), Some(9));
        assert!(lines(&ORDINARY.replace('\n', "\r\n"), Front::Start).is_some());
    }

    #[test]
    fn malformed_text_and_diffs_need_a_tree() {
        for text in [
            "---\nurl: x\n",
            "---\nnone\n---\n",
            "- link\n",
            "+ link\n",
            "Button\n",
            "Some prose\n",
            "button#e \"a\"\n",
            "button #e1\n",
            "button \"a\n",
            "button \"a\"b\n",
            "button a=1 \"b\"\n",
            "button [a b]\n",
            "button a=\n",
            "button 1\n",
            "| a\\|b |\n",
            "| link#e1 #e2 |\n",
            "button \0\n",
            "\u{feff}button\n",
        ] {
            assert_eq!(lines(text, Front::Start), None, "{text:?}");
        }
    }
}
