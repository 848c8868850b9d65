//! The Markdown of a chunk: headings, fences, and the tools that the text mentions.

mod tools;

use agmark_syntax::{Fold, FoldKind, Span, Symbol, SymbolKind};
use tree_sitter::Node;

use super::symbol::symbol;
use crate::data::Analysis;
use crate::syntax::fence::Fence;
use crate::syntax::static_kind::StaticKind;
pub(crate) use tools::{python_server_mentions, words};

/// Reads the body of a chunk, whose nodes are `nodes`, into an analysis.
pub(crate) fn read(text: &str, nodes: &[Node<'_>], analysis: &mut Analysis) {
    for node in nodes.iter().filter(|n| n.static_kind() == "text") {
        tools::read(Span::of(*node), text, analysis);
    }
    let Some(first) = nodes.first() else { return };
    let mut lines = Lines { text, actions: nodes, analysis, fence: None, opened: 0, paragraph: None };
    let mut at = first.start_byte();
    for line in text.get(at..).unwrap_or_default().split_inclusive('\n') {
        lines.read(at, line.trim_end_matches(['\n', '\r']));
        at += line.len();
    }
}

struct Lines<'a, 't> {
    text: &'a str,
    /// The nodes that can continue over line ends, from the first one after the last line.
    actions: &'a [Node<'t>],
    analysis: &'a mut Analysis,
    fence: Option<Fence>,
    /// The start of the open fence.
    opened: usize,
    /// A line of text that is a heading if the next line underlines it.
    paragraph: Option<Span>,
}

impl Lines<'_, '_> {
    fn read(&mut self, at: usize, line: &str) {
        if self.in_action(at) {
            self.paragraph = None;
            return;
        }
        let span = Span::new(at, at + line.len());
        let was = self.fence;
        self.fence = Fence::after(was, line);
        match (was, self.fence) {
            (None, Some(_)) => self.opened = at,
            (Some(_), None) => {
                self.analysis
                    .folds
                    .push(Fold { span: Span::new(self.opened, at + line.len()), kind: FoldKind::Block });
            }
            _ => {}
        }
        let before = self.paragraph.take();
        if was.is_some() || self.fence.is_some() {
            return;
        }
        if let Some((level, title)) = heading(line) {
            let start = at + title.start;
            self.heading(level, span, Span::new(start, at + title.end));
        } else if let (Some(title), Some(level)) = (before, underline(line)) {
            self.heading(level, Span::new(title.start as usize, at + line.len()), title);
        } else if is_paragraph(line) {
            self.paragraph = Some(span);
        }
    }

    /// Whether the line at `at` starts inside of an action or a comment.
    fn in_action(&mut self, at: usize) -> bool {
        while let Some((first, rest)) = self.actions.split_first() {
            if first.end_byte() > at {
                return first.start_byte() < at && first.static_kind() != "text";
            }
            self.actions = rest;
        }
        false
    }

    fn heading(&mut self, level: u32, span: Span, title: Span) {
        let name = title.text(self.text).trim();
        if name.is_empty() {
            return;
        }
        let symbol = symbol(name, title, level, SymbolKind::Section);
        self.analysis.symbols.push(Symbol { span, extends: true, ..symbol });
    }
}

/// The level of an ATX heading, and the place of its title in the line.
fn heading(line: &str) -> Option<(u32, std::ops::Range<usize>)> {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let marks = line[indent..].bytes().take_while(|b| *b == b'#').count();
    let rest = &line[indent + marks..];
    if indent > 3 || !(1..=6).contains(&marks) || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let title = rest.trim();
    let closed = title.trim_end_matches('#');
    // `#` at the end are not part of the title if a blank is before them.
    let title = if closed.is_empty() || closed.ends_with([' ', '\t']) { closed.trim_end() } else { title };
    let start = indent + marks + (rest.len() - rest.trim_start().len());
    Some((marks as u32, start..start + title.len()))
}

/// The level of the heading that a line underlines: `===` or `---`.
fn underline(line: &str) -> Option<u32> {
    let marks = line.trim_matches([' ', '\t']);
    match marks.bytes().next()? {
        b'=' if marks.len() > 1 && marks.bytes().all(|b| b == b'=') => Some(1),
        b'-' if marks.len() > 1 && marks.bytes().all(|b| b == b'-') => Some(2),
        _ => None,
    }
}

fn is_paragraph(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    !text.is_empty() && line.len() - text.len() < 4 && !text.starts_with(['-', '*', '+', '>', '|', '\t'])
}
