//! The used refs of a snapshot: numbers after a few prefixes, possibly millions.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::syntax::chars::is_ref;

/// Numbers up to this are kept as bits.
const BITS: usize = 1 << 26;

#[derive(Default)]
pub struct Refs {
    bits: FxHashMap<String, Vec<u64>>,
    others: FxHashSet<String>,
}

impl Refs {
    /// Whether an element may carry `name`: it is well-formed and new.
    pub fn take(&mut self, name: &str) -> bool {
        if !is_ref(name) {
            return false;
        }
        let start = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (prefix, digits) = name.split_at(start);
        let number = digits
            .parse::<usize>()
            .ok()
            .filter(|n| *n < BITS && !(digits.len() > 1 && digits.starts_with('0')));
        let Some(number) = number else { return self.others.insert(name.to_owned()) };
        if !self.bits.contains_key(prefix) {
            self.bits.insert(prefix.to_owned(), Vec::new());
        }
        let Some(bits) = self.bits.get_mut(prefix) else { return false };
        let (word, bit) = (number / 64, 1u64 << (number % 64));
        // A single far number must not fill the memory.
        if word > bits.len() * 2 + 1024 {
            return self.others.insert(name.to_owned());
        }
        if bits.len() <= word {
            bits.resize(word + 1, 0);
        }
        if self.others.contains(name) {
            return false;
        }
        let new = bits[word] & bit == 0;
        bits[word] |= bit;
        new
    }
}
