//! Variables: where they are declared, and which one a use means.

use agmark_syntax::{Definition, Name, Reference, Span, Target};
use tree_sitter::Node;

use super::Template;
use super::scope::Variable;
use crate::names;
use crate::rules::{bad_declaration, missing_value, undefined_variable};

/// How many variables back a use is looked for. Nobody declares as many; without a limit a hostile text with
/// thousands of each takes minutes.
const REACH: usize = 1000;

impl Template<'_> {
    /// Takes in the variables of a declaration, or the uses of an assignment.
    pub(super) fn declare(&mut self, node: Option<Node<'_>>, in_range: bool) {
        let Some(node) = node else { return };
        let mut cursor = node.walk();
        let variables: Vec<_> = node.named_children(&mut cursor).filter(|n| n.kind() == "variable").collect();
        let most = if in_range { 2 } else { 1 };
        if let Some(extra) = variables.get(most) {
            self.report(bad_declaration::at(Span::of(*extra), in_range));
        }
        for variable in variables {
            let span = Span::of(variable);
            let text = span.text(self.text);
            if node.kind() == "assignment" {
                self.variable(variable);
            } else if text == "$" {
                self.report(bad_declaration::without_name(span));
            } else {
                self.add(text.to_owned(), span);
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
            whole: self.current,
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
        let known = self.variables.iter().skip(self.visible).rev().take(REACH).find(|v| v.text == text);
        let name = match known {
            Some(variable) => variable.name.clone(),
            None if self.in_template => return self.report(undefined_variable::in_template(span, text)),
            // One of an earlier chunk, or of none.
            None => Name::new(names::VARIABLE, text),
        };
        // Whether it is declared before is judged with the whole document at hand.
        self.analysis.references.push(Reference { name, span, target: Target::File, resolved: None });
    }

    /// The sign of a declaration without a value.
    pub(super) fn missing_value(&mut self, declaration: Node<'_>) {
        let count = declaration.child_count();
        if let Some(sign) = count.checked_sub(1).and_then(|last| declaration.child(last)) {
            self.report(missing_value::after(Span::of(sign), sign.kind()));
        }
    }
}
