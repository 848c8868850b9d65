//! Reads the nodes of a piece into a tree of blocks.

use agmark_syntax::Span;
use tree_sitter::Node;

use super::{Ast, Branch, MAX_DEPTH, Pipeline, TemplateName, TemplatePart};
use crate::syntax::static_kind::StaticKind;

/// Reads the nodes of a piece's body.
pub(crate) fn read(text: &str, nodes: &[Node<'_>]) -> Ast {
    let mut reader = AstReader { text, ast: Ast::default(), open: Vec::new(), skipped: 0 };
    reader.open.push(Frame { opener: Opener::Root, body: Vec::new() });
    for node in nodes {
        reader.item(*node);
    }
    while reader.open.len() > 1 {
        reader.close();
    }
    reader.ast.items = reader.open.pop().map(|root| root.body).unwrap_or_default();
    trim(text, nodes, &mut reader.ast.items);
    reader.ast
}

pub(super) struct AstReader<'a> {
    pub(super) text: &'a str,
    pub(super) ast: Ast,
    open: Vec<Frame>,
    /// The number of open blocks that are too deep.
    skipped: usize,
}

/// An open block with the items of its current branch.
struct Frame {
    opener: Opener,
    body: Vec<TemplatePart>,
}

enum Opener {
    Root,
    /// The finished branches, and the condition of the open one; `None` after `else`.
    Condition(Vec<Branch>, Option<(bool, Pipeline)>),
    /// With the body, after `else`.
    Range(Pipeline, Option<Vec<TemplatePart>>),
    Define(TemplateName),
    Block(TemplateName, Option<Pipeline>),
}

impl AstReader<'_> {
    fn item(&mut self, node: Node<'_>) {
        let kind = node.static_kind();
        let opens =
            matches!(kind, "if_action" | "with_action" | "range_action" | "define_action" | "block_action");
        if self.skipped > 0 || opens && self.open.len() > MAX_DEPTH {
            self.ast.too_deep = self.ast.too_deep.or(Some(Span::of(node)));
            match kind {
                _ if opens => self.skipped += 1,
                "end_action" => self.skipped -= 1,
                _ => {}
            }
            return;
        }
        match kind {
            "text" => {
                let span = Span::of(node);
                if let Some(Frame { body, .. }) = self.open.last_mut() {
                    match body.last_mut() {
                        // The grammar splits text at blocks of Markdown.
                        Some(TemplatePart::Text(before)) if before.end == span.start => before.end = span.end,
                        _ => body.push(TemplatePart::Text(span)),
                    }
                }
            }
            "action" => {
                let pipeline = self.pipeline_of(node);
                self.push(TemplatePart::Value(pipeline));
            }
            "if_action" | "with_action" => {
                let pipeline = self.pipeline_of(node);
                let condition = Some((kind == "with_action", pipeline));
                self.begin(Opener::Condition(Vec::new(), condition));
            }
            "range_action" => {
                let pipeline = self.pipeline_of(node);
                self.begin(Opener::Range(pipeline, None));
            }
            "define_action" => {
                let name = self.name_of(node);
                self.begin(Opener::Define(name));
            }
            "block_action" => {
                let (name, pipeline) = (self.name_of(node), self.pipeline_of(node));
                self.begin(Opener::Block(name, Some(pipeline)));
            }
            "template_action" => {
                let name = self.name_of(node);
                let pipeline = child(node, "pipeline").is_some().then(|| self.pipeline_of(node));
                self.push(TemplatePart::Call { name, pipeline, block: None });
            }
            "else_action" => self.otherwise(node),
            "end_action" if self.open.len() > 1 => self.close(),
            "break_action" => self.push(TemplatePart::Break),
            "continue_action" => self.push(TemplatePart::Continue),
            _ => {}
        }
    }

    fn otherwise(&mut self, node: Node<'_>) {
        let next = child(node, "pipeline").map(|p| {
            let mut cursor = node.walk();
            let with = node.children(&mut cursor).any(|n| n.static_kind() == "with");
            (with, self.pipeline(p, 0))
        });
        let Some(frame) = self.open.last_mut() else { return };
        match &mut frame.opener {
            Opener::Condition(branches, condition) => {
                if let Some((is_with, pipeline)) = condition.take() {
                    branches.push(Branch { is_with, pipeline, body: std::mem::take(&mut frame.body) });
                }
                *condition = next;
            }
            Opener::Range(_, body) if body.is_none() => *body = Some(std::mem::take(&mut frame.body)),
            _ => {}
        }
    }

    fn close(&mut self) {
        let Some(frame) = self.open.pop() else { return };
        let body = frame.body;
        self.push(match frame.opener {
            Opener::Root => return,
            Opener::Condition(mut branches, condition) => match condition {
                Some((is_with, pipeline)) => {
                    branches.push(Branch { is_with, pipeline, body });
                    TemplatePart::Condition(branches, Vec::new())
                }
                None => TemplatePart::Condition(branches, body),
            },
            Opener::Range(pipeline, None) => TemplatePart::Range { pipeline, body, otherwise: Vec::new() },
            Opener::Range(pipeline, Some(first)) => {
                TemplatePart::Range { pipeline, body: first, otherwise: body }
            }
            Opener::Define(name) => TemplatePart::Define { name, body },
            Opener::Block(name, pipeline) => TemplatePart::Call { name, pipeline, block: Some(body) },
        });
    }

    fn begin(&mut self, opener: Opener) {
        self.open.push(Frame { opener, body: Vec::new() });
    }

    fn push(&mut self, item: TemplatePart) {
        if let Some(frame) = self.open.last_mut() {
            frame.body.push(item);
        }
    }

    fn pipeline_of(&mut self, node: Node<'_>) -> Pipeline {
        match child(node, "pipeline") {
            Some(pipeline) => {
                let unfinished = child(node, "unclosed_action").is_some();
                Pipeline { unfinished, ..self.pipeline(pipeline, 0) }
            }
            None => Pipeline { span: Span::of(node), ..Pipeline::default() },
        }
    }

    fn name_of(&self, node: Node<'_>) -> TemplateName {
        let Some(name) = node.child_by_field_name("name") else { return TemplateName::default() };
        let quoted = Span::of(name);
        let span = Span::new(quoted.start as usize + 1, (quoted.end as usize).saturating_sub(1));
        let text = crate::syntax::literal::string(quoted.text(self.text));
        TemplateName { text: text.unwrap_or_else(|| span.text(self.text).to_owned()), span }
    }
}

fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|n| n.static_kind() == kind)
}

/// Removes the blanks that trim markers remove from the texts next to them.
fn trim(text: &str, nodes: &[Node<'_>], items: &mut Vec<TemplatePart>) {
    let mut trimmed = std::collections::HashMap::new();
    let mut i = 0;
    while let Some(node) = nodes.get(i) {
        if node.static_kind() != "text" {
            i += 1;
            continue;
        }
        let run = nodes[i..].iter().take_while(|n| n.static_kind() == "text").count();
        let span = Span { start: Span::of(*node).start, end: Span::of(nodes[i + run - 1]).end };
        let before = i.checked_sub(1).and_then(|b| nodes.get(b)).map(|n| Span::of(*n).text(text));
        let after = nodes.get(i + run).map(|n| Span::of(*n).text(text));
        let content = span.text(text);
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        if before.is_some_and(|b| b.ends_with("-}}")) {
            start += content.len() - content.trim_start_matches(is_blank).len();
        }
        if after.is_some_and(trims_before) {
            end -= content.len() - content.trim_end_matches(is_blank).len();
        }
        trimmed.insert(span.start, Span::new(start.min(end), end));
        i += run;
    }
    apply(items, &trimmed);
}

fn apply(items: &mut Vec<TemplatePart>, trimmed: &std::collections::HashMap<u32, Span>) {
    for item in items.iter_mut() {
        match item {
            TemplatePart::Text(span) => {
                if let Some(new) = trimmed.get(&span.start) {
                    *span = *new;
                }
            }
            TemplatePart::Condition(branches, otherwise) => {
                for branch in branches {
                    apply(&mut branch.body, trimmed);
                }
                apply(otherwise, trimmed);
            }
            TemplatePart::Range { body, otherwise, .. } => {
                apply(body, trimmed);
                apply(otherwise, trimmed);
            }
            TemplatePart::Call { block: Some(body), .. } | TemplatePart::Define { body, .. } => {
                apply(body, trimmed)
            }
            _ => {}
        }
    }
    items.retain(|item| !matches!(item, TemplatePart::Text(span) if span.is_empty()));
}

/// A minus after the braces trims only with a blank after it: `{{-3}}` shows a number.
fn trims_before(action: &str) -> bool {
    action.strip_prefix("{{-").is_some_and(|rest| rest.starts_with(is_blank))
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}
