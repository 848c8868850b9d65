//! The lines of a piece with their parts, as its tree has them.

use tree_sitter::Tree;

use crate::syntax::element::Element;
use crate::syntax::front_matter::FrontMatter;
use crate::syntax::node::Kind;
use crate::syntax::row::Row;

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineContent {
    Front(FrontMatter),
    Element(Element),
    Row(Row),
    Content,
    Summary,
    /// A line that is not ANML.
    Unknown,
}

/// A line of the body, or the front matter as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineNode {
    /// The start of the line, before its indent.
    pub start: usize,
    /// Without white space at the end.
    pub end: usize,
    pub content: LineContent,
}

/// Calls `take` with each line of a tree.
pub fn each(tree: &Tree, take: &mut dyn FnMut(LineNode)) {
    let mut cursor = tree.walk();
    let mut more = cursor.goto_first_child();
    while more {
        let node = cursor.node();
        let (start, end) = (node.start_byte(), node.end_byte());
        let content = match Kind::of(&node) {
            Kind::FrontMatter => LineContent::Front(FrontMatter::read(&mut cursor)),
            Kind::Element => LineContent::Element(Element::read(&mut cursor)),
            Kind::TableRow => LineContent::Row(Row::read(&mut cursor)),
            Kind::ContentLine => LineContent::Content,
            Kind::SummaryLine => LineContent::Summary,
            _ => LineContent::Unknown,
        };
        take(LineNode { start, end, content });
        more = cursor.goto_next_sibling();
    }
}
