//! The analysis of a chunk, from its lines.

pub mod links;
pub mod symbols;

use crate::cross_file::summary::Summary;
use crate::cross_file::targets::PieceTargets;
use crate::cross_file::uses::{RefRole, RefUse, RefUses};
use crate::rules::line_context::LineContext;
use crate::rules::{self, dangling_ref, duplicate_ref, table_size};
use crate::syntax::context::{Body, Context, ContextLine, LONG_TABLE};
use crate::syntax::cuts;
use crate::syntax::element::Element;
use crate::syntax::front_matter::FrontMatter;
use crate::syntax::line::{Kind as Content, Sign, line_at};
use crate::syntax::line_node::{self, LineContent, LineNode};
use crate::syntax::node::Kind;
use crate::syntax::ordinary;
use crate::syntax::refs::{REF, REMOVED_REF, expanded};
use crate::syntax::row::Row;
use agmark_syntax::{
    Definition, Diagnostic, Fold, FoldKind, Link, LinkKind, Name, Piece, Reference, Span, State, Target,
};

/// The analysis of a chunk. Only the summary is format data.
pub type Analysis = agmark_syntax::Analysis<(), Summary>;

/// Analyzes a piece.
pub fn analyze(piece: &Piece<'_>) -> Analysis {
    let mut reader = ChunkReader::new(piece.text, cuts::context(piece.state));
    line_node::each(piece.tree, &mut |node| reader.line(&node));
    reader.analysis(piece.is_first())
}

/// Analyzes an ordinary piece without its tree.
pub fn analyze_ordinary(text: &str, state: &State) -> Option<Analysis> {
    let context = cuts::context(state);
    if context.diff {
        return None;
    }
    let lines = ordinary::lines(text, context.front)?;
    let mut reader = ChunkReader::new(text, context);
    lines.iter().for_each(|node| reader.line(node));
    Some(reader.analysis(state.is_start()))
}

struct ChunkReader<'a> {
    text: &'a str,
    context: Context,
    analysis: Analysis,
    found: Vec<Diagnostic>,
    /// The declared size of the current table.
    table: Option<table_size::Declared>,
    /// A run of content lines or rows: the kind, the depth, the span and the number of lines.
    run: Option<(Content, u32, Span, u32)>,
    /// The elements that other files can refer to.
    targets: PieceTargets,
    /// The elements of the base that a diff names.
    uses: RefUses,
}

impl<'a> ChunkReader<'a> {
    fn new(text: &'a str, context: Context) -> Self {
        Self {
            text,
            context: context.begun(),
            analysis: Analysis::default(),
            found: Vec::new(),
            table: None,
            run: None,
            targets: PieceTargets::default(),
            uses: RefUses::default(),
        }
    }

    /// The analysis of the lines that were read. `first` is true at the start of the document.
    fn analysis(mut self, first: bool) -> Analysis {
        self.end_table();
        self.end_run();
        // Some diagnostics are reported after later ones.
        self.found.sort_by_key(|d| d.span);
        let mut analysis = Analysis { diagnostics: self.found, ..self.analysis };
        // A diff is always compared with its base.
        analysis.cross_file = self.context.diff;
        // Other files cannot refer to a diff. Each snapshot has a summary, even without refs.
        if !self.context.diff && (first || !self.targets.is_empty()) {
            self.targets.shrink_to_fit();
            analysis.summary = Some(Summary::Snapshot(self.targets));
        } else if self.context.diff && self.uses != RefUses::default() {
            analysis.summary = Some(Summary::User(self.uses));
        }
        analysis
    }

    fn line(&mut self, node: &LineNode) {
        if let LineContent::Front(front) = &node.content {
            return self.front(front);
        }
        let start = node.start;
        let text = line_at(self.text, start, node.end);
        let ContextLine::Body(body) = self.context.pass(text) else { return };
        let span = Span::new(start + body.head.content, node.end);
        // A table ends where the document may be cut, even before prose that starts like an element.
        if matches!(body.head.kind, Content::Element | Content::Content) {
            self.end_table();
        }
        self.fold_run(&body, span);
        if body.aria.is_some() {
            return self.aria(&body, span);
        }
        let mut context = LineContext {
            text: self.text,
            start,
            body: &body,
            state: &self.context,
            found: &mut self.found,
            last_ref: body.last_ref,
        };
        rules::line(&mut context);
        match &node.content {
            LineContent::Element(element) => {
                rules::element(&mut context, element);
                self.element(&body, element, span);
            }
            LineContent::Row(row) => {
                rules::row(&mut context, row);
                self.row(&body, row);
            }
            LineContent::Summary => self.summary(&body, span),
            LineContent::Content | LineContent::Front(_) => {}
            LineContent::Unknown => rules::unknown(&mut context, span),
        }
    }

