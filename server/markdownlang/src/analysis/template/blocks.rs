//! Control structures: what opens them, goes on, and ends them.

use agmark_syntax::{Fold, FoldKind, Span, Symbol, SymbolKind};

use super::scope::Block;
use super::{Action, Template};
use crate::rules::{
    missing_value, nested_define, outside_range, unclosed_block, unexpected_else, unexpected_end,
};

/// Headings are at most six deep: a template belongs to the one that it stands under.
const TEMPLATE_DEPTH: u32 = 7;

impl Template<'_> {
    /// `if`, `range`, `with`.
    pub(super) fn open_control(&mut self, action: &Action<'_>) {
        let declaration = self.condition(action);
        self.push(action);
        let is_range = action.word == "range";
        self.in_range |= is_range;
        self.declare(declaration, is_range);
    }

    /// `else`, `else if`, `else with`.
    pub(super) fn otherwise(&mut self, action: &Action<'_>) {
        let Some(open) = self.blocks.last().filter(|b| matches!(b.word, "if" | "range" | "with")) else {
            return self.report(unexpected_else::alone(action.keyword));
        };
        let (word, last_else, outer) = (open.word, open.last_else, open.in_range);
        if let Some(first) = last_else {
            self.report(unexpected_else::second(action.keyword, first));
        } else if let Some(second) = action.second
            && second != word
        {
            self.report(unexpected_else::other(action.keyword, second, word));
        }
        self.fold(action);
        if let Some(second) = action.second {
            let declaration = self.condition(&Action { word: second, ..*action });
            self.declare(declaration, false);
        } else {
            self.nothing_after(action);
            if word == "range" {
                // This part is not repeated: it belongs to what is around the range.
                self.in_range = outer;
            }
        }
        if let Some(open) = self.blocks.last_mut() {
            open.branch = action.span.start;
            if action.second.is_none() {
                open.last_else = open.last_else.or(Some(action.keyword));
            }
        }
    }

    pub(super) fn end(&mut self, action: &Action<'_>) {
        self.nothing_after(action);
        self.fold(action);
        let Some(block) = self.blocks.pop() else {
            return self.report(unexpected_end::at(action.keyword, action.span));
        };
        if let Some((definition, symbol)) = block.template {
            if let Some(definition) = self.analysis.definitions.get_mut(definition) {
                definition.whole.end = action.span.end;
            }
            if let Some(symbol) = self.analysis.symbols.get_mut(symbol) {
                symbol.span.end = action.span.end;
            }
        }
        self.in_template = block.in_template;
        self.in_range = block.in_range;
        self.visible = block.visible;
        self.variables.truncate(block.variables);
    }

    /// `break`, `continue`.
    pub(super) fn leave(&mut self, action: &Action<'_>) {
        self.nothing_after(action);
        if !self.in_range {
            self.report(outside_range::at(action.keyword, action.word));
        }
    }

    pub(super) fn define(&mut self, action: &Action<'_>) {
        if let Some(open) = self.blocks.last() {
            let open = open.keyword;
            self.report(nested_define::at(action.keyword, open));
        }
        let name = self.template_name(action);
        if name.is_some() {
            self.nothing_after(action);
        }
        self.open_template(action, name);
    }

    pub(super) fn block(&mut self, action: &Action<'_>) {
        let name = self.template_name(action);
        if name.is_some() {
            self.condition(action);
        }
        self.open_template(action, name);
    }

    /// A template sees its dot, and nothing else from outside.
    fn open_template(&mut self, action: &Action<'_>, name: Option<Span>) {
        self.push(action);
        (self.in_template, self.in_range) = (true, false);
        self.visible = self.variables.len();
        let Some(name) = name else { return };
        let index = (self.analysis.definitions.len(), self.analysis.symbols.len());
        self.define_template(action, name);
        self.analysis.symbols.push(Symbol {
            name: name.text(self.text).to_owned(),
            detail: action.word.to_owned(),
            kind: SymbolKind::Function,
            depth: TEMPLATE_DEPTH,
            span: action.span,
            selection: name,
            extends: false,
            global: false,
        });
        if let Some(block) = self.blocks.last_mut() {
            block.template = Some(index);
        }
    }

    /// The pipeline of an action that needs one: what it declares.
    fn condition<'t>(&mut self, action: &Action<'t>) -> Option<tree_sitter::Node<'t>> {
        match action.pipeline {
            Some(pipeline) => self.pipeline(pipeline),
            None => {
                self.report(missing_value::after(action.keyword, action.word));
                None
            }
        }
    }

    fn push(&mut self, action: &Action<'_>) {
        self.blocks.push(Block {
            word: action.word,
            keyword: action.keyword,
            branch: action.span.start,
            last_else: None,
            in_template: self.in_template,
            in_range: self.in_range,
            visible: self.visible,
            variables: self.variables.len(),
            template: None,
        });
    }

    /// The branch that `action` ends: its first line stays, and so does the line of `action`.
    fn fold(&mut self, action: &Action<'_>) {
        let line = self.line_with(action.span.start as usize);
        let Some(block) = self.blocks.last() else { return };
        let from = block.branch as usize;
        if line > from {
            self.analysis.folds.push(Fold { span: Span::new(from, line), kind: FoldKind::Block });
        }
    }

    /// Where the line with `at` starts. Asked from left to right only.
    fn line_with(&mut self, at: usize) -> usize {
        if let Some(end) = self.text.get(self.scanned..at).and_then(|passed| passed.rfind('\n')) {
            self.line = self.scanned + end + 1;
        }
        self.scanned = at;
        self.line
    }

    /// The end of the document: what is open stays open.
    pub(super) fn finish(mut self) {
        for block in std::mem::take(&mut self.blocks) {
            self.report(unclosed_block::at(block.keyword, block.word, self.text.len()));
        }
    }
}
