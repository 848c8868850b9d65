//! Kinds of names.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// A kind of name: "id", "command". It takes two bytes, because a document has a hundred thousand names.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Space(u16);

/// The word of each space. A word is added when it is first used, and stays.
static WORDS: [OnceLock<&str>; 256] = [const { OnceLock::new() }; 256];

impl Space {
    /// The word, which messages show.
    pub fn word(self) -> &'static str {
        WORDS.get(usize::from(self.0)).and_then(OnceLock::get).copied().unwrap_or_default()
    }
}

impl Space {
    /// The number of the space in this process.
    pub fn number(self) -> u16 {
        self.0
    }

    /// The space with a [number](Self::number) of this process.
    pub fn of_number(number: u16) -> Self {
        Self(number)
    }
}

impl From<&'static str> for Space {
    /// # Panics
    /// If the formats have more than 256 spaces.
    fn from(word: &'static str) -> Self {
        let is_word = |slot: &OnceLock<&'static str>| *slot.get_or_init(|| word) == word;
        let index = WORDS.iter().zip(0..).find(|(slot, _)| is_word(slot)).map(|(_, index)| index);
        Self(index.expect("at most 256 spaces"))
    }
}

impl Deref for Space {
    type Target = str;

    fn deref(&self) -> &str {
        self.word()
    }
}

impl PartialEq<str> for Space {
    fn eq(&self, other: &str) -> bool {
        self.word() == other
    }
}

impl PartialEq<&str> for Space {
    fn eq(&self, other: &&str) -> bool {
        self.word() == *other
    }
}

/// The order of the words, which is the same in each process.
impl Ord for Space {
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other { Ordering::Equal } else { self.word().cmp(other.word()) }
    }
}

impl PartialOrd for Space {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.word(), f)
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_one_space_in_all_threads() {
        let words = ["wheat", "rye", "oats", "spelt"];
        let of =
            |turn: usize| words.map(|word| (word, Space::from(word))).into_iter().cycle().skip(turn).take(4);
        let all: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..4).map(|turn| scope.spawn(move || of(turn).collect::<Vec<_>>())).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        assert!(all.iter().all(|(word, space)| space == word && Space::from(*word) == *space));
        assert!(Space::from("rye") < Space::from("wheat") && Space::from("oats") < Space::from("rye"));
    }
}
