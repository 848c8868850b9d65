//! Finds the word that a person probably meant ("did you mean …?"), and whether that is almost certain.

use std::cell::Cell;

use arcstr::ArcStr;

use crate::work;

/// Longer words are not compared.
const LONGEST: usize = 100;

/// The largest number of edits between similar words.
const FURTHEST: usize = 4;

/// The limit of work for one search. Looking at a word's letters costs 1, a comparison [`COMPARED`].
const QUESTION: usize = 4 << 10;

/// The limit of work for all searches in the same [`Words`]. A document can have tens of thousands of defined and
/// undefined names.
const QUESTIONS: usize = 1 << 20;

/// As [`QUESTIONS`], for a document with very many names. They are searched after each keystroke.
const QUESTIONS_OF_MANY: usize = 1 << 16;

/// The cost of comparing two words.
const COMPARED: usize = 16;

/// A word that a person probably meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    word: String,
    typo: bool,
}

impl Suggestion {
    pub fn word(&self) -> &str {
        &self.word
    }

    /// Whether the written word is almost certainly a typo of this one.
    pub(crate) fn is_typo(&self) -> bool {
        self.typo
    }
}

/// A word that was found in another way is never a likely typo.
impl From<&str> for Suggestion {
    fn from(word: &str) -> Self {
        Self { word: word.to_owned(), typo: false }
    }
}

impl From<&String> for Suggestion {
    fn from(word: &String) -> Self {
        word.as_str().into()
    }
}

/// The word of `words` that is most similar to `word`, if one is similar enough: at most one edit for short words, at
/// most a third of the letters for long ones. Case counts less than letters.
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let words = words.into_iter().map(|w| (Shape::of(w), w));
    find(word, words, &|_| false, &Cell::new(QUESTION)).map(|found| found.word)
}

/// Like [`nearest`], and tells whether `word` is almost certainly a typo, so that an editor's "auto fix" may replace
/// it.
///
/// `used` tells whether a word is already used where it must not occur twice: a key of the same map, an attribute of
/// the same element, an item of the same list. Such a word is never suggested. A typo is one edit away (a letter too
/// many, missing, wrong, or two exchanged), begins with the same letter and has the same digits. No other word may be
/// as similar, not even a used one.
pub fn suggestion<'a>(
    word: &str,
    words: impl IntoIterator<Item = &'a str>,
    used: impl Fn(&str) -> bool,
) -> Option<Suggestion> {
    let words = words.into_iter().map(|w| (Shape::of(w), w));
    find(word, words, &used, &Cell::new(QUESTION)).map(Match::suggestion)
}

/// Words to search in often.
pub struct Words {
    /// Sorted by number of letters, so that only words of a similar length are compared.
    words: Vec<(Shape, ArcStr)>,
    left: Cell<usize>,
}

impl Words {
    pub fn new(words: impl IntoIterator<Item = ArcStr>) -> Self {
        let mut words: Vec<_> = words.into_iter().map(|w| (Shape::of(&w), w)).collect();
        words.sort_by_key(|(shape, _)| shape.letters);
        Self { words, left: Cell::new(QUESTIONS) }
    }

    /// Words that are searched together with some of very many others ([`Self::suggestion_with`]).
    pub fn among_many(words: impl IntoIterator<Item = ArcStr>) -> Self {
        Self { left: Cell::new(QUESTIONS_OF_MANY), ..Self::new(words) }
    }

    /// Like [`Self::suggestion`], also among `others`, which are some of many: so a result is never certain.
    pub fn suggestion_with(
        &self,
        word: &str,
        others: impl FnOnce() -> Vec<ArcStr>,
        used: impl Fn(&str) -> bool,
    ) -> Option<Suggestion> {
        if self.left.get() == 0 {
            return None;
        }
        let others = others();
        let all = self.as_long_as(word).chain(others.iter().map(|other| (Shape::of(other), &**other)));
        let found = find(word, all, &used, &self.left)?;
        Some(Match { typo: false, ..found }.suggestion())
    }

    /// Like [`nearest`].
    pub fn nearest(&self, word: &str) -> Option<&str> {
        find(word, self.as_long_as(word), &|_| false, &self.left).map(|found| found.word)
    }

    /// Like [`suggestion`]. Returns `None` after the limit of work is reached.
    pub fn suggestion(&self, word: &str, used: impl Fn(&str) -> bool) -> Option<Suggestion> {
        find(word, self.as_long_as(word), &used, &self.left).map(Match::suggestion)
    }

