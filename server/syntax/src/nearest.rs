//! "Did you mean …?"

use std::sync::Arc;

/// The word among `words` that is nearest to `word`, if one is near enough to have been meant: one edit
/// for short words, up to a third of its letters for long ones. Case counts less than letters.
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = Shape::of(word);
    let near = words.into_iter().filter(|w| *w != word && wanted.may_be(&Shape::of(w)));
    best(word, near)
}

/// Words that are asked of often.
pub struct Words(Vec<(Shape, Arc<str>)>);

impl Words {
    pub fn new(words: impl IntoIterator<Item = Arc<str>>) -> Self {
        Self(words.into_iter().map(|w| (Shape::of(&w), w)).collect())
    }

    /// As [`nearest`].
    pub fn nearest(&self, word: &str) -> Option<&str> {
        let wanted = Shape::of(word);
        let near = self.0.iter().filter(|(shape, w)| wanted.may_be(shape) && **w != *word);
        best(word, near.map(|(_, w)| &**w))
    }
}

fn best<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = limit(word.chars().count());
    let lower = word.to_lowercase();
    words
        .map(|w| (strsim::damerau_levenshtein(&lower, &w.to_lowercase()), w))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, w)| (*distance, w.len().abs_diff(word.len()), *w))
        .map(|(_, w)| w)
}

fn limit(letters: usize) -> usize {
    (letters / 3).max(1)
}

/// What rules most words out without a look at their letters' order: how many there are, and which.
#[derive(Clone, Copy)]
struct Shape {
    letters: usize,
    set: u64,
}

impl Shape {
    fn of(word: &str) -> Self {
        let bit = |c: char| 1u64 << (c.to_ascii_lowercase() as u32 % 64);
        Self { letters: word.chars().count(), set: word.chars().fold(0, |set, c| set | bit(c)) }
    }

    /// Each edit changes the length by at most one and the set of letters by at most two.
    fn may_be(&self, other: &Shape) -> bool {
        let limit = limit(self.letters);
        self.letters.abs_diff(other.letters) <= limit
            && (self.set ^ other.set).count_ones() as usize <= 2 * limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_was_meant() {
        let words = ["button", "textbox", "nav", "p", "h1", "heading"];
        assert_eq!(nearest("buton", words), Some("button"));
        assert_eq!(nearest("BUTTON", words), Some("button"));
        assert_eq!(nearest("texbtox", words), Some("textbox"));
        assert_eq!(nearest("h9", words), Some("h1"));
        assert_eq!(nearest("article", words), None);
        assert_eq!(nearest("button", words), None);
        assert_eq!(Words::new(words.map(Arc::from)).nearest("nvа"), None);
    }
}
