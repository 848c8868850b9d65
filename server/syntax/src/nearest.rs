//! "Did you mean …?"

/// The word among `words` that is nearest to `word`, if one is near enough to have been meant: one edit
/// for short words, up to a third of its letters for long ones. Case counts less than letters.
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    let lower = word.to_lowercase();
    words
        .into_iter()
        .filter(|w| *w != word && w.len().abs_diff(word.len()) <= limit + 3)
        .map(|w| (strsim::damerau_levenshtein(&lower, &w.to_lowercase()), w))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, w)| (*distance, w.len().abs_diff(word.len())))
        .map(|(_, w)| w)
}
