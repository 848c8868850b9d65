//! Pipelines and the values in them.

use agmark_syntax::Span;
use tree_sitter::Node;

use super::read::AstReader;
use super::{Command, Expr, Kind, MAX_DEPTH, Pipeline, Step};
use crate::syntax::literal;
use crate::syntax::static_kind::StaticKind;

impl AstReader<'_> {
    pub(super) fn pipeline(&mut self, node: Node<'_>, depth: usize) -> Pipeline {
        let mut pipeline = Pipeline { span: Span::of(node), ..Pipeline::default() };
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.static_kind() {
                "declaration" | "assignment" => {
                    pipeline.assigns = child.static_kind() == "assignment";
                    let mut inner = child.walk();
                    pipeline.variables = child
                        .named_children(&mut inner)
                        .filter(|n| n.static_kind() == "variable")
                        .map(|n| (Span::of(n).text(self.text).to_owned(), Span::of(n)))
                        .collect();
                }
                _ => {
                    let command = self.command(child, depth);
                    pipeline.commands.push(command);
                }
            }
        }
        pipeline
    }

    fn command(&mut self, node: Node<'_>, depth: usize) -> Command {
        if !matches!(node.static_kind(), "call" | "command") {
            return Command { head: self.operand(node, depth), arguments: Vec::new() };
        }
        let mut cursor = node.walk();
        let mut parts: Vec<Expr> = node.named_children(&mut cursor).map(|n| self.operand(n, depth)).collect();
        if parts.is_empty() {
            return Command { head: invalid(Span::of(node)), arguments: Vec::new() };
        }
        let head = parts.remove(0);
        Command { head, arguments: parts }
    }

    fn operand(&mut self, node: Node<'_>, depth: usize) -> Expr {
        if node.static_kind() == "selector" {
            return self.selector(node, depth);
        }
        let span = Span::of(node);
        let text = span.text(self.text);
        let mut steps = Vec::new();
        let mut at = span;
        let kind = match node.static_kind() {
            "dot" => Kind::Dot,
            "field" => {
                steps.push(step(span, text));
                at = Span::at(span.start as usize);
                Kind::Dot
            }
            "variable" => Kind::Variable(text.to_owned()),
            "identifier" => Kind::Function(text.to_owned()),
            "string" | "raw_string" => literal::string(text).map_or(Kind::Invalid, Kind::String),
            "character" => literal::character(text).map_or(Kind::Invalid, Kind::Number),
            "number" => literal::number(text).map_or(Kind::Invalid, Kind::Number),
            "boolean" => Kind::Bool(text == "true"),
            "nil" => Kind::Nil,
            "parenthesized" if depth < MAX_DEPTH => {
                let mut cursor = node.walk();
                let inner = node.named_children(&mut cursor).find(|n| n.static_kind() == "pipeline");
                match inner {
                    Some(inner) => Kind::Parenthesis(Box::new(self.pipeline(inner, depth + 1))),
                    None => Kind::Invalid,
                }
            }
            "parenthesized" => {
                self.ast.too_deep = self.ast.too_deep.or(Some(span));
                Kind::Invalid
            }
            _ => Kind::Invalid,
        };
        Expr { kind, span: at, steps }
    }

    fn selector(&mut self, node: Node<'_>, depth: usize) -> Expr {
        let mut cursor = node.walk();
        let mut parts = node.named_children(&mut cursor);
        let Some(head) = parts.next() else { return invalid(Span::of(node)) };
        let mut expr = self.operand(head, depth);
        if matches!(
            head.static_kind(),
            "dot" | "string" | "raw_string" | "character" | "number" | "boolean" | "nil"
        ) {
            return invalid(Span::of(node));
        }
        expr.steps.extend(parts.map(|part| {
            let span = Span::of(part);
            step(span, span.text(self.text))
        }));
        expr
    }
}

/// A field with its dot.
fn step(span: Span, text: &str) -> Step {
    Step {
        name: text.get(1..).unwrap_or_default().to_owned(),
        span: Span::new(span.start as usize + 1, span.end as usize),
    }
}

fn invalid(span: Span) -> Expr {
    Expr { kind: Kind::Invalid, span, steps: Vec::new() }
}
