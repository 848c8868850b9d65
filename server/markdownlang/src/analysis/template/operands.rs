//! Values: fields, variables, literals, parentheses.

use agmark_syntax::Span;
use tree_sitter::Node;

use super::Template;
use crate::rules::{
    bad_literal, malformed_comment, missing_value, unclosed_parenthesis, unexpected_token,
    unterminated_string,
};

impl Template<'_> {
    /// Reads a value.
    pub(super) fn operand(&mut self, node: Node<'_>) {
        let span = Span::of(node);
        match node.kind() {
            "variable" => self.variable(node),
            "selector" => self.selector(node),
            "parenthesized" => self.parenthesized(node),
            "identifier" => self.function(node, Some(0)),
            "string" | "character" => {
                if let Some(finding) = bad_literal::quoted(span, span.text(self.text)) {
                    self.report(finding);
                }
            }
            "malformed_number" => self.report(bad_literal::number(span, span.text(self.text))),
            "unterminated_string" => self.unterminated(span, '"'),
            "unterminated_raw_string" => self.unterminated(span, '`'),
            "unterminated_character" => self.unterminated(span, '\''),
            "misplaced_comment" => self.report(malformed_comment::inside(span)),
            "unexpected_token" => self.report(unexpected_token::at(span, span.text(self.text))),
            _ => {}
        }
    }

    fn unterminated(&mut self, span: Span, quote: char) {
        self.broken = true;
        self.report(unterminated_string::at(span, quote));
    }

    /// `.a.b`, `$x.a`, `(…).a`.
    fn selector(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let mut parts = node.children(&mut cursor);
        let Some(head) = parts.next() else { return };
        self.operand(head);
        let of = match head.kind() {
            "dot" => Some("the dot, before another one,"),
            "string" | "raw_string" | "character" => Some("a string"),
            "number" => Some("a number"),
            "boolean" => Some("a boolean"),
            "nil" => Some("nil"),
            _ => None,
        };
        if let (Some(of), Some(first)) = (of, parts.next()) {
            self.report(unexpected_token::field_of(Span::of(first), of));
        }
    }

    fn parenthesized(&mut self, node: Node<'_>) {
        let span = Span::of(node);
        let mut cursor = node.walk();
        let mut empty = true;
        for child in node.children(&mut cursor) {
            match child.kind() {
                "pipeline" => {
                    empty = false;
                    let declaration = self.pipeline(child);
                    self.declare(declaration, false);
                }
                "unclosed_parenthesis" => {
                    let start = span.start as usize;
                    let finding = unclosed_parenthesis::at(Span::new(start, start + 1), span.end as usize);
                    self.report(finding);
                    empty = false;
                }
                _ => {}
            }
        }
        if empty {
            self.report(missing_value::empty(span));
        }
    }
}
