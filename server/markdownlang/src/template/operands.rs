//! Values: fields, variables, literals, parentheses.

use agmark_syntax::{Name, Reference, Span, Target};
use tree_sitter::Node;

use super::{Place, Template, followed};
use crate::names;
use crate::rules::{
    bad_literal, malformed_comment, missing_value, unclosed_parenthesis, unexpected_token,
    unterminated_string,
};

impl Template<'_> {
    /// Reads a value; gives its place in the input, if it is known.
    pub(super) fn operand(&mut self, node: Node<'_>) -> Place {
        let span = Span::of(node);
        match node.kind() {
            "dot" => return self.dot.clone(),
            "field" => return self.field(self.dot.clone(), span),
            "variable" => return self.variable(node),
            "selector" => return self.selector(node),
            "parenthesized" => return self.parenthesized(node),
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
        None
    }

    fn unterminated(&mut self, span: Span, quote: char) {
        self.broken = true;
        self.report(unterminated_string::at(span, quote));
    }

    /// `.a.b`, `$x.a`, `(…).a`.
    fn selector(&mut self, node: Node<'_>) -> Place {
        let mut cursor = node.walk();
        let mut parts = node.children(&mut cursor);
        let head = parts.next()?;
        let mut place = self.operand(head);
        let of = match head.kind() {
            "dot" => Some("the dot, before another one,"),
            "string" | "raw_string" | "character" => Some("a string"),
            "number" => Some("a number"),
            "boolean" => Some("a boolean"),
            "nil" => Some("nil"),
            _ => None,
        };
        for (i, part) in parts.enumerate() {
            let span = Span::of(part);
            match of {
                Some(of) if i == 0 => self.report(unexpected_token::field_of(span, of)),
                Some(_) => {}
                None => place = self.field(place, span),
            }
        }
        place
    }

    /// A field of the value at `place`, with its dot.
    fn field(&mut self, place: Place, span: Span) -> Place {
        self.member(place, Span::new(span.start as usize + 1, span.end as usize))
    }

    /// A member of the value at `place`, by its bare name.
    pub(super) fn member(&mut self, place: Place, name: Span) -> Place {
        let path = names::join(&place?, name.text(self.text));
        let space = if names::is_nested(&path) { names::INPUT.nested } else { names::INPUT.root };
        // Whether the schema has such a field is judged where types are known.
        self.facts.references.push(Reference {
            name: Name::new(space, &path),
            span: name,
            target: Target::File,
            resolved: None,
        });
        followed(path)
    }

    fn parenthesized(&mut self, node: Node<'_>) -> Place {
        let span = Span::of(node);
        let mut cursor = node.walk();
        let mut place = None;
        let mut empty = true;
        for child in node.children(&mut cursor) {
            match child.kind() {
                "pipeline" => {
                    empty = false;
                    let (value, declaration) = self.pipeline(child);
                    self.declare(declaration, value.clone(), false);
                    place = value;
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
        place
    }
}