    fn front(&mut self, front: &FrontMatter) {
        for line in front.span.text(self.text).split('\n') {
            self.context.pass(line);
        }
        rules::front_matter(self.text, front, &mut self.found);
        let kind = FoldKind::Block;
        self.analysis.folds.push(Fold { span: front.span, kind });
        for entry in front.entries.iter().filter(|e| e.key.text(self.text) == "base" && self.context.diff) {
            let target = crate::syntax::front_line::unquoted(entry.value.text(self.text));
            if !target.contains("://") && !target.is_empty() {
                let ending = if links::names_file(&target) { "" } else { ".anml" };
                self.uses.about = Some(format!("{target}{ending}").into());
            }
            // A base may have any name. A name with a file ending is a file.
            if links::names_file(&target) {
                let kind = LinkKind::File;
                self.analysis.links.push(Link { span: entry.value, kind, target: target.into_owned() });
            }
        }
        for entry in front.entries.iter().filter(|e| e.key.text(self.text) == "url") {
            let target = crate::syntax::front_line::unquoted(entry.value.text(self.text));
            if links::is_address(&target) {
                let kind = LinkKind::Address;
                self.analysis.links.push(Link { span: entry.value, kind, target: target.into_owned() });
            }
        }
    }

    /// A line of an ARIA snapshot. The document gets one diagnostic about it.
    fn aria(&mut self, body: &Body, span: Span) {
        if body.aria == Some(true) {
            self.found.push(rules::aria_snapshot::diagnostic(span));
        }
    }

    fn element(&mut self, body: &Body, element: &Element, span: Span) {
        self.table = table_size::Declared::of(element, self.text, body.depth, &self.context);
        self.names(body, element, span);
        self.analysis.symbols.push(symbols::symbol(self.text, element, body.depth, span, true));
    }

    fn row(&mut self, body: &Body, row: &Row) {
        if let Some(table) = &mut self.table {
            let long = body.table.is_some_and(|t| t.rows == LONG_TABLE);
            table.row(body.depth, row, long);
        }
        for element in row.cells.iter().filter_map(|c| c.element.as_deref()) {
            self.names(body, element, element.span);
            self.analysis.symbols.push(symbols::symbol(self.text, element, body.depth, element.span, false));
        }
    }

    /// Several rows or content lines fold to the first one.
    fn fold_run(&mut self, body: &Body, span: Span) {
        let (kind, depth) = (body.head.kind, body.depth);
        match &mut self.run {
            Some((known, at, whole, lines)) if *known == kind && *at == depth => {
                whole.end = span.end;
                *lines += 1;
            }
            _ => {
                self.end_run();
                self.run = matches!(kind, Content::Row | Content::Content).then_some((kind, depth, span, 1));
            }
        }
    }

    fn end_run(&mut self) {
        if let Some((_, _, span, lines)) = self.run.take()
            && lines > 1
        {
            self.analysis.folds.push(Fold { span, kind: FoldKind::Block });
        }
    }

    fn end_table(&mut self) {
        if let Some(table) = self.table.take() {
            table_size::check(&table, &mut self.found);
        }
    }

    /// Adds the definition, the references and the links of an element.
    fn names(&mut self, body: &Body, element: &Element, whole: Span) {
        let removed = body.head.sign == Some(Sign::Removed) && self.context.diff;
        if !self.context.diff {
            self.targets.element(body.depth, element, self.text);
        }
        if let Some(span) = element.reference_name() {
            let space = if removed { REMOVED_REF } else { REF };
            let name = Name::new(space, span.text(self.text));
            if self.context.diff {
                let role = if body.head.sign == Some(Sign::Added) { RefRole::Added } else { RefRole::Known };
                self.uses.refs.push(RefUse { name: span.text(self.text).into(), span, role });
            }
            let unique = Some(&duplicate_ref::RULE.rule);
            self.analysis.definitions.push(Definition { name, span, whole, global: false, unique });
        }
        for attribute in element.attributes() {
            match attribute.value.kind {
                Kind::Reference => {
                    let Span { start, end } = attribute.value.span;
                    self.refer(Span { start: start + 1, end });
                }
                Kind::Value | Kind::String if links::leads(attribute.key.text(self.text)) => {
                    self.analysis.links.extend(links::link(element, attribute.value, self.text));
                }
                _ => {}
            }
        }
    }

    fn summary(&mut self, body: &Body, span: Span) {
        self.targets.summary(body.depth, span.text(self.text));
        if let Some(table) = &mut self.table {
            table.summary = true;
        }
        for span in expanded(self.text, span) {
            self.refer(span);
        }
    }

    fn refer(&mut self, span: Span) {
        let name = Name::new(REF, span.text(self.text));
        if self.context.diff {
            self.uses.refs.push(RefUse { name: span.text(self.text).into(), span, role: RefRole::Reference });
        }
        // A diff is a part of the document, so the definition may be in the rest.
        let resolved = (!self.context.diff).then_some(&dangling_ref::RULE.rule);
        self.analysis.references.push(Reference { name, span, target: Target::File, resolved });
    }
}
