//! Elements in document order, each with its parent and its reach.

use std::ops::Range;

use super::tags;
use super::tokens::{Attribute, StartTag, Token, Tokens};

/// An element.
#[derive(Clone, Debug)]
pub struct Element {
    /// The start tag as written.
    pub tag: StartTag,
    /// From the start tag to the end tag, or to where the element ends without one.
    pub span: Range<usize>,
    /// What is between the tags.
    pub content: Range<usize>,
    /// The element around it, by its index.
    pub parent: Option<usize>,
    /// The index after the last element inside: the subtree of element `i` is `i..until`.
    pub until: usize,
}

/// The elements of a page, and its comments.
#[derive(Clone, Debug, Default)]
pub struct Dom {
    /// In the order of their start tags.
    pub elements: Vec<Element>,
    pub comments: Vec<Range<usize>>,
    /// The end of the doctype, if there is one.
    pub doctype: Option<usize>,
}

impl Dom {
    pub fn new(text: &str) -> Self {
        let mut builder = Builder { text, dom: Dom::default(), open: Vec::new() };
        for token in Tokens::new(text) {
            builder.take(token);
        }
        builder.close(builder.open.len(), text.len()..text.len());
        builder.dom
    }

    /// The elements around an element, innermost first.
    pub fn ancestors(&self, index: usize) -> impl Iterator<Item = (usize, &Element)> {
        let above = |index: &usize| self.elements.get(*index).and_then(|element| element.parent);
        std::iter::successors(self.elements.get(index).and_then(|element| element.parent), above)
            .filter_map(|index| Some((index, self.elements.get(index)?)))
    }

    /// The innermost element whose start tag or content holds the byte.
    pub fn element_at(&self, offset: usize) -> Option<&Element> {
        self.elements.iter().rev().find(|element| element.span.contains(&offset))
    }

    /// The first element that starts at or after a byte.
    pub fn first_from(&self, offset: usize) -> Option<&Element> {
        let index = self.elements.partition_point(|element| element.span.start < offset);
        self.elements.get(index)
    }
}

impl Element {
    /// Its name as written.
    pub fn name<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.tag.name.clone()).unwrap_or("")
    }

    /// Whether it is an element of this name.
    pub fn is(&self, text: &str, name: &str) -> bool {
        self.name(text).eq_ignore_ascii_case(name)
    }

    /// The value of an attribute, as written; empty where it has none.
    pub fn attribute<'a>(&self, text: &'a str, name: &str) -> Option<&'a str> {
        let named = |one: &&Attribute| text[one.name.clone()].eq_ignore_ascii_case(name);
        let attribute = self.tag.attributes.iter().find(named)?;
        Some(attribute.value.as_ref().map_or("", |value| &text[value.span.clone()]))
    }
}

struct Builder<'a> {
    text: &'a str,
    dom: Dom,
    /// The open elements, outermost first: index and name.
    open: Vec<(usize, &'a str)>,
}

impl<'a> Builder<'a> {
    fn take(&mut self, token: Token) {
        match token {
            Token::Start(tag) => self.start(tag),
            Token::End { name, span } => {
                let ended = tags::ended_by_end_tag(&self.names(), &self.text[name]);
                self.close(ended, span);
            }
            Token::Comment(span) => self.dom.comments.push(span),
            Token::Doctype(span) => self.dom.doctype = self.dom.doctype.or(Some(span.end)),
            Token::Raw(_) => {}
        }
    }

    fn start(&mut self, tag: StartTag) {
        let name = &self.text[tag.name.clone()];
        let at = tag.span.start;
        let ended = tags::ended_by(&self.names(), name);
        self.close(ended, at..at);
        let index = self.dom.elements.len();
        let content = tag.span.end..tag.span.end;
        // A script or a textarea has an end tag whatever its start tag says.
        let empty = tags::is_void(name) || (tag.self_closing && !tags::is_raw(name));
        self.dom.elements.push(Element {
            span: tag.span.clone(),
            content,
            parent: self.open.last().map(|(index, _)| *index),
            until: index + 1,
            tag,
        });
        if !empty {
            self.open.push((index, name));
        }
    }

    /// Ends the innermost `count` open elements; the outermost of them with the end tag `by`, which may be empty.
    fn close(&mut self, count: usize, by: Range<usize>) {
        let until = self.dom.elements.len();
        for left in (0..count).rev() {
            let Some((index, _)) = self.open.pop() else { return };
            let Some(element) = self.dom.elements.get_mut(index) else { return };
            element.content.end = by.start;
            element.span.end = if left == 0 { by.end } else { by.start };
            element.until = until;
        }
    }

    /// The innermost open elements; deeper ones decide nothing any more.
    fn names(&self) -> Vec<&'a str> {
        let from = self.open.len().saturating_sub(256);
        self.open[from..].iter().map(|(_, name)| *name).collect()
    }
}
