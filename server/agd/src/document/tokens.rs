//! The number of tokens that a model has to read.

use crate::ast::{Block, Kind};
use crate::document::Document;
use crate::{convert, json, serialize};

pub use agmark_tokens::count;

/// The tokens of the same content in several formats.
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

/// The tokens to find one block of a document and read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selective {
    /// All ids, a line each.
    pub contents: usize,
    /// All ids on one line. A space belongs to the token after it; a line feed is a separate token.
    pub one_line: usize,
    /// The mean of all blocks with an id.
    pub block: usize,
    /// `None` if headings make it no cheaper.
    pub levels: Option<Levels>,
}

/// The tokens to find a block through the headings: first the headings down to a level, then the ids of one section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The level that is cheapest.
    pub level: u8,
    /// The headings, and a section (the mean of all blocks with an id).
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
        let entries: Vec<Entry> = document.blocks().map(Entry::of).collect();
        let levels = (1..=4).filter_map(|level| Levels::of(&entries, contents, level));
        let levels = levels.min_by_key(|levels| levels.tokens).filter(|levels| levels.tokens < contents);
        let ids: Vec<&str> = named.iter().filter_map(|block| block.id()).collect();
        let one_line = count(&format!("{}\n", ids.join(" ")));
        Some(Self { contents, one_line, block: blocks.div_ceil(named.len()), levels })
    }
}

/// What a block costs when a reader searches an id through the headings.
struct Entry {
    /// The level of a heading.
    heading: Option<u8>,
    /// The tokens of its id in a list; `None` without an id.
    cost: Option<usize>,
}

impl Entry {
    fn of(block: Block<'_>) -> Self {
        let heading = match block.kind() {
            Kind::Heading(level) => Some(level),
            _ => None,
        };
        Self { heading, cost: block.id().map(|_| count(&line(block))) }
    }
}

impl Levels {
    /// The tokens of the headings down to this level, and of one section, as `ids --levels` and `ids --under` list
    /// them; `None` if no such heading has an id. A reader who searches a heading of the outline needs no section. A
    /// reader who searches a block outside of all sections needs all ids.
    fn of(entries: &[Entry], contents: usize, deepest: u8) -> Option<Self> {
        // The tokens of each section, and how many ids are searched there and not in a subsection.
        let mut sections: Vec<(usize, usize)> = Vec::new();
        let mut open: Vec<(u8, usize)> = Vec::new();
        let (mut outline, mut outside, mut ids) = (0, 0, 0);
        for entry in entries {
            if let Some(level) = entry.heading {
                while open.pop_if(|(other, _)| *other >= level).is_some() {}
            }
            let Some(cost) = entry.cost else { continue };
            ids += 1;
            for (_, section) in &open {
                sections[*section].0 += cost;
            }
            if let Some(level) = entry.heading.filter(|level| *level <= deepest) {
                outline += cost;
                open.push((level, sections.len()));
                sections.push((0, 0));
            } else if let Some((_, section)) = open.last() {
                sections[*section].1 += 1;
            } else {
                outside += 1;
            }
        }
        let looked_at: usize = sections.iter().map(|(cost, targets)| cost * targets).sum();
        let all = looked_at + outside * contents;
        (!sections.is_empty()).then(|| Self { level: deepest, tokens: outline + all.div_ceil(ids) })
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

    /// Searching through headings costs the ids of the outline and of the section.
    #[test]
    fn levels_are_measured() {
        let heading = |level, cost| Entry { heading: Some(level), cost: Some(cost) };
        let other = |cost| Entry { heading: None, cost: Some(cost) };
        // A heading without an id ends a section, but its own section cannot be requested.
        let unnamed = Entry { heading: Some(1), cost: None };
        let entries = [
            heading(1, 1),
            other(10),
            heading(2, 100),
            other(1_000),
            heading(1, 10_000),
            other(100_000),
            unnamed,
            other(1_000_000),
        ];
        let of = |entries: &[Entry], level| Levels::of(entries, 7, level).map(|levels| levels.tokens);
        let mean = |sum: usize| sum.div_ceil(7);
        assert_eq!(of(&entries, 1), Some(10_001 + mean(3 * 1_110 + 100_000 + 7)));
        assert_eq!(of(&entries, 2), Some(10_101 + mean(1_110 + 1_000 + 100_000 + 7)));
        assert_eq!(of(&entries[1..2], 4), None);
    }

    /// A document like that of the format's benchmark: reading through the headings costs a twentieth.
    #[test]
    fn reading_one_block_is_cheap() {
        for (blocks, least) in [(100, 9.0), (1_000, 11.9), (10_000, 14.6)] {
            let text = corpus::document(2024, blocks);
            let document = parse(&text).expect("it is good");
            let (cost, whole) =
                (Selective::of(&document).expect("blocks have ids"), Whole::of(&document).markdown);
            let gain = |list: usize| whole as f64 / (list + cost.block) as f64;
            let levels = cost.levels.expect("there are headings").tokens;
            assert!(gain(cost.contents) >= least, "{blocks}: {cost:?} of {whole}");
            assert!(gain(cost.one_line) > 1.1 * gain(cost.contents), "{blocks}: {cost:?} of {whole}");
            assert!(gain(levels) >= 20.0, "{blocks}: {cost:?} of {whole}");
        }
    }
}