    /// The words with about as many letters as `word`.
    fn as_long_as(&self, word: &str) -> impl Iterator<Item = (Shape, &str)> {
        let letters = Shape::of(word).letters;
        let limit = limit(letters);
        let start = self.words.partition_point(|(shape, _)| shape.letters + limit < letters);
        let end = self.words.partition_point(|(shape, _)| shape.letters <= letters + limit);
        self.words[start..end].iter().map(|(shape, w)| (*shape, &**w))
    }
}

struct Match<'a> {
    word: &'a str,
    typo: bool,
}

impl Match<'_> {
    fn suggestion(self) -> Suggestion {
        Suggestion { word: self.word.to_owned(), typo: self.typo }
    }
}

/// Compares words until `left` is used up. A result is then never certain.
fn find<'a>(
    word: &str,
    words: impl Iterator<Item = (Shape, &'a str)>,
    used: &dyn Fn(&str) -> bool,
    left: &Cell<usize>,
) -> Option<Match<'a>> {
    let wanted = Shape::of(word);
    if wanted.letters > LONGEST {
        return None;
    }
    let limit = limit(wanted.letters);
    let lower = letters(word);
    let mut best: Option<((usize, usize, &str), &str)> = None;
    // The first word that is one edit away, in any case, and whether there is another one.
    let (mut close, mut many): (Option<&str>, bool) = (None, false);
    for (shape, other) in words {
        let Some(rest) = left.get().checked_sub(1) else {
            many = true;
            break;
        };
        left.set(rest);
        work::add(1);
        if !wanted.may_be(&shape) || other == word {
            continue;
        }
        left.set(rest.saturating_sub(COMPARED));
        work::add(COMPARED);
        let Some(distance) = distance(&lower, &letters(other), limit) else { continue };
        if distance <= 1 {
            many |= close.is_some_and(|close| close != other);
            close = Some(other);
        }
        let key = (distance, other.len().abs_diff(word.len()), other);
        if best.is_none_or(|(least, _)| key < least) && !used(other) {
            best = Some((key, other));
        }
    }
    let (_, found) = best?;
    Some(Match { word: found, typo: !many && close == Some(found) && is_typo(word, found) })
}

