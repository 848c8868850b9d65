//! The analysis of a piece: its symbols, folds, names and diagnostics.

pub mod chunk_data;
pub mod defined_commands;
pub mod names;
pub(crate) mod namespaces;

use agmark_syntax::{
    Analysis, Fold, FoldKind, Piece, Reference, Span, State, Suppression, Symbol, SymbolKind,
};

use crate::analysis::chunk_data::ChunkData;
use crate::analysis::defined_commands::DefinedCommands;
use crate::syntax::header_kind::HeaderKind;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::{Header, Structure};
use crate::syntax::value;
use crate::{rules, vocabulary};

/// The longest text that is shown after a name in the outline, in characters.
const DETAIL: usize = 60;

/// Analyzes a piece; `indent` is the unit that is set for the document.
pub fn analyze(piece: &Piece<'_>, indent: Option<u32>) -> Analysis<ChunkData, DefinedCommands> {
    of_structure(&Structure::read(piece, indent))
}

/// Analyzes an ordinary piece without a tree; `None` for another piece.
pub fn analyze_ordinary(
    text: &str,
    state: &State,
    indent: Option<u32>,
) -> Option<Analysis<ChunkData, DefinedCommands>> {
    Structure::read_ordinary(text, state, indent).map(|structure| of_structure(&structure))
}

fn of_structure(structure: &Structure<'_>) -> Analysis<ChunkData, DefinedCommands> {
    let references = names::references(structure);
    let data = ChunkData::of(structure);
    let asks = |r: &Reference| match r.name.space.word() {
        namespaces::COMMAND => vocabulary::command(&r.name.text).is_none(),
        space => space == namespaces::ID,
    };
    Analysis {
        symbols: symbols(structure),
        definitions: names::definitions(structure),
        links: names::links(structure),
        folds: folds(structure),
        diagnostics: rules::check(structure, data.as_ref().map_or(&[], |data| &data.diffs)),
        suppressions: suppressions(structure),
        summary: defined_commands::summary(structure),
        cross_file: data.is_some() || references.iter().any(asks),
        data,
        references,
        ties: Vec::new(),
    }
}

/// One symbol for each header, with its level as depth.
fn symbols(structure: &Structure<'_>) -> Vec<Symbol> {
    let mut symbols = Vec::with_capacity(structure.headers.len());
    for (index, header) in structure.headers.iter().enumerate() {
        let own = structure.own_span(index);
        let named = structure.parameter(header, "id").or_else(|| structure.parameter(header, "title"));
        symbols.push(Symbol {
            name: format!(".{}", header.name).into(),
            detail: detail(structure, header).into(),
            kind: kind(header),
            depth: u32::try_from(header.level).unwrap_or(u32::MAX),
            span: own,
            selection: header.name_span,
            extends: true,
            global: named.is_some() || (header.kind == HeaderKind::Command && header.documented),
        });
    }
    symbols
}

/// A detail that distinguishes a header: its id, title, path or name, or the start of its content.
fn detail(structure: &Structure<'_>, header: &Header<'_>) -> String {
    let words = |node| value::words(node, structure.text);
    let given = ["id", "title", "name", "path", "version"]
        .iter()
        .filter_map(|key| structure.parameter(header, key)?.value)
        .find_map(words);
    let inline = || header.contents.first().copied().and_then(words);
    let text = given.or_else(inline).unwrap_or_default();
    let line = text.lines().next().unwrap_or("").trim();
    match line.char_indices().nth(DETAIL) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

fn kind(header: &Header<'_>) -> SymbolKind {
    match header.kind {
        HeaderKind::Command if header.documented => SymbolKind::Interface,
        HeaderKind::Command => SymbolKind::Function,
        HeaderKind::Unknown => SymbolKind::Class,
        HeaderKind::Known(_) => match header.name {
            "GaryML" | "Include" => SymbolKind::Module,
            "Role" | "Query" => SymbolKind::String,
            "Context" | "Diff" => SymbolKind::Struct,
            "Documentation" | "Section" => SymbolKind::Section,
            "Command" | "ToolCall" => SymbolKind::Function,
            "Execute" => SymbolKind::Event,
            _ => SymbolKind::Class,
        },
    }
}

/// Blocks, bodies, and comments of several lines. Folds of a single line are removed later.
fn folds(structure: &Structure<'_>) -> Vec<Fold> {
    let mut folds: Vec<Fold> = Vec::new();
    let mut comments: Option<Span> = None;
    for item in &structure.items {
        let span = item.span(structure.text);
        if item.kind == ItemKind::Comment {
            comments = Some(match comments {
                Some(run) if adjacent(structure.text, run, item) => {
                    Span::new(run.start as usize, span.end as usize)
                }
                run => {
                    folds.extend(run.map(|span| Fold { span, kind: FoldKind::Comment }));
                    span
                }
            });
            continue;
        }
        folds.extend(comments.take().map(|span| Fold { span, kind: FoldKind::Comment }));
        let many = span.text(structure.text).contains('\n');
        if many && !matches!(item.kind, ItemKind::Header(_)) {
            folds.push(Fold { span, kind: FoldKind::Block });
        }
    }
    folds.extend(comments.map(|span| Fold { span, kind: FoldKind::Comment }));
    folds
}

/// Whether no blank line is between a comment and the one before.
fn adjacent(text: &str, run: Span, item: &LineItem<'_>) -> bool {
    let between = text.get(run.end as usize..item.range.start).unwrap_or("");
    between.matches('\n').count() <= 1
}

/// Comments that silence rules: on a separate line for the line or block below, at the end of a line for that line.
fn suppressions(structure: &Structure<'_>) -> Vec<Suppression> {
    let mut suppressions = Vec::new();
    let mut below = Span::at(structure.text.len());
    for item in structure.items.iter().rev() {
        let line = Span::new(item.range.start, item.span(structure.text).end as usize);
        if let Some(comment) = item.parts.comment {
            let (text, at) = (comment.text(structure.text), comment.start as usize);
            let (span, covered) = if item.kind == ItemKind::Comment {
                (Span::from(item.range.clone()), below)
            } else {
                let before = structure.text.get(..at).unwrap_or("").trim_end_matches([' ', '\t']).len();
                (Span::new(before, comment.end as usize), line)
            };
            suppressions.extend(Suppression::read(text, at, span, covered));
        }
        below = match item.kind {
            ItemKind::Comment => below,
            // The header with its items, up to the next header.
            ItemKind::Header(i) => Span::new(item.range.start, structure.own_span(i).end as usize),
            _ => line,
        };
    }
    suppressions.reverse();
    suppressions
}
