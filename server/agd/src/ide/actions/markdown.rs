//! Reading lines as Markdown.

use agmark_syntax::{Document, Edit, Span};

use super::offer::{OfferedEdits, lines};
use crate::convert;
use crate::ide::chunk_blocks::{ChunkBlocks, in_body};
use crate::ide::known_ids;
use crate::lexical::line::{self, Class, class};

/// Converts the selected lines from Markdown to blocks. Lines that are blocks are not Markdown.
pub fn convert(document: &Document, chunk: &ChunkBlocks, selection: Span) -> OfferedEdits {
    if selection.is_empty() {
        return None;
    }
    let at = chunk.inside(selection.start as usize);
    if chunk.blocks.iter().any(|block| in_body(block, at)) {
        return None;
    }
    let span = lines(document, selection);
    let text = document.text().span(span);
    if line::is_blank(&text.replace('\n', ""))
        || text.lines().any(|line| matches!(class(line), Class::Block(_) | Class::Comment))
    {
        return None;
    }
    let (mut blocks, losses) = convert::blocks_of_md(&text);
    if blocks.is_empty() {
        return None;
    }
    let mut names = known_ids::free(document);
    for id in blocks.iter_mut().filter_map(|block| block.id.as_mut()) {
        *id = names.unique(std::mem::take(id));
    }
    let written: Vec<_> = blocks.iter().map(crate::ast::OwnedBlock::canonical).collect();
    let mut out = written.join("\n\n");
    let source = document.text();
    let (first, last) = (source.line_of(span.start as usize), source.line_of(span.end as usize));
    let filled = |line: usize| !line::is_blank(&source.slice(source.line_range(line)));
    if first.checked_sub(1).is_some_and(filled) {
        out.insert(0, '\n');
    }
    if last + 1 < source.line_count() && filled(last + 1) {
        out.push('\n');
    }
    let title = match losses.len() {
        0 => "convert from Markdown".to_owned(),
        1 => format!("convert from Markdown, without {}", losses[0].what),
        count => format!("convert from Markdown, without {count} constructs"),
    };
    Some((title, vec![Edit::replace(span, out)]))
}
