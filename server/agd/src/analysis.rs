//! The analysis of a piece.

mod outline;

use agmark_syntax::{
    Definition, Fold, FoldKind, Link, LinkKind, Name, Piece, Reference, Rule, Span, State, Target,
};

use crate::rules::{self, DANGLING_REFERENCE, DANGLING_REFS, DUPLICATE_ID};
use crate::suppress;
use crate::syntax::block::{Block, BlockKind, Identifier};
use crate::syntax::{ordinary, read, refs, value};

/// The analysis of a chunk, without data of the format.
pub type Analysis = agmark_syntax::Analysis<(), ()>;

/// The namespace of ids, with its name in messages.
pub const ID: &str = "id";

/// Analyzes a piece of a document.
pub fn analyze(piece: &Piece<'_>) -> Analysis {
    of_blocks(&read::blocks(piece.tree, piece.text), piece.text, piece.state)
}

/// Analyzes an ordinary piece without its tree.
pub fn analyze_ordinary(text: &str, state: &State) -> Option<Analysis> {
    Some(of_blocks(&ordinary::blocks(text)?, text, state))
}

fn of_blocks(blocks: &[Block], text: &str, state: &State) -> Analysis {
    let mut analysis = Analysis::default();
    for (index, block) in blocks.iter().enumerate() {
        outline::symbol(block, text, &mut analysis.symbols);
        definitions(block, text, &mut analysis.definitions);
        references(block, text, &mut analysis);
        include(block, text, &mut analysis.links);
        fold(blocks, index, &mut analysis.folds);
    }
    analysis.suppressions = suppress::suppressions(blocks, text);
    rules::check(text, state, blocks, &mut analysis.diagnostics);
    analysis.diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    analysis
}

fn definitions(block: &Block, text: &str, out: &mut Vec<Definition>) {
    for identifier in block.ids.iter().map(|id| id.identifier).filter(|identifier| identifier.good) {
        out.push(Definition {
            name: name(identifier.name(), text),
            span: identifier.name(),
            whole: block.span,
            global: true,
            unique: Some(&DUPLICATE_ID.rule),
        });
    }
}

/// Adds the references of a block: as a `@ref`, inline, in `refs=`.
fn references(block: &Block, text: &str, analysis: &mut Analysis) {
    // A `@ref` takes one target: see `rules/unexpected_argument.rs`.
    let targets = block.targets.first().filter(|_| block.kind == BlockKind::Ref).copied().into_iter();
    let inline = block.markup.iter().filter_map(|markup| markup.target);
    let own = targets.chain(inline).filter(|identifier| identifier.good).map(Identifier::name);
    let start = analysis.references.len();
    analysis.references.extend(own.map(|span| reference(span, text, Target::File, &DANGLING_REFERENCE.rule)));
    if let Some(attribute) = block.attribute(text, refs::KEY) {
        for entry in refs::entries(attribute, text) {
            let target = match entry.file {
                Some(file) => {
                    let target = file.text(text).to_owned();
                    let path = target.as_str().into();
                    analysis.links.push(Link { span: file, kind: LinkKind::File, target });
                    Target::Other(path)
                }
                None => Target::File,
            };
            analysis
                .references
                .extend(entry.name.map(|span| reference(span, text, target, &DANGLING_REFS.rule)));
        }
    }
    analysis.references[start..].sort_by_key(|reference| reference.span);
}

fn reference(span: Span, text: &str, target: Target, resolved: &'static Rule) -> Reference {
    Reference { name: name(span, text), span, target, resolved: Some(resolved) }
}

fn name(span: Span, text: &str) -> Name {
    Name::new(ID, span.text(text))
}

/// The file that an `@include` names.
fn include(block: &Block, text: &str, out: &mut Vec<Link>) {
    if block.kind != BlockKind::Include {
        return;
    }
    if let Some(path) = block.attribute(text, "path") {
        let target = value::text(path, text).into_owned();
        if !target.is_empty() {
            out.push(Link { span: value::inside(path), kind: LinkKind::Import, target });
        }
    }
}

/// Blocks with a body fold to their first line, and so do adjacent comments.
fn fold(blocks: &[Block], index: usize, out: &mut Vec<Fold>) {
    let block = &blocks[index];
    let comment = |at: usize| blocks.get(at).is_some_and(|block| block.kind == BlockKind::Comment);
    if comment(index) {
        if index.checked_sub(1).is_some_and(comment) {
            return;
        }
        let last = (index..).take_while(|at| comment(*at)).last().unwrap_or(index);
        if last > index {
            let span = Span { start: block.span.start, end: blocks[last].span.end };
            out.push(Fold { span, kind: FoldKind::Comment });
        }
    } else if block.fence.is_some() || !block.items.is_empty() || block.kind == BlockKind::StrayText {
        out.push(Fold { span: block.span, kind: FoldKind::Block });
    }
}
