//! The text around a cursor: the line before it, the block that it is in, and the header that it belongs to.

use agmark_syntax::{Document, Piece, Span, State, without_ending};
use tree_sitter::Tree;

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::nesting::Nesting;
use crate::syntax::structure::Structure;

/// The piece around an offset.
pub(crate) struct CursorContext {
    pub start: usize,
    pub text: String,
    /// `None` if the piece is ordinary.
    tree: Option<Tree>,
    state: State,
    /// The unit that is set for the document.
    set: Option<u32>,
}

/// The header that a line at the cursor belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    /// Without the dot; empty if the header is in an earlier piece and is not a directive.
    pub name: String,
    pub kind: HeaderKind,
    pub documented: bool,
    /// Its parameters.
    pub given: Vec<GivenParameter>,
}

/// A parameter of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GivenParameter {
    pub key: String,
    /// As written.
    pub value: String,
    /// In bytes of the piece.
    pub span: Span,
}

/// The kind of text at the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CursorRegion {
    /// Lines of headers, parameters and content.
    Lines,
    /// Text without quotes, under a header with this indent.
    Body(u32),
    /// A text or code block.
    Block,
}

impl CursorContext {
    pub fn new(document: &Document, offset: usize) -> Option<Self> {
        let (start, chunk) =
            document.chunk_at(offset).or_else(|| document.chunks().back_from(offset).next())?;
        let text = document.chunk_text(start, chunk).into_owned();
        // The scan of a document starts with the settings of the document.
        let set = Nesting::of(&document.format().scan(&State::default()).state()).set;
        // Parsing takes longer than the rest of a request.
        let tree = match Structure::read_ordinary(&text, chunk.state(), set) {
            Some(_) => None,
            None => Some(chunk.tree(&**document.format(), &text)?),
        };
        Some(Self { start, text, tree, state: chunk.state().clone(), set })
    }

    pub fn structure(&self) -> Structure<'_> {
        let ordinary = || Structure::read_ordinary(&self.text, &self.state, self.set);
        match &self.tree {
            Some(tree) => Structure::read(&Piece { text: &self.text, tree, state: &self.state }, self.set),
            None => ordinary().unwrap_or_default(),
        }
    }

    /// The line around an offset of the document, up to the offset and from there.
    pub fn line(&self, offset: usize) -> (&str, &str) {
        let at = self.at(offset);
        let (before, after) = (self.text.get(..at).unwrap_or(""), self.text.get(at..).unwrap_or(""));
        let before = before.rsplit('\n').next().unwrap_or("");
        let after = after.split('\n').next().unwrap_or("");
        (before, without_ending(after))
    }

    /// An offset of the document in the piece.
    pub fn at(&self, offset: usize) -> usize {
        let mut at = offset.saturating_sub(self.start).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// The number of spaces of one level: the unit that is set, or the unit of the document.
    pub fn unit(&self, structure: &Structure<'_>) -> u32 {
        let unit = || Nesting::at(&self.state, self.set).layout_unit();
        structure.items.last().map_or_else(unit, LineItem::step)
    }

    /// The kind of text that contains the line at an offset of the document. The line that opens a block is not inside
    /// it.
    pub fn inside(&self, structure: &Structure<'_>, offset: usize) -> CursorRegion {
        let at = self.at(offset);
        let line = at - self.line(offset).0.len();
        let Some(item) = structure.items.iter().rev().find(|i| i.range.start < line || i.range.start == at)
        else {
            return CursorRegion::Lines;
        };
        let same = structure.items.iter().find(|i| i.range.start <= line && line < i.range.end);
        if let Some(body) = same.filter(|i| matches!(i.kind, ItemKind::Body)) {
            return CursorRegion::Body(body.owner.map_or(0, |o| o.indent));
        }
        let Some(block) = item.parts.block.filter(|_| item.range.start < line) else {
            return CursorRegion::Lines;
        };
        let ends = block.closer.map(|c| c.start as usize);
        let open = ends.map_or(line < item.range.end || item.range.end == self.text.len(), |end| {
            line <= end && at <= end
        });
        if open { CursorRegion::Block } else { CursorRegion::Lines }
    }

    /// Whether the line with an offset of the document is the first one of a body.
    pub fn begins_body(&self, structure: &Structure<'_>, offset: usize) -> bool {
        let line = self.at(offset) - self.line(offset).0.len();
        let at = structure.items.iter().position(|i| i.range.start == line);
        let before = at.and_then(|at| at.checked_sub(1));
        before.is_some_and(|before| structure.headers.iter().any(|header| header.item == before))
    }

    /// The header that a line with this indent at an offset of the document belongs to.
    pub fn owner(&self, structure: &Structure<'_>, offset: usize, indent: u32) -> Option<Owner> {
        let line = self.at(offset) - self.line(offset).0.len();
        let mut above = u32::MAX;
        for (index, header) in structure.headers.iter().enumerate().rev() {
            let Some(item) = structure.items.get(header.item).filter(|i| i.range.start < line) else {
                continue;
            };
            if item.indent.width >= above {
                continue;
            }
            above = item.indent.width;
            if above < indent {
                return Some(self.header(structure, index));
            }
        }
        let nesting = Nesting::of(&self.state);
        let level = nesting.level(indent.min(above));
        let open = level.checked_sub(1).and_then(|i| nesting.open.get(i))?;
        let name = open.kind.directive().map_or("", |d| d.name).to_owned();
        Some(Owner { name, kind: open.kind, documented: nesting.documents(level), given: Vec::new() })
    }

    /// A header of the piece as the owner of the text in its line.
    pub fn header(&self, structure: &Structure<'_>, index: usize) -> Owner {
        let Some(header) = structure.headers.get(index) else {
            return Owner {
                name: String::new(),
                kind: HeaderKind::Unknown,
                documented: false,
                given: Vec::new(),
            };
        };
        let given = structure.own(header).map(|parameter| GivenParameter {
            key: parameter.key.to_owned(),
            value: parameter.value.map_or("", |value| value.text(&self.text)).to_owned(),
            span: parameter.span,
        });
        let given = given.collect();
        Owner { name: header.name.to_owned(), kind: header.kind, documented: header.documented, given }
    }

    /// The header whose line contains an offset of the document.
    pub fn header_at(&self, structure: &Structure<'_>, offset: usize) -> Option<usize> {
        let at = self.at(offset);
        structure.headers.iter().position(|header| {
            structure.items.get(header.item).is_some_and(|item| {
                let first = item.first_line(&self.text);
                item.range.start <= at
                    && at <= (first.end as usize).max(item.range.start) + self.blank_after(first)
            })
        })
    }

    /// The number of blanks at the end of a line.
    fn blank_after(&self, line: Span) -> usize {
        let rest = self.text.get(line.end as usize..).unwrap_or("");
        rest.len() - rest.trim_start_matches([' ', '\t']).len()
    }
}

impl Owner {
    /// Whether its parameters are those of a command that is used, not defined.
    pub fn is_call(&self) -> bool {
        self.kind == HeaderKind::Command && !self.documented
    }
}
