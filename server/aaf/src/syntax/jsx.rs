//! Elements of JSX and TSX.

use std::ops::Range;

use agmark_syntax::work;
use tree_sitter::{Node, Tree};

use crate::syntax::html::{Attribute, AttributeValue, Dom, Element, StartTag};

/// The elements of a source. An element in an expression is a child of the element around the expression.
pub fn dom(text: &str, tree: &Tree) -> Dom {
    let mut reader = DomBuilder { text, dom: Dom::default(), open: Vec::new(), braces: None };
    let mut cursor = tree.walk();
    loop {
        let entered = reader.enter(cursor.node());
        if entered && cursor.goto_first_child() {
            continue;
        }
        loop {
            reader.leave(cursor.node());
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return reader.dom;
            }
        }
    }
}

struct DomBuilder<'a> {
    text: &'a str,
    dom: Dom,
    /// The open elements: node id, index, and how many expressions are open in it.
    open: Vec<Open>,
    /// The expression that was just entered, if it has only one child. A comment in it includes the braces.
    braces: Option<Range<usize>>,
}

struct Open {
    node: usize,
    index: usize,
    expressions: usize,
}

impl DomBuilder<'_> {
    /// Whether to look into the node.
    fn enter(&mut self, node: Node<'_>) -> bool {
        work::add(1);
        let braces = if node.is_named() { self.braces.take() } else { None };
        match node.kind() {
            "jsx_element" => {
                if let Some(tag) = node.child_by_field_name("open_tag") {
                    let end = node
                        .child_by_field_name("close_tag")
                        .map_or(node.end_byte(), |close| close.start_byte());
                    self.element(node, tag, tag.end_byte()..end.max(tag.end_byte()));
                }
            }
            "jsx_self_closing_element" => self.element(node, node, node.end_byte()..node.end_byte()),
            "jsx_expression" => {
                self.braces = (node.named_child_count() == 1).then(|| node.byte_range());
                if let Some(open) = self.open.last_mut() {
                    open.expressions += 1;
                }
            }
            "comment" => self.dom.comments.push(braces.unwrap_or_else(|| node.byte_range())),
            _ => {}
        }
        true
    }

    fn leave(&mut self, node: Node<'_>) {
        match node.kind() {
            "jsx_element" | "jsx_self_closing_element" => {
                let Some(open) = self.open.pop_if(|open| open.node == node.id()) else { return };
                let until = self.dom.elements.len();
                if let Some(element) = self.dom.elements.get_mut(open.index) {
                    element.until = until;
                }
            }
            "jsx_expression" => {
                if let Some(open) = self.open.last_mut() {
                    open.expressions = open.expressions.saturating_sub(1);
                }
            }
            _ => {}
        }
    }

    fn element(&mut self, node: Node<'_>, tag: Node<'_>, content: Range<usize>) {
        let name = tag
            .child_by_field_name("name")
            .map_or(tag.start_byte()..tag.start_byte(), |name| name.byte_range());
        let mut start = StartTag {
            name,
            span: tag.byte_range(),
            attributes: Vec::new(),
            self_closing: node == tag,
            dynamic: false,
        };
        let mut cursor = tag.walk();
        for child in tag.children_by_field_name("attribute", &mut cursor) {
            match child.kind() {
                "jsx_attribute" => start.attributes.extend(self.attribute(child)),
                // `{...props}` may contain anything.
                _ => start.dynamic = true,
            }
        }
        let index = self.dom.elements.len();
        self.dom.elements.push(Element {
            tag: start,
            span: node.byte_range(),
            content,
            parent: self.open.last().map(|open| open.index),
            until: index + 1,
            // Whether an outermost element appears is decided elsewhere.
            conditional: self.open.last().is_some_and(|open| open.expressions > 0),
            becomes: None,
        });
        self.open.push(Open { node: node.id(), index, expressions: 0 });
    }

    fn attribute(&self, node: Node<'_>) -> Option<Attribute> {
        let name = node.named_child(0)?;
        let value = node.named_child(1).map(|value| self.value(value));
        Some(Attribute { name: name.byte_range(), value })
    }

    fn value(&self, node: Node<'_>) -> AttributeValue {
        let plain = |span| AttributeValue { span, quote: None, closed: true };
        match node.kind() {
            "string" => string(node),
            "jsx_expression" => {
                let inside = node.named_child(0).filter(|_| node.named_child_count() == 1);
                match inside.map(|inside| (inside.kind(), inside)) {
                    Some(("string", inside)) => string(inside),
                    Some(("true" | "false" | "number", inside)) => plain(inside.byte_range()),
                    // A template string without expressions.
                    Some(("template_string", inside)) if !self.text[inside.byte_range()].contains("${") => {
                        string(inside)
                    }
                    _ => plain(node.byte_range()),
                }
            }
            _ => plain(node.byte_range()),
        }
    }
}

fn string(node: Node<'_>) -> AttributeValue {
    let range = node.byte_range();
    let quote = (range.len() >= 2).then_some(b'"');
    let span = if quote.is_some() { range.start + 1..range.end - 1 } else { range };
    AttributeValue { span, quote, closed: true }
}
