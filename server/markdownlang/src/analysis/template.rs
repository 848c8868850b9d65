//! The actions of a chunk: blocks, variables and templates.
//!
//! A chunk contains whole blocks (see [`crate::syntax::cuts`]), so a block that is open at the end of a chunk is open at the
//! end of the document. The meaning of fields depends on types, so it is checked with the whole document.

pub(crate) mod action;
mod blocks;
mod commands;
pub(crate) mod node_context;
pub(crate) mod scope;
mod variables;

use agmark_syntax::{Definition, Diagnostic, Fold, FoldKind, Name, Reference, Span, Target};
use tree_sitter::Node;

use crate::data::Analysis;
use crate::names;
use crate::rules::{self, duplicate_template, undefined_template, unterminated_string};
use crate::syntax::static_kind::StaticKind;
use action::{Action, ActionContext};
use node_context::NodeContext;
use scope::{Block, TemplateState, Variable};

/// Reads actions into an analysis.
pub(crate) struct TemplateReader<'a, 't> {
    text: &'a str,
    analysis: &'a mut Analysis,
    blocks: Vec<Block>,
    variables: Vec<Variable>,
    state: TemplateState,
    /// The number of variables in blocks, and a number that tells them from those of other chunks.
    locals: u32,
    salt: Option<u32>,
    /// The action that is read.
    action: Action<'t>,
    /// Whether the action has no end, or has a string without an end.
    is_broken: bool,
    /// Whether the call that is read has malformed parts.
    is_malformed: bool,
    /// The offset up to which line ends were searched, and the start of the last line.
    scanned: usize,
    line: usize,
}

impl<'a, 't> TemplateReader<'a, 't> {
    /// Reads the nodes of a chunk's body and returns the blocks that are open at its end.
    pub(crate) fn read(text: &'a str, nodes: &[Node<'t>], analysis: &'a mut Analysis) -> Vec<Block> {
        let Some(first) = nodes.first() else { return Vec::new() };
        let mut reader = Self {
            text,
            analysis,
            blocks: Vec::new(),
            variables: Vec::new(),
            state: TemplateState::default(),
            locals: 0,
            salt: None,
            action: Action::new(*first),
            is_broken: false,
            is_malformed: false,
            scanned: 0,
            line: 0,
        };
        nodes.iter().for_each(|node| reader.node(*node));
        reader.blocks
    }

    fn node(&mut self, node: Node<'t>) {
        match node.static_kind() {
            "text" => {}
            "comment" => {
                self.analysis.folds.push(Fold { span: Span::of(node), kind: FoldKind::Comment });
            }
            "malformed_comment" | "unterminated_comment" => {
                self.action = Action::new(node);
                self.check(node);
            }
            _ => self.action(node),
        }
    }

    fn action(&mut self, node: Node<'t>) {
        let action = Action::new(node);
        self.action = action;
        self.is_broken = action.is_unclosed;
        let context = ActionContext { action: &action, open: &self.blocks, in_range: self.state.in_range };
        rules::check_action(&context, &mut self.analysis.diagnostics);
        let first = self.analysis.diagnostics.len();
        match node.static_kind() {
            "action" => self.output(&action),
            "if_action" | "range_action" | "with_action" => self.open_control(&action),
            "else_action" => self.otherwise(&action),
            "end_action" => self.end(&action),
            "break_action" | "continue_action" => self.nothing_after(&action),
            "define_action" | "block_action" => self.define(&action),
            "template_action" => self.call_template(&action),
            _ => {}
        }
        if self.is_broken {
            // The rest of a broken action is unreliable. Without an end, a quote may be an apostrophe of the text after it.
            let all = &mut self.analysis.diagnostics;
            let is_reliable =
                |one: &Diagnostic| !action.is_unclosed && *one.rule == unterminated_string::RULE.rule;
            let kept: Vec<_> = all.drain(first..).filter(is_reliable).collect();
            all.extend(kept);
        }
    }

    /// Runs the checks of a node of the current action.
    fn check(&mut self, node: Node<'t>) {
        self.check_command(node, None);
    }

    /// Runs the checks of a node. `piped`: it is a command, and whether it is after a `|`.
    fn check_command(&mut self, node: Node<'t>, piped: Option<bool>) {
        let context = NodeContext {
            text: self.text,
            node,
            action: &self.action,
            is_command: piped.is_some(),
            is_piped: piped == Some(true),
            is_well_formed: !self.is_malformed,
        };
        rules::check_node(&context, &mut self.analysis.diagnostics);
    }

    /// An action that shows a value, or declares a variable.
    fn output(&mut self, action: &Action<'t>) {
        self.check(action.node);
        if let Some(pipeline) = action.pipeline.filter(|_| !action.is_comment()) {
            self.pipeline(pipeline);
        }
    }

    fn call_template(&mut self, action: &Action<'t>) {
        self.check(action.node);
        let Some(name) = action.name else { return };
        self.analysis.references.push(Reference {
            name: Name::new(names::TEMPLATE, name.text(self.text)),
            span: name,
            target: Target::File,
            resolved: Some(&undefined_template::RULE),
        });
        if let Some(pipeline) = action.pipeline {
            self.pipeline(pipeline);
        }
    }

    /// Defines the template of `define` and `block`.
    fn define_template(&mut self, action: &Action<'_>, name: Span) {
        self.analysis.definitions.push(Definition {
            name: Name::new(names::TEMPLATE, name.text(self.text)),
            span: name,
            whole: action.span,
            global: false,
            unique: Some(&duplicate_template::RULE),
        });
    }

    /// Checks that a keyword without a pipeline has none.
    fn nothing_after(&mut self, action: &Action<'t>) {
        if let Some(unexpected) = action.unexpected {
            self.check(unexpected);
        }
    }
}
