//! Blocks: the actions that open, continue and close them.

use agmark_syntax::{Fold, FoldKind, Span, Symbol, SymbolKind};

use super::TemplateReader;
use super::action::Action;
use super::scope::Block;
use crate::analysis::symbol::symbol;

/// The depth of a template's symbol. Headings have at most six levels, so a template belongs to the heading above it.
const TEMPLATE_DEPTH: u32 = 7;

impl<'t> TemplateReader<'_, 't> {
    /// `if`, `range`, `with`.
    pub(super) fn open_control(&mut self, action: &Action<'t>) {
        self.check(action.node);
        let declaration = action.pipeline.and_then(|pipeline| self.commands(pipeline));
        self.push(action);
        self.state.in_range |= action.word == "range";
        self.declare(declaration);
    }

    /// `else`, `else if`, `else with`.
    pub(super) fn otherwise(&mut self, action: &Action<'t>) {
        let Some(open) = self.blocks.last().filter(|block| block.may_have_else()) else { return };
        let (word, outer) = (open.word, open.outer);
        self.fold(action);
        if action.second.is_some() {
            self.check(action.node);
            if let Some(pipeline) = action.pipeline {
                self.pipeline(pipeline);
            }
        } else {
            self.nothing_after(action);
            if word == "range" {
                // This part is not repeated, so it is outside of the range.
                self.state.in_range = outer.in_range;
            }
        }
        if let Some(open) = self.blocks.last_mut() {
            open.branch = action.span.start;
            if action.second.is_none() {
                open.last_else = open.last_else.or(Some(action.keyword));
            }
        }
    }

    pub(super) fn end(&mut self, action: &Action<'t>) {
        self.nothing_after(action);
        self.fold(action);
        let Some(block) = self.blocks.pop() else { return };
        if let Some((definition, symbol)) = block.template {
            if let Some(definition) = self.analysis.definitions.get_mut(definition) {
                definition.whole.end = action.span.end;
            }
            if let Some(symbol) = self.analysis.symbols.get_mut(symbol) {
                symbol.span.end = action.span.end;
            }
        }
        self.state = block.outer;
        self.variables.truncate(block.outer.variables);
    }

    /// `define`, `block`. A template sees its dot and no variable outside of it.
    pub(super) fn define(&mut self, action: &Action<'t>) {
        self.check(action.node);
        if action.name.is_some() {
            self.nothing_after(action);
            if let Some(pipeline) = action.pipeline.filter(|_| action.word == "block") {
                self.commands(pipeline);
            }
        }
        self.push(action);
        (self.state.in_template, self.state.in_range) = (true, false);
        self.state.first_variable = self.variables.len();
        let Some(name) = action.name else { return };
        let index = (self.analysis.definitions.len(), self.analysis.symbols.len());
        self.define_template(action, name);
        let symbol = symbol(name.text(self.text), name, TEMPLATE_DEPTH, SymbolKind::Function);
        let (detail, span) = (action.word.into(), action.span);
        self.analysis.symbols.push(Symbol { detail, span, ..symbol });
        if let Some(block) = self.blocks.last_mut() {
            block.template = Some(index);
        }
    }

    fn push(&mut self, action: &Action<'_>) {
        self.state.variables = self.variables.len();
        self.blocks.push(Block {
            word: action.word,
            keyword: action.keyword,
            branch: action.span.start,
            last_else: None,
            outer: self.state,
            template: None,
        });
    }

    /// Adds a fold for the branch that `action` ends: from its first line to the line of `action`, both excluded.
    fn fold(&mut self, action: &Action<'_>) {
        let line = self.line_with(action.span.start as usize);
        let Some(block) = self.blocks.last() else { return };
        let from = block.branch as usize;
        if line > from {
            self.analysis.folds.push(Fold { span: Span::new(from, line), kind: FoldKind::Block });
        }
    }

    /// The start of the line with the offset `at`. The offsets must be in the order of the text.
    fn line_with(&mut self, at: usize) -> usize {
        if let Some(end) = self.text.get(self.scanned..at).and_then(|passed| passed.rfind('\n')) {
            self.line = self.scanned + end + 1;
        }
        self.scanned = at;
        self.line
    }
}
