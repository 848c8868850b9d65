//! Generated documents for measurements. The same seed and size give the same bytes on every machine.
//!
//! They have the shape of the documents in the format's own benchmark: the same share of each tag, the same share of
//! blocks with an id, ids of the same length (`h2-000123`: the tag and the place of the block), and about as much text in
//! a block. The words are other ones, and the shares do not depend on the seed: blocks are dealt like cards.

use std::fmt::Write as _;

/// A document in canonical form with this many blocks. It begins with `@meta` and a title; about 28 of 100 blocks have
/// an id.
///
/// ```
/// let text = agd::corpus::document(7, 40);
/// assert_eq!(text, agd::corpus::document(7, 40));
/// let document = agd::parse(&text)?;
/// assert_eq!(document.len(), 40);
/// assert!(document.find("h1-000001").is_some());
/// # Ok::<(), agd::ParseError>(())
/// ```
pub fn document(seed: u64, blocks: usize) -> String {
    let mut writer = Writer { numbers: Numbers(seed), titles: Vec::new(), out: String::new() };
    writer.out.reserve(blocks * 120);
    let mut cards = Vec::new();
    for index in 0..blocks {
        if index == 0 {
            let _ = writeln!(writer.out, "@meta blocks={blocks} corpus=true schema=agd-bench seed={seed}");
            continue;
        }
        if cards.is_empty() {
            cards = writer.numbers.deck(index == 1);
        }
        if let Some(card) = cards.pop() {
            writer.out.push('\n');
            writer.block(index, card);
        }
    }
    writer.out
}

/// What is dealt: a tag, and whether the block has an id.
#[derive(Clone, Copy)]
struct Card {
    tag: &'static str,
    has_id: bool,
}

/// Each tag, and how many of [`DECK`] blocks have it: with an id, and without one.
const SHARES: &[(&str, usize, usize)] = &[
    ("h1", 5, 0),
    ("h2", 9, 3),
    ("h3", 0, 15),
    ("p", 0, 62),
    ("ul", 5, 5),
    ("ol", 2, 3),
    ("code", 10, 0),
    ("quote", 5, 3),
    ("ref", 0, 3),
];

/// How many blocks are dealt before the cards are shuffled again.
const DECK: usize = 130;

const WORDS: &[&str] = &[
    "port", "tide", "rope", "pilot", "dock", "signal", "north", "the", "and", "with", "under", "before",
    "lamp", "crew", "depth", "slowly", "of", "chart", "fog", "anchor", "to", "a", "wind", "log", "cable",
    "wall",
];

struct Writer {
    numbers: Numbers,
    /// The ids of the headings so far, which references lead to.
    titles: Vec<String>,
    out: String,
}

impl Writer {
    fn block(&mut self, index: usize, Card { tag, has_id }: Card) {
        let id = format!("{tag}-{index:06}");
        let bracket = if has_id { format!(" [#{id}]") } else { String::new() };
        match tag {
            "p" => self.paragraph(),
            "ul" | "ol" => {
                let _ = writeln!(self.out, "@{tag}{bracket}");
                self.lines("- ", 3, 5, 6);
            }
            "quote" => {
                let log = 1000 + self.numbers.below(9000);
                let _ = writeln!(self.out, "@quote source=log-{log}{bracket}");
                self.lines("> ", 2, 3, 8);
            }
            "code" => self.code(&bracket),
            "ref" => {
                let title = &self.titles[self.numbers.below(self.titles.len())];
                let _ = writeln!(self.out, "@ref #{title}");
            }
            _ => {
                let words = match tag {
                    "h1" => 4,
                    "h2" => 5,
                    _ => 6,
                };
                let words = self.numbers.sentence(words);
                let _ = writeln!(self.out, "@{tag} {words}{bracket}");
                if has_id {
                    self.titles.push(id);
                }
            }
        }
    }

    /// Two or three sentences of about five words. A word is bold or code in one paragraph of four.
    fn paragraph(&mut self) {
        self.out.push_str("@p");
        for _ in 0..2 + self.numbers.below(2) {
            let words = 4 + self.numbers.below(3);
            let _ = write!(self.out, " {}.", self.numbers.sentence(words));
        }
        let (mark, word) = (self.numbers.below(8), self.numbers.word());
        let _ = match mark {
            0 => writeln!(self.out, " See *{word}*."),
            1 => writeln!(self.out, " See `{word}`."),
            _ => writeln!(self.out),
        };
    }

    /// Up to `more - 1` lines more than `least`.
    fn lines(&mut self, mark: &str, least: usize, more: usize, words: usize) {
        for _ in 0..least + self.numbers.below(more) {
            let _ = writeln!(self.out, "{mark}{}", self.numbers.sentence(words));
        }
    }

    fn code(&mut self, bracket: &str) {
        let _ = writeln!(self.out, "@code lang=python{bracket}\n~~~");
        for _ in 0..3 + self.numbers.below(6) {
            let words = self.numbers.words(5);
            let (name, value) = (self.numbers.word(), self.numbers.below(100));
            let _ = writeln!(self.out, "{name} = {value}  # {words}");
        }
        self.out.push_str("~~~\n");
    }
}

/// Numbers that look random, and what is drawn by them.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    fn word(&mut self) -> &'static str {
        WORDS[self.below(WORDS.len())]
    }

    fn words(&mut self, count: usize) -> String {
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    fn sentence(&mut self, words: usize) -> String {
        let mut out = self.words(words);
        out[..1].make_ascii_uppercase();
        out
    }

    /// All cards in a new order. The last is dealt first. `is_first`: it is a title.
    fn deck(&mut self, is_first: bool) -> Vec<Card> {
        let mut cards = Vec::with_capacity(DECK);
        for (tag, with_id, without) in SHARES {
            cards.extend(std::iter::repeat_n(Card { tag, has_id: true }, *with_id));
            cards.extend(std::iter::repeat_n(Card { tag, has_id: false }, *without));
        }
        let title = if is_first { cards.swap_remove(0) } else { Card { tag: "", has_id: false } };
        for last in (1..cards.len()).rev() {
            let other = self.below(last + 1);
            cards.swap(last, other);
        }
        if is_first {
            cards.push(title);
        }
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, serialize};

    #[test]
    fn documents_are_canonical() {
        for (seed, blocks) in [(0, 0), (1, 1), (2, 500)] {
            let text = document(seed, blocks);
            let read = parse(&text).expect("it is good");
            assert_eq!((read.len(), serialize(&read)), (blocks, text));
        }
        assert_ne!(document(1, 50), document(2, 50));
    }

    #[test]
    fn shares_are_those_of_the_table() {
        assert_eq!(SHARES.iter().map(|(_, with_id, without)| with_id + without).sum::<usize>(), DECK);
        for seed in 0..3 {
            let text = document(seed, 1 + 2 * DECK);
            let read = parse(&text).expect("it is good");
            for (tag, with_id, without) in SHARES {
                let of_tag = |has_id| {
                    let is_meant = |block: &crate::ast::Block<'_>| block.id().is_some() == has_id;
                    read.blocks().filter(|block| block.tag() == *tag).filter(is_meant).count()
                };
                assert_eq!((of_tag(true), of_tag(false)), (2 * with_id, 2 * without), "@{tag}, seed {seed}");
            }
        }
    }

    /// A change of the generator makes measurements of before and after incomparable.
    #[test]
    fn the_bytes_stay_the_same() {
        let hash = sha1_smol::Sha1::from(document(2024, 1_000)).digest().to_string();
        assert_eq!(hash, "6f4dc115aee82150c95703eac2989c40b8d2bcb7");
    }
}
