//! The counts of the lines that a summary replaces: `3 headings, 2 forms, 45 paragraphs`.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::vocabulary;

/// Counts lines by what they are, in the order in which they first came.
#[derive(Debug, Default)]
pub struct Count {
    /// The word for one, the word for many, and how many.
    words: Vec<(String, String, u64)>,
    /// Their places, by the word for many.
    places: FxHashMap<String, usize>,
}

impl Count {
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Counts an element.
    pub fn role(&mut self, role: &str) {
        let (one, many) = vocabulary::counted(vocabulary::base(role));
        self.add(&one, &many, 1);
    }

    pub fn row(&mut self) {
        self.add("row", "rows", 1);
    }

    pub fn content(&mut self) {
        self.add("line of text", "lines of text", 1);
    }

    /// Adds the counts of a summary in any form: `12 links`, `... 844 rows omitted`. One that does not start with a
    /// number counts as one.
    pub fn summary(&mut self, text: &str) {
        match parts(text) {
            Some(parts) => parts.iter().for_each(|(number, words)| self.counted(*number, words)),
            None => self.add("summary", "summaries", 1),
        }
    }

    /// Takes over what another one counts.
    pub fn join(&mut self, other: Self) {
        for (one, many, number) in other.words {
            self.add(&one, &many, number);
        }
    }

    fn counted(&mut self, number: u64, words: &str) {
        match number {
            0 => {}
            1 => self.add(words, &plural_of(words), 1),
            // As many as these are never one again.
            _ => self.add(words, words, number),
        }
    }

    fn add(&mut self, one: &str, many: &str, number: u64) {
        match self.places.get(many) {
            Some(place) => {
                let count = &mut self.words[*place].2;
                *count = count.saturating_add(number);
            }
            None => {
                self.places.insert(many.to_owned(), self.words.len());
                self.words.push((one.to_owned(), many.to_owned(), number));
            }
        }
    }

    /// How many of each there are, by the word for many.
    #[cfg(test)]
    pub fn numbers(&self) -> std::collections::BTreeMap<&str, u64> {
        self.words.iter().map(|(_, many, number)| (many.as_str(), *number)).collect()
    }

    /// The words, and an empty count again.
    pub fn take(&mut self) -> String {
        let words = std::mem::take(&mut self.words);
        self.places.clear();
        let said = |(one, many, number): &(String, String, u64)| match number {
            1 => format!("1 {one}"),
            _ => format!("{number} {many}"),
        };
        words.iter().map(said).collect::<Vec<_>>().join(", ")
    }
}

/// What people and tools write around a number of things that are left out.
const BEFORE: &[&str] = &["...", "…", "and ", "+", "~", "about "];
const AFTER: &[&str] =
    &[" omitted", " more", " hidden", " skipped", " not shown", " left out", "...", "…", "."];

/// The counts of a summary: `12 links, 3 images`. The text in brackets tells the kinds or how to see them.
fn parts(text: &str) -> Option<Vec<(u64, String)>> {
    let text = text.split(" (").next().unwrap_or(text);
    text.split(", ").map(part).collect()
}

/// `12 links`, `... 10,482 rows omitted`, `3 more items`
fn part(text: &str) -> Option<(u64, String)> {
    let mut text = text.trim();
    while let Some(rest) = BEFORE.iter().find_map(|word| text.strip_prefix(word)) {
        text = rest.trim_start();
    }
    while let Some(rest) = AFTER.iter().find_map(|word| text.strip_suffix(word)) {
        text = rest.trim_end();
    }
    let (number, words) = text.split_once(' ')?;
    let words = words.trim_start().strip_prefix("more ").unwrap_or(words).trim();
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let is_plain = words.chars().all(is_plain) && words.chars().any(char::is_alphabetic);
    let has_number = words.split(' ').any(|word| word.bytes().all(|b| b.is_ascii_digit()));
    (is_plain && !has_number).then_some((grouped(number)?, words.to_owned()))
}

/// A number, which may have commas between its thousands.
fn grouped(text: &str) -> Option<u64> {
    let mut groups = text.split(',');
    let first = groups.next()?;
    let is_number = |group: &str| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit());
    let whole = is_number(first) && groups.all(|group| group.len() == 3 && is_number(group));
    whole.then(|| text.replace(',', "").parse().ok()).flatten()
}

fn plural_of(words: &str) -> Cow<'static, str> {
    match words {
        "line of text" => "lines of text".into(),
        "summary" => "summaries".into(),
        _ => vocabulary::plural(words).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(summaries: &[&str]) -> String {
        let mut count = Count::default();
        summaries.iter().for_each(|text| count.summary(text));
        count.take()
    }

    #[test]
    fn summaries_add_what_they_say() {
        assert_eq!(sum(&["12 links", "1 link, 2 images"]), "13 links, 2 images");
        assert_eq!(sum(&["... 10478 rows omitted (2 ERROR, 847 WARN, 9633 INFO)", "3 rows"]), "10481 rows");
        let long = "2847 words, 24 sections (use 'expand #e1' to load)";
        assert_eq!(sum(&[long, "1 section"]), "2847 words, 25 sections");
        assert_eq!(sum(&["… 10,478 rows", "and 3 more rows", "+2 rows", "1 row hidden"]), "10484 rows");
        assert_eq!(sum(&["1 line of text", "3 lines of text"]), "4 lines of text");
        assert_eq!(sum(&["2 ERROR", "1 <b>"]), "2 ERROR, 1 summary");
    }

    #[test]
    fn what_counts_nothing_is_a_summary() {
        for text in ["", "the rest", "1,2 links", "12", "12 3", "-1 links", "about the firm", "3 of 4 links"]
        {
            assert_eq!(sum(&[text]), "1 summary", "{text}");
        }
        assert_eq!(sum(&["the rest", "and more", "0 links"]), "2 summaries");
        assert_eq!(sum(&["18446744073709551615 links", "2 links"]), "18446744073709551615 links");
    }

    #[test]
    fn counts_are_joined() {
        let (mut one, mut other) = (Count::default(), Count::default());
        one.role("h1");
        other.role("h2");
        other.row();
        one.join(other);
        assert_eq!(one.take(), "2 headings, 1 row");
    }
}
