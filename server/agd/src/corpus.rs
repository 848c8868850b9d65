//! Documents made up for measuring: the same seed and size give the same bytes on every machine.

use std::fmt::Write as _;

/// A document in canonical form with this many blocks, most of which have an id. The ids are those of [`id`].
///
/// ```
/// let text = agd::corpus::document(7, 40);
/// assert_eq!(text, agd::corpus::document(7, 40));
/// let document = agd::parse(&text)?;
/// assert_eq!(document.len(), 40);
/// assert!(document.find(&agd::corpus::id(3)).is_some());
/// # Ok::<(), agd::ParseError>(())
/// ```
pub fn document(seed: u64, blocks: usize) -> String {
    let mut numbers = Numbers(seed);
    let mut out = String::with_capacity(blocks * 96);
    for index in 0..blocks {
        if index > 0 {
            out.push('\n');
        }
        block(index, &mut numbers, &mut out);
    }
    out
}

/// The id of a block, by its position; every tenth block, from the fifth on, has none.
pub fn id(index: usize) -> String {
    format!("b{index}")
}

const WORDS: &[&str] = &[
    "harbour", "tide", "rope", "pilot", "berth", "signal", "north", "the", "and", "with", "under", "before",
    "lamp", "crew", "depth", "slowly", "of", "chart", "fog", "anchor", "to", "a", "wind", "log", "mooring",
    "quay",
];

fn block(index: usize, numbers: &mut Numbers, out: &mut String) {
    let with_id = index % 10 != 5;
    let bracket = if with_id { format!(" [#{}]", id(index)) } else { String::new() };
    let words = |count: usize, numbers: &mut Numbers| {
        let word = |numbers: &mut Numbers| WORDS[numbers.below(WORDS.len())];
        (0..count).map(|_| word(numbers)).collect::<Vec<_>>().join(" ")
    };
    let _ = match numbers.below(12) {
        0 | 1 => writeln!(out, "@h{} {}{bracket}", 1 + numbers.below(4), words(4, numbers)),
        2..=6 => {
            let (first, bold) = (words(6, numbers), words(2, numbers));
            let (then, code) = (words(5, numbers), words(1, numbers));
            writeln!(out, "@p {first} *{bold}* {then} `{code}` {}{bracket}", words(3, numbers))
        }
        7 | 8 => {
            let tag = if numbers.below(2) == 0 { "ul" } else { "ol" };
            let _ = write!(out, "@{tag}{bracket}");
            for _ in 0..2 + numbers.below(3) {
                let _ = write!(out, "\n- {} _{}_", words(4, numbers), words(1, numbers));
            }
            writeln!(out)
        }
        9 => writeln!(out, "@quote{bracket}\n> {}", words(9, numbers)),
        10 => {
            let (name, value) = (words(1, numbers), numbers.below(1000));
            writeln!(out, "@code lang=python{bracket}\n~~~\ndef {name}():\n    return {value}\n~~~")
        }
        _ => {
            writeln!(out, "@x-note desc=\"{}\"{bracket}\n~~~\n{}\n~~~", words(3, numbers), words(8, numbers))
        }
    };
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
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

    /// A change of the generator makes measurements of before and after incomparable.
    #[test]
    fn the_bytes_stay_the_same() {
        let hash = sha1_smol::Sha1::from(document(2024, 1_000)).digest().to_string();
        assert_eq!(hash, "52911e492c563aa2797895c7800086332f128051");
    }
}
