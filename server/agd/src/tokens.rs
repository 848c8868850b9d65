//! How much a model has to read.

use crate::ast::{Block, Kind};
use crate::document::Document;
use crate::{convert, json, serialize};

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

/// What it costs to find one block of a document and read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selective {
    /// All ids, a line each.
    pub contents: usize,
    /// The mean of all blocks with an id.
    pub block: usize,
    /// None where headings make it no cheaper.
    pub levels: Option<Levels>,
}

/// What it costs to find a block through the headings: first those down to a level, then the ids of one section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The level that is cheapest.
    pub level: u8,
    /// The headings, and a section (the mean of all blocks).
    pub tokens: usize,
}

impl Selective {
    /// None if no block has an id.
    pub fn of(document: &Document<'_>) -> Option<Self> {
        let named: Vec<Block<'_>> = document.blocks().filter(|block| block.id().is_some()).collect();
        if named.is_empty() {
            return None;
        }
        let blocks: usize = named.iter().map(|block| count(&block.canonical())).sum();
        let contents = count(&contents(&named));
        let costs: Vec<usize> = named.iter().map(|block| count(&line(*block))).collect();
        let levels = (1..=4).filter_map(|level| Levels::of(&named, &costs, contents, level));
        let levels = levels.min_by_key(|levels| levels.tokens).filter(|levels| levels.tokens < contents);
        Some(Self { contents, block: blocks.div_ceil(named.len()), levels })
    }

    /// All ids, and a block.
    pub fn flat(&self) -> usize {
        self.contents + self.block
    }
}

impl Levels {
    /// For blocks with ids, what each costs in a list of ids, and what all of them cost; none if there is no such heading.
    fn of(named: &[Block<'_>], costs: &[usize], contents: usize, deepest: u8) -> Option<Self> {
        let level = |block: &Block<'_>| match block.kind() {
            Kind::Heading(level) if level <= deepest => Some(level),
            _ => None,
        };
        let mut before = vec![0; costs.len() + 1];
        for (index, cost) in costs.iter().enumerate() {
            before[index + 1] = before[index] + cost;
        }
        // Where the section ends that begins here: at the next heading that is not below it.
        let mut ends = vec![named.len(); named.len()];
        let mut next = [named.len(); 5];
        for (index, block) in named.iter().enumerate().rev() {
            if let Some(level) = level(block) {
                ends[index] = next[..=usize::from(level)].iter().copied().min().unwrap_or(named.len());
                next[usize::from(level)] = index;
            }
        }
        let (mut outline, mut sections, mut section) = (0, 0, contents);
        for (index, block) in named.iter().enumerate() {
            if level(block).is_some() {
                outline += costs[index];
                section = before[ends[index]] - before[index];
            }
            sections += section;
        }
        (outline > 0).then(|| Self { level: deepest, tokens: outline + sections / named.len() })
    }
}

/// The ids of blocks, a line each.
fn contents(named: &[Block<'_>]) -> String {
    named.iter().copied().map(line).collect()
}

fn line(block: Block<'_>) -> String {
    format!("{}\n", block.id().unwrap_or(""))
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

    /// What is found through headings is what the ids of the outline and of the section cost.
    #[test]
    fn levels_are_measured() {
        let text =
            "@h1 A [#a]\n\n@p x [#x]\n\n@h2 B [#b]\n\n@p y [#y]\n\n@h1 D [#d]\n\n@p z [#z]\n\n@p w [#w]\n";
        let document = parse(text).expect("it is good");
        let named: Vec<_> = document.blocks().collect();
        let costs = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
        let of = |level| Levels::of(&named, &costs, 0, level).map(|levels| levels.tokens);
        assert_eq!(of(1), Some(1 + 10_000 + (4 * 1_111 + 3 * 1_110_000) / 7));
        assert_eq!(of(2), Some(1 + 100 + 10_000 + (2 * 1_111 + 2 * 1_100 + 3 * 1_110_000) / 7));
        assert_eq!(Levels::of(&named[1..2], &costs[1..2], 10, 4), None);
    }

    /// The gains that the format is known for, with documents of its sizes.
    #[test]
    fn reading_one_block_is_cheap() {
        for (blocks, flat, by_level) in [(100, 6.0, 8.0), (1_000, 7.0, 20.0)] {
            let text = corpus::document(2024, blocks);
            let document = parse(&text).expect("it is good");
            let (cost, whole) =
                (Selective::of(&document).expect("blocks have ids"), Whole::of(&document).markdown);
            let levels = cost.levels.expect("there are headings").tokens + cost.block;
            let gain = |part: usize| whole as f64 / part as f64;
            assert!(gain(cost.flat()) > flat && gain(levels) > by_level, "{blocks}: {cost:?} of {whole}");
        }
    }
}