/// Whether `written` is a typo of `meant`: one edit, not in the first letter of a part (`article.lock`,
/// `article.block`) and not in a number (`step1`, `step2`).
pub(crate) fn is_typo(written: &str, meant: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (written.chars().collect(), meant.chars().collect());
    let digits = |word: &[char]| word.iter().filter(|c| c.is_numeric()).copied().collect::<String>();
    if a.len().min(b.len()) < 3 || digits(&a) != digits(&b) {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let begins = same == 0 || a.get(same - 1).is_none_or(|c| !c.is_alphanumeric());
    !begins && distance(&a, &b, 1) == Some(1)
}

fn letters(word: &str) -> Vec<char> {
    word.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect()
}

/// The number of edits from `b` to `a`, if at most `limit`. An edit inserts, removes or replaces a letter, or
/// exchanges two adjacent ones.
fn distance(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let far = limit + 1;
    let mut before = vec![far; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).map(|j| j.min(far)).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![far; b.len() + 1];
        if i < limit {
            row[0] = i + 1;
        }
        // Entries further from the diagonal than the limit cannot matter.
        for j in i.saturating_sub(limit)..b.len().min(i + limit + 1) {
            let y = &b[j];
            let replaced = above[j] + usize::from(x != y);
            let mut least = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            row[j + 1] = least.min(far);
        }
        if row.iter().all(|d| *d >= far) && above.iter().all(|d| *d >= far) {
            return None;
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().filter(|d| *d <= limit)
}

fn limit(letters: usize) -> usize {
    (letters / 3).clamp(1, FURTHEST)
}

/// The number and the set of letters of a word. They rule most words out without a comparison.
#[derive(Clone, Copy)]
struct Shape {
    letters: usize,
    set: u64,
}

impl Shape {
    fn of(word: &str) -> Self {
        let bit = |c: char| 1u64 << (c.to_ascii_lowercase() as u32 % 64);
        let fold = |shape: Self, c| Self { letters: shape.letters + 1, set: shape.set | bit(c) };
        // One letter more than the limit marks a word that is too long.
        word.chars().take(LONGEST + 1).fold(Self { letters: 0, set: 0 }, fold)
    }

    /// Each edit changes the length by at most one and the set of letters by at most two.
    fn may_be(&self, other: &Shape) -> bool {
        let limit = limit(self.letters);
        other.letters <= LONGEST
            && self.letters.abs_diff(other.letters) <= limit
            && (self.set ^ other.set).count_ones() as usize <= 2 * limit
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
        assert_eq!(Words::new(words.map(ArcStr::from)).suggestion("nvа", |_| false), None);
    }

    fn typo(word: &str, words: &[&str]) -> bool {
        suggestion(word, words.iter().copied(), |_| false).is_some_and(|near| near.typo)
    }

    #[test]
    fn a_typo_is_one_slip() {
        for (written, meant) in
            [("buton", "button"), ("buttton", "button"), ("buttom", "button"), ("btuton", "button")]
        {
            assert!(typo(written, &[meant, "textbox"]), "{written}");
        }
        assert!(typo("invoice.craete", &["invoice.create", "invoice.delete"]));
        assert!(typo("invoice.createe", &["invoice.create"]));
        for (written, words, why) in [
            ("invoice.delete", &["invoice.create"][..], "three edits"),
            ("utton", &["button"], "another first letter"),
            ("article.lock", &["article.block"], "another first letter of a part"),
            ("article.olck", &["article.lock"], "the same"),
            ("step1", &["step2"], "another number"),
            ("e22", &["e2"], "another number"),
            ("or", &["ot"], "too short"),
            ("colur", &["color", "colour"], "two words are as near"),
            ("Button", &["button"], "another first letter"),
            ("citx", &["City", "city"], "two words are as near, in another case"),
        ] {
            assert!(!typo(written, words), "{written}: {why}");
        }
    }

    #[test]
    fn a_word_that_is_used_is_not_meant() {
        let used = |word: &str| word == "city";
        assert_eq!(suggestion("cty", ["city"], used), None);
        let other = suggestion("cty", ["city", "cite"], used);
        assert!(other.is_none_or(|near| !near.typo), "the nearest word is used: another one is a guess");
    }

    #[test]
    fn many_questions_end() {
        let names = |n: usize| -> Vec<ArcStr> { (0..n).map(|i| format!("name-{i}").into()).collect() };
        work::check_linear("names that are not defined", 20_000, names, |names| {
            let words = Words::new(names.iter().cloned());
            names.iter().filter(|name| words.suggestion(&format!("{name}x"), |_| false).is_some()).count()
        });
    }

    /// Words of few letters, so that many are near.
    fn words() -> impl Strategy<Value = String> {
        "[abAB.1é-]{0,6}"
    }

    /// The same by its definition.
    fn slow(a: &[char], b: &[char]) -> usize {
        match (a, b) {
            ([], rest) | (rest, []) => rest.len(),
            ([a1, a2 @ ..], [b1, b2 @ ..]) => {
                let mut least =
                    (slow(a2, b2) + usize::from(a1 != b1)).min(slow(a2, b) + 1).min(slow(a, b2) + 1);
                if let ([x, y, a3 @ ..], [u, v, b3 @ ..]) = (a, b)
                    && (x, y) == (v, u)
                {
                    least = least.min(slow(a3, b3) + 1);
                }
                least
            }
        }
    }

    proptest! {
        #[test]
        fn distances_are_those_of_the_definition(a in words(), b in words(), limit in 0usize..5) {
            let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
            let all = slow(&a, &b);
            prop_assert_eq!(distance(&a, &b, limit), (all <= limit).then_some(all));
        }

        #[test]
        fn a_likely_typo_keeps_all_conditions(
            word in words(),
            all in proptest::collection::vec(words(), 0..6),
            used in proptest::collection::vec(words(), 0..3),
        ) {
            let words = || all.iter().map(String::as_str);
            let Some(near) = suggestion(&word, words(), |w| used.iter().any(|u| u == w)) else { return Ok(()) };
            prop_assert!(words().any(|w| w == near.word()));
            prop_assert!(!used.iter().any(|u| u == near.word()));
            if near.typo {
                let chars = |w: &str| w.chars().collect::<Vec<_>>();
                prop_assert_eq!(slow(&chars(&word), &chars(near.word())), 1);
                prop_assert_eq!(word.chars().next(), near.word().chars().next());
                for other in words().filter(|w| *w != near.word() && *w != word) {
                    prop_assert!(slow(&chars(&word), &chars(other)) > 1);
                }
            }
        }
    }
}
