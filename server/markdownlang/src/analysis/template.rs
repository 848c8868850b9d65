//! The actions of a chunk: control structures, variables, and what each action means.
//!
//! A chunk holds its control structures whole (see [`crate::syntax::cuts`]), so what is open at its end is open at the
//! document's end. What fields mean depends on types, and is judged with the whole document at hand.

mod blocks;
mod commands;
mod operands;
mod scope;
mod variables;

use agmark_syntax::{Awaits, Definition, Diagnostic, Fold, FoldKind, Name, Reference, Rule, Span, Target};
use tree_sitter::Node;

use crate::data::Analysis;
use crate::names;
use crate::rules::{
    duplicate_template, malformed_comment, missing_value, unclosed_action, unclosed_parenthesis,
    undefined_template, unexpected_token, unterminated_comment, unterminated_string,
};
use crate::vocabulary::{KEYWORDS, find};
use scope::{Block, Variable};

/// Reads actions into facts.
pub(crate) struct Template<'a> {
    text: &'a str,
    analysis: &'a mut Analysis,
    blocks: Vec<Block>,
    variables: Vec<Variable>,
    /// Where the variables of the innermost template begin.
    visible: usize,
    /// How many variables of control structures there were, and what tells them from those of other chunks.
    locals: u32,
    salt: Option<u32>,
    /// Whether the innermost template is not the document.
    in_template: bool,
    /// Whether a `range` of the innermost template is open.
    in_range: bool,
    /// The action that is read.
    current: Span,
    /// It lacks an end, or a string in it does.
    broken: bool,
    /// Something in the command that is read is out of place.
    unsound: bool,
    /// How far line ends were looked for, and where the last line began.
    scanned: usize,
    line: usize,
}

impl<'a> Template<'a> {
    pub(crate) fn new(text: &'a str, analysis: &'a mut Analysis) -> Self {
        Self {
            text,
            analysis,
            blocks: Vec::new(),
            variables: Vec::new(),
            visible: 0,
            locals: 0,
            salt: None,
            in_template: false,
            in_range: false,
            current: Span::default(),
            broken: false,
            unsound: false,
            scanned: 0,
            line: 0,
        }
    }

