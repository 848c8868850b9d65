//! How much a model has to read.

use crate::ast::Block;
use crate::document::Document;
use crate::{convert, ids, json, serialize};

pub use agmark_tokens::count;

/// What the same content costs in several formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole {
    pub agd: usize,
    pub markdown: usize,
    pub html: usize,
    pub json: usize,
}

impl Whole {
    pub fn of(document: &Document<'_>) -> Self {
        Self {
            agd: count(&serialize(document)),
            markdown: count(&convert::to_md(document).text),
            html: count(&convert::to_html(document).text),
            json: count(&json::document(document).to_string()),
        }
    }
}

/// What it costs to read one block of a document: the table of contents, and then the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selective {
    pub contents: usize,
    /// The middle one of all blocks with an id, by cost.
    pub block: usize,
}

impl Selective {
    /// None if no block has an id.
    pub fn of(document: &Document<'_>) -> Option<Self> {
        let with_id = document.blocks().filter(|block| block.id().is_some());
        let mut costs: Vec<usize> = with_id.map(|block| count(&block.canonical())).collect();
        costs.sort_unstable();
        let block = *costs.get(costs.len() / 2)?;
        Some(Self { contents: count(&contents(document)), block })
    }
}

/// The table of contents: a line for each block with an id, with what is said of it.
pub fn contents(document: &Document<'_>) -> String {
    document.blocks().filter_map(contents_line).collect()
}

fn contents_line(block: Block<'_>) -> Option<String> {
    Some(format!("{}\t{}\n", block.id()?, ids::description(block)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{corpus, parse};

    #[test]
    fn tokens_are_counted() {
        let text = corpus::document(3, 100);
        let document = parse(&text).expect("it is good");
        let whole = Whole::of(&document);
        assert!(whole.markdown < whole.agd && whole.agd < whole.html && whole.html < whole.json, "{whole:?}");
        let selective = Selective::of(&document).expect("blocks have ids");
        assert!(selective.contents + selective.block < whole.agd / 2, "{selective:?} of {whole:?}");
        assert_eq!(Selective::of(&parse("@p x").expect("it is good")), None);
    }
}
