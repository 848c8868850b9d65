//! What a check of a node looks at.

use agmark_syntax::Span;
use tree_sitter::Node;

use super::action::Action;
use crate::syntax::static_kind::StaticKind;

/// A node of the template.
pub(crate) struct NodeContext<'a, 't> {
    pub text: &'a str,
    pub node: Node<'t>,
    /// The action that the node is in.
    pub action: &'a Action<'t>,
    /// Whether it is a command of a pipeline, and not an argument.
    pub is_command: bool,
    /// Whether it is a command after a `|`.
    pub is_piped: bool,
    /// Whether the call that the node is, or is in, has no malformed parts.
    pub is_well_formed: bool,
}

impl<'t> NodeContext<'_, 't> {
    pub fn span(&self) -> Span {
        Span::of(self.node)
    }

    pub fn content(&self) -> &str {
        self.span().text(self.text)
    }

    /// The name of the function that the node calls, and the number of arguments, with a piped one.
    pub fn call(&self) -> Option<(Node<'t>, usize)> {
        match self.node.static_kind() {
            "call" => {
                let arguments = self.node.child_count() as usize - 1;
                Some((self.node.child(0)?, arguments + usize::from(self.is_piped)))
            }
            "identifier" => Some((self.node, 0)),
            _ => None,
        }
    }
}

/// Whether a node has its own diagnostic, so that the nodes around it cannot be checked.
pub(crate) fn is_malformed(node: Node<'_>) -> bool {
    match node.static_kind() {
        "unexpected_token" | "misplaced_comment" | "malformed_number" => true,
        "selector" => {
            node.child(0).is_some_and(|head| head.static_kind() != "selector" && is_malformed(head))
        }
        kind => kind.starts_with("unterminated_"),
    }
}
