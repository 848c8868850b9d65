//! Pieces of a page as one page: their elements one after the other.

use std::ops::Range;

use super::dom::{Dom, Element, StrayEnd};
use super::token::{Attribute, StartTag};

impl Dom {
    /// Adds the elements of a piece whose text starts at byte `at`.
    pub fn append(&mut self, piece: &Dom, at: usize) {
        let before = self.elements.len();
        let range = |range: &Range<usize>| range.start + at..range.end + at;
        self.elements.extend(piece.elements.iter().map(|element| Element {
            tag: shifted(&element.tag, at),
            span: range(&element.span),
            content: range(&element.content),
            parent: element.parent.map(|parent| parent + before),
            until: element.until + before,
            ..*element
        }));
        self.comments.extend(piece.comments.iter().map(range));
        self.doctype = self.doctype.or_else(|| piece.doctype.map(|end| end + at));
        self.unclosed = self.unclosed.or_else(|| piece.unclosed.map(|index| index + before));
        self.unended.extend(piece.unended.iter().map(|index| index + before));
        let stray = |end: &StrayEnd| StrayEnd { name: range(&end.name), span: range(&end.span) };
        self.stray.extend(piece.stray.iter().map(stray));
    }
}

fn shifted(tag: &StartTag, at: usize) -> StartTag {
    let range = |range: &Range<usize>| range.start + at..range.end + at;
    let attributes = tag.attributes.iter().map(|one| {
        let mut value = one.value.clone();
        if let Some(value) = &mut value {
            value.span = range(&value.span);
        }
        Attribute { name: range(&one.name), value }
    });
    StartTag { name: range(&tag.name), span: range(&tag.span), attributes: attributes.collect(), ..*tag }
}
