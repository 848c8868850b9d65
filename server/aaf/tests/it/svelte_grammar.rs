//! Elements of Svelte components as the grammar finds them, to compare our reading with.

use agmark_aaf::syntax::html::{Attribute, AttributeValue, Dom, Element, StartTag};
use tree_sitter::{Node, Tree};

/// The elements without content in the test texts.
const VOID: &[&str] = &["input", "br", "meta"];

/// The elements of a component. An element in a block (`{#if}`, `{#each}`) is a child of the element around the block.
pub fn dom(text: &str, tree: &Tree) -> Dom {
    let mut reader = DomBuilder { text, dom: Dom::default(), open: Vec::new(), blocks: 0 };
    let mut cursor = tree.walk();
    loop {
        reader.enter(cursor.node());
        if cursor.goto_first_child() {
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
    /// The open elements: node id, index, and how many blocks were open around it.
    open: Vec<(usize, usize, usize)>,
    blocks: usize,
}

fn is_element(node: Node<'_>) -> bool {
    matches!(node.kind(), "element" | "script_element" | "style_element")
}

fn is_block(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "if_statement" | "each_statement" | "await_statement" | "key_statement" | "snippet_statement"
    )
}

impl DomBuilder<'_> {
    fn enter(&mut self, node: Node<'_>) {
        if is_block(node) {
            self.blocks += 1;
        } else if node.kind() == "comment" {
            self.dom.comments.push(node.byte_range());
        } else if is_element(node) {
            self.element(node);
        }
    }

    fn leave(&mut self, node: Node<'_>) {
        if is_block(node) {
            self.blocks = self.blocks.saturating_sub(1);
        } else if let Some((_, index, _)) = self.open.pop_if(|(id, ..)| *id == node.id()) {
            let until = self.dom.elements.len();
            if let Some(element) = self.dom.elements.get_mut(index) {
                element.until = until;
            }
        }
    }

    fn element(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
        let Some(tag) =
            children.iter().find(|child| matches!(child.kind(), "start_tag" | "self_closing_tag"))
        else {
            return;
        };
        let end = children.iter().find(|child| child.kind() == "end_tag");
        let name = tag.named_child(0).filter(|name| name.kind() == "tag_name");
        let mut start = StartTag {
            name: name.map_or(tag.start_byte()..tag.start_byte(), |name| name.byte_range()),
            span: tag.byte_range(),
            attributes: Vec::new(),
            self_closing: tag.kind() == "self_closing_tag",
            dynamic: false,
        };
        let mut cursor = tag.walk();
        for attribute in tag.named_children(&mut cursor).filter(|child| child.kind() == "attribute") {
            match self.attribute(attribute) {
                Some(attribute) => start.attributes.push(attribute),
                // `{...props}`, or `{name}` for `name={name}`.
                None => start.dynamic = true,
            }
        }
        let empty = start.self_closing || VOID.contains(&&self.text[start.name.clone()]);
        let content_end = end.map_or(node.end_byte(), |end| end.start_byte()).max(tag.end_byte());
        let content = tag.end_byte()..if empty { tag.end_byte() } else { content_end };
        let index = self.dom.elements.len();
        let around = self.open.last().map_or(0, |(_, _, blocks)| *blocks);
        self.dom.elements.push(Element {
            tag: start,
            span: node.byte_range(),
            content,
            parent: self.open.last().map(|(_, index, _)| *index),
            until: index + 1,
            conditional: self.blocks > around,
            becomes: None,
        });
        self.open.push((node.id(), index, self.blocks));
    }

    fn attribute(&self, node: Node<'_>) -> Option<Attribute> {
        let name = node.named_child(0).filter(|name| name.kind() == "attribute_name")?;
        // A name that is an expression is not written here.
        if self.text[name.byte_range()].starts_with('{') {
            return None;
        }
        let value = node.named_child(1).map(|value| {
            let range = value.byte_range();
            match value.kind() {
                "quoted_attribute_value" if range.len() >= 2 => {
                    let quote = self.text.as_bytes().get(range.start).copied();
                    AttributeValue { span: range.start + 1..range.end - 1, quote, closed: true }
                }
                _ => self.expression(range),
            }
        });
        Some(Attribute { name: name.byte_range(), value })
    }

    /// A bare value: `{"text"}` and `{true}` count as their text.
    fn expression(&self, range: std::ops::Range<usize>) -> AttributeValue {
        let written = &self.text[range.clone()];
        let inside = written.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or("");
        let trimmed = inside.trim();
        let at = range.start + 1 + (inside.len() - inside.trim_start().len());
        let quoted = ['"', '\'', '`'].iter().any(|quote| {
            trimmed.len() >= 2
                && trimmed.starts_with(*quote)
                && trimmed[1..].find(*quote) == Some(trimmed.len() - 2)
        });
        if quoted && !trimmed.contains("${") && !trimmed.contains('\\') {
            return AttributeValue { span: at + 1..at + trimmed.len() - 1, quote: Some(b'"'), closed: true };
        }
        if matches!(trimmed, "true" | "false") {
            return AttributeValue { span: at..at + trimmed.len(), quote: None, closed: true };
        }
        AttributeValue { span: range, quote: None, closed: true }
    }
}
