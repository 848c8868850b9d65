//! What a summary says of the lines that it stands for: `3 headings, 2 forms, 45 paragraphs`.

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

    /// Takes over what another summary counts; one that counts in other words counts as one.
    pub fn summary(&mut self, text: &str) {
        let read: Option<Vec<_>> = text.split(", ").map(part).collect();
        match read {
            Some(parts) => {
                for (number, words) in parts {
                    if number == 1 {
                        let many = plural_of(words);
                        self.add(words, &many, 1);
                    } else {
                        // As many as these are never one again.
                        self.add(words, words, number);
                    }
                }
            }
            None => self.add("summary", "summaries", 1),
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

/// `12 links`
fn part(text: &str) -> Option<(u64, &str)> {
    let (number, words) = text.split_once(' ')?;
    let plain = words.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b' ');
    (plain && !words.is_empty() && !words.starts_with(' ')).then_some((number.parse().ok()?, words))
}

fn plural_of(words: &str) -> Cow<'static, str> {
    match words {
        "line of text" => "lines of text".into(),
        "summary" => "summaries".into(),
        _ => vocabulary::plural(words).into(),
    }
}
