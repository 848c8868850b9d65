//! Pipelines and the values in them.

use tree_sitter::Node;

use super::TemplateReader;
use super::node_context::is_malformed;
use crate::syntax::static_kind::StaticKind;

impl<'t> TemplateReader<'_, 't> {
    /// Reads a pipeline and declares its variables.
    pub(super) fn pipeline(&mut self, node: Node<'t>) {
        let declaration = self.commands(node);
        self.declare(declaration);
    }

    /// Reads the commands of a pipeline and returns its declaration or assignment.
    pub(super) fn commands(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        self.check(node);
        let mut cursor = node.walk();
        let mut declaration = None;
        let mut is_piped = false;
        for child in node.children(&mut cursor) {
            match child.static_kind() {
                "declaration" | "assignment" => declaration = Some(child),
                "|" => is_piped = true,
                "call" | "command" => self.call(child, is_piped),
                _ => self.operand(child, Some(is_piped)),
            }
        }
        declaration
    }

    /// Reads a function or another value with its arguments.
    fn call(&mut self, node: Node<'t>, is_piped: bool) {
        let mut cursor = node.walk();
        let parts: Vec<_> = node.children(&mut cursor).collect();
        let outer = self.is_malformed;
        self.is_malformed = parts.iter().any(|part| is_malformed(*part));
        self.check_command(node, Some(is_piped));
        let is_function = node.static_kind() == "call";
        for part in parts.into_iter().skip(usize::from(is_function)) {
            self.operand(part, None);
        }
        self.is_malformed = outer;
    }

    /// Reads a value. `piped`: it is a command, and whether it is after a `|`.
    fn operand(&mut self, node: Node<'t>, piped: Option<bool>) {
        self.check_command(node, piped);
        match node.static_kind() {
            "variable" => self.variable(node),
            "selector" => {
                if let Some(head) = node.child(0) {
                    self.operand(head, None);
                }
            }
            "parenthesized" => {
                let mut cursor = node.walk();
                let pipelines: Vec<_> =
                    node.children(&mut cursor).filter(|child| child.static_kind() == "pipeline").collect();
                pipelines.into_iter().for_each(|pipeline| self.pipeline(pipeline));
            }
            kind => self.is_broken |= kind.starts_with("unterminated_"),
        }
    }
}