    /// Reads the nodes of a chunk's body.
    pub(crate) fn read(mut self, nodes: &[Node<'_>]) {
        for node in nodes {
            match node.kind() {
                "text" => {}
                "comment" => {
                    self.analysis.folds.push(Fold { span: Span::of(*node), kind: FoldKind::Comment });
                }
                "malformed_comment" => {
                    let span = Span::of(*node);
                    self.report(malformed_comment::whole(span, span.text(self.text)));
                }
                "unterminated_comment" => {
                    let span = Span::of(*node);
                    let start = span.text(self.text).find("/*").map_or(span.len(), |at| at + 2);
                    let start = Span::new(span.start as usize, span.start as usize + start);
                    self.report(unterminated_comment::at(start));
                }
                _ => self.action(*node),
            }
        }
        self.finish();
    }

    fn action(&mut self, node: Node<'_>) {
        let action = Action::new(node);
        let first = self.analysis.diagnostics.len();
        self.broken = action.unclosed;
        self.current = action.span;
        match node.kind() {
            "action" => self.output(&action),
            "if_action" | "range_action" | "with_action" => self.open_control(&action),
            "else_action" => self.otherwise(&action),
            "end_action" => self.end(&action),
            "break_action" | "continue_action" => self.leave(&action),
            "define_action" => self.define(&action),
            "block_action" => self.block(&action),
            "template_action" => self.call_template(&action),
            _ => {}
        }
        if self.broken {
            // What is said of the rest of a broken action is guessing.
            let all = &mut self.analysis.diagnostics;
            let kept: Vec<_> = all.drain(first..).filter(|d| survives(d, action.unclosed)).collect();
            all.extend(kept);
        }
        if action.unclosed {
            self.report(unclosed_action::at(action.start, action.span.end as usize));
        }
    }

    /// An action that shows a value, or declares a variable.
    fn output(&mut self, action: &Action<'_>) {
        let Some(pipeline) = action.pipeline else {
            return self.report(missing_value::empty(action.span));
        };
        let only = pipeline.named_child(0).filter(|n| n.kind() == "misplaced_comment");
        if only.is_some() && pipeline.child_count() == 1 {
            let text = action.span.text(self.text);
            return self.report(malformed_comment::whole(action.span, text));
        }
        let declaration = self.pipeline(pipeline);
        self.declare(declaration, false);
    }

    fn call_template(&mut self, action: &Action<'_>) {
        let Some(name) = self.template_name(action) else { return };
        self.analysis.references.push(Reference {
            name: Name::new(names::TEMPLATE, name.text(self.text)),
            span: name,
            target: Target::File,
            resolved: Some(&undefined_template::RULE),
        });
        if let Some(pipeline) = action.pipeline {
            let declaration = self.pipeline(pipeline);
            self.declare(declaration, false);
        }
    }

    /// The name of a template, without its quotes; reports it where it is missing.
    fn template_name(&mut self, action: &Action<'_>) -> Option<Span> {
        let Some(name) = action.node.child_by_field_name("name") else {
            self.report(missing_value::name(action.keyword, action.word));
            return None;
        };
        let quotes = Span::of(name);
        Some(Span::new(quotes.start as usize + 1, (quotes.end as usize).saturating_sub(1)))
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

    fn nothing_after(&mut self, action: &Action<'_>) {
        if let Some(extra) = action.unexpected {
            self.report(unexpected_token::after(Span::of(extra), action.word));
        }
    }

    fn report(&mut self, finding: Diagnostic) {
        let unfinished = UNFINISHED.contains(&finding.rule);
        self.analysis.diagnostics.push(if unfinished { finding.awaiting(Awaits::Here) } else { finding });
    }
}

/// Rules about what is missing right where it is noticed.
static UNFINISHED: &[&Rule] =
    &[&missing_value::RULE, &unclosed_action::RULE, &unclosed_parenthesis::RULE, &unterminated_string::RULE];

/// Whether a finding in a broken action is more than guessing.
fn survives(finding: &Diagnostic, unclosed: bool) -> bool {
    use crate::rules::{nested_define, outside_range, unexpected_else, unexpected_end};
    let structure =
        [&nested_define::RULE, &outside_range::RULE, &unexpected_else::RULE, &unexpected_end::RULE];
    // Without an end, a quote may be an apostrophe of the text that follows.
    structure.contains(&finding.rule) || !unclosed && *finding.rule == unterminated_string::RULE
}

/// The parts of an action.
#[derive(Clone, Copy)]
struct Action<'t> {
    node: Node<'t>,
    span: Span,
    /// The start delimiter.
    start: Span,
    /// The keyword, empty at the start where there is none.
    keyword: Span,
    word: &'static str,
    /// `if` or `with` after `else`.
    second: Option<&'static str>,
    pipeline: Option<Node<'t>>,
    /// What stands where nothing may.
    unexpected: Option<Node<'t>>,
    unclosed: bool,
}

impl<'t> Action<'t> {
    fn new(node: Node<'t>) -> Self {
        let span = Span::of(node);
        let mut action = Self {
            node,
            span,
            start: node.child(0).map_or(span, Span::of),
            keyword: Span::at(span.start as usize),
            word: "",
            second: None,
            pipeline: None,
            unexpected: None,
            unclosed: false,
        };
        let mut cursor = node.walk();
        for child in node.children(&mut cursor).skip(1) {
            match child.kind() {
                "pipeline" => action.pipeline = Some(child),
                "unexpected_pipeline" => action.unexpected = Some(child),
                "unclosed_action" => action.unclosed = true,
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
}
