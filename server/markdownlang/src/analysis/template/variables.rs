//! Variables: their declarations, and the declaration that a use means.

use agmark_syntax::{Definition, Name, Reference, Span, Target};
use tree_sitter::Node;

use super::TemplateReader;
use super::scope::Variable;
use crate::names;
use crate::rules::undefined_variable;
use crate::syntax::static_kind::StaticKind;

/// The number of variables among which a use looks for its declaration. Without a limit, a text with thousands of
/// declarations and uses takes minutes.
const MAX_SEARCHED: usize = 1000;

impl<'t> TemplateReader<'_, 't> {
    /// Adds the variables of a declaration, or the uses in an assignment.
    pub(super) fn declare(&mut self, node: Option<Node<'t>>) {
        let Some(node) = node else { return };
        self.check(node);
        let mut cursor = node.walk();
        let variables: Vec<_> =
            node.named_children(&mut cursor).filter(|n| n.static_kind() == "variable").collect();
        for variable in variables {
            let span = Span::of(variable);
            match span.text(self.text) {
                _ if node.static_kind() == "assignment" => self.variable(variable),
                "$" => {}
                text => self.add(text.to_owned(), span),
            }
        }
    }

    fn add(&mut self, text: String, span: Span) {
        let name = if self.blocks.is_empty() {
            Name::new(names::VARIABLE, &text)
        } else {
            self.locals += 1;
            let salt = *self.salt.get_or_insert_with(|| names::salt(self.text));
            names::local(&text, salt.wrapping_add(self.locals))
        };
        self.analysis.definitions.push(Definition {
            name: name.clone(),
            span,
            whole: self.action.span,
            global: false,
            unique: None,
        });
        self.variables.push(Variable { text, name });
    }

    /// A use of a variable.
    pub(super) fn variable(&mut self, node: Node<'_>) {
        let span = Span::of(node);
        let text = span.text(self.text);
        if text == "$" {
            return;
        }
        let visible = self.variables.iter().skip(self.state.first_variable);
        let name = match visible.rev().take(MAX_SEARCHED).find(|variable| variable.text == text) {
            Some(variable) => variable.name.clone(),
            None if self.state.in_template => {
                return self.analysis.diagnostics.push(undefined_variable::in_template(span, text));
            }
            // It may be declared in an earlier chunk.
            None => Name::new(names::VARIABLE, text),
        };
        // The check for an earlier declaration needs the whole document.
        self.analysis.references.push(Reference { name, span, target: Target::File, resolved: None });
    }
}
