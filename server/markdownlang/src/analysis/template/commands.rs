//! Pipelines and calls.

use agmark_syntax::Span;
use tree_sitter::Node;

use super::Template;
use crate::rules::{argument_count, missing_space, missing_value, not_a_function, unknown_function};
use crate::vocabulary::find_function;

impl Template<'_> {
    /// Reads a pipeline; gives what it declares, which is for the caller to take in.
    pub(super) fn pipeline<'t>(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let mut cursor = node.walk();
        let mut declaration = None;
        let mut pipe: Option<Span> = None;
        // Whether a command stands where the next `|` may follow.
        let mut filled = false;
        for child in node.children(&mut cursor) {
            match child.kind() {
                "declaration" | "assignment" => declaration = Some(child),
                "|" => {
                    let span = Span::of(child);
                    if !filled {
                        self.report(match pipe {
                            Some(before) => missing_value::after(before, "|"),
                            None => missing_value::before_pipe(span),
                        });
                    }
                    pipe = Some(span);
                    filled = false;
                }
                _ => {
                    self.command(child, pipe.is_some());
                    filled = true;
                }
            }
        }
        match (pipe, declaration) {
            _ if filled => {}
            (Some(pipe), _) => self.report(missing_value::after(pipe, "|")),
            (None, Some(declaration)) => self.missing_value(declaration),
            (None, None) => {}
        }
        declaration
    }

    fn command(&mut self, node: Node<'_>, piped: bool) {
        if !matches!(node.kind(), "call" | "command") {
            self.operand(node);
            if piped && !is_malformed(node) {
                self.report(not_a_function::piped(Span::of(node)));
            } else if node.kind() == "nil" {
                self.report(missing_value::nil(Span::of(node)));
            }
            return;
        }
        let mut cursor = node.walk();
        let parts: Vec<_> = node.children(&mut cursor).collect();
        // With something out of place among the arguments, it is not known how many were meant.
        let sound = !parts.iter().any(|n| is_malformed(*n));
        let outside = std::mem::replace(&mut self.unsound, !sound);
        self.parts(node, &parts, sound, piped);
        self.unsound = outside;
    }

    /// A call, or what looks like one: its head with its arguments.
    fn parts(&mut self, node: Node<'_>, parts: &[Node<'_>], sound: bool, piped: bool) {
        let Some((head, arguments)) = parts.split_first() else { return };
        self.spaces(parts);
        if node.kind() == "command" {
            self.operand(*head);
            for argument in arguments {
                self.operand(*argument);
            }
            if sound {
                self.report(not_a_function::with_arguments(Span::of(*head)));
            }
            return;
        }
        let given = sound.then_some(arguments.len() + usize::from(piped));
        self.function(*head, given);
        for argument in arguments {
            self.operand(*argument);
        }
    }

    /// A function that is called with so many arguments; with none given, their number is not known.
    pub(super) fn function(&mut self, node: Node<'_>, given: Option<usize>) {
        let span = Span::of(node);
        let name = span.text(self.text);
        match (find_function(name), given) {
            (Some(function), Some(given)) => {
                if let Some(finding) = argument_count::at(span, function, given) {
                    self.report(finding);
                }
            }
            (Some(_), None) => {}
            // Between what is out of place, a word may be anything.
            (None, _) if self.unsound => {}
            (None, given) => self.report(unknown_function::at(span, name, given == Some(0))),
        }
    }

    /// Values that stand side by side have blanks between them.
    fn spaces(&mut self, parts: &[Node<'_>]) {
        for pair in parts.windows(2) {
            let close = pair[0].end_byte() == pair[1].start_byte();
            if close && !is_malformed(pair[0]) && !is_malformed(pair[1]) {
                self.report(missing_space::before(Span::of(pair[1])));
            }
        }
    }
}

/// Whether a node is reported for itself, so that what stands around it says little.
fn is_malformed(node: Node<'_>) -> bool {
    match node.kind() {
        "unexpected_token" | "misplaced_comment" | "malformed_number" => true,
        "selector" => node.child(0).is_some_and(|head| head.kind() != "selector" && is_malformed(head)),
        kind => kind.starts_with("unterminated_"),
    }
}
