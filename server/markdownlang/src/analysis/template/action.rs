//! An action with its parts.

use agmark_syntax::Span;
use tree_sitter::Node;

use super::scope::Block;
use crate::syntax::static_kind::StaticKind;
use crate::vocabulary::{KEYWORDS, find};

/// The parts of an action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action<'t> {
    pub node: Node<'t>,
    pub span: Span,
    /// The start delimiter.
    pub start: Span,
    /// The place of the keyword; an empty one at the start of the action if there is none.
    pub keyword: Span,
    pub word: &'static str,
    /// `if` or `with` after `else`.
    pub second: Option<&'static str>,
    /// The name of a template, without its quotes.
    pub name: Option<Span>,
    pub pipeline: Option<Node<'t>>,
    /// A pipeline where none is allowed.
    pub unexpected: Option<Node<'t>>,
    /// Whether the end delimiter is missing.
    pub is_unclosed: bool,
}

impl<'t> Action<'t> {
    pub fn new(node: Node<'t>) -> Self {
        let span = Span::of(node);
        let mut action = Self {
            node,
            span,
            start: node.child(0).map_or(span, Span::of),
            keyword: Span::at(span.start as usize),
            word: "",
            second: None,
            name: None,
            pipeline: None,
            unexpected: None,
            is_unclosed: false,
        };
        let mut cursor = node.walk();
        for child in node.children(&mut cursor).skip(1) {
            match child.static_kind() {
                "pipeline" => action.pipeline = Some(child),
                "unexpected_pipeline" => action.unexpected = Some(child),
                "unclosed_action" => action.is_unclosed = true,
                "template_name" => {
                    let quoted = Span::of(child);
                    let end = (quoted.end as usize).saturating_sub(1);
                    action.name = Some(Span::new(quoted.start as usize + 1, end));
                }
                kind if !child.is_named() => {
                    let Some(word) = find(KEYWORDS, kind).map(|k| k.name) else { continue };
                    if action.word.is_empty() {
                        (action.word, action.keyword) = (word, Span::of(child));
                    } else {
                        action.second = Some(word);
                    }
                }
                _ => {}
            }
        }
        action
    }

    /// Whether the action contains only a comment, which is malformed then.
    pub fn is_comment(&self) -> bool {
        self.pipeline.is_some_and(|pipeline| {
            pipeline.child_count() == 1
                && pipeline.child(0).is_some_and(|n| n.static_kind() == "misplaced_comment")
        })
    }

    /// Whether a declaration is that of a `range`.
    pub fn is_range_declaration(&self, declaration: Node<'_>) -> bool {
        let first = self.pipeline.and_then(|pipeline| pipeline.child(0));
        self.word == "range" && first.is_some_and(|first| first.id() == declaration.id())
    }
}

/// An action and what is open before it.
pub(crate) struct ActionContext<'a, 't> {
    pub action: &'a Action<'t>,
    /// The open blocks, the outermost first.
    pub open: &'a [Block],
    /// Whether a `range` of the innermost template is open.
    pub in_range: bool,
}
