//! The lines of a source around a finding, cut out so that drawing them costs the same in a file of any
//! size, and lines of any length.

use std::ops::{Range, RangeInclusive};

use agmark_syntax::{Span, Text};

/// Lines longer than this, in bytes, are shown in part.
const LONG: usize = 1000;
/// How much of a long line is shown before what matters in it.
const LEAD: usize = 100;

/// A few lines of a text, each ended by a single line feed.
pub struct Excerpt {
    pub text: String,
    /// The number of the first line, from 1.
    pub first_line: usize,
    /// Whether every line is shown to its end.
    pub is_whole: bool,
    lines: Vec<Line>,
}

struct Line {
    /// Where the line starts in the document.
    start: usize,
    /// Which of its bytes are shown, in the document.
    shown: Range<usize>,
    /// Their position in the excerpt.
    at: usize,
}

impl Excerpt {
    /// The requested lines of `text`, from 0. Of long lines the part around the first of `spans`
    /// in them is taken.
    pub fn new(text: &Text, lines: RangeInclusive<usize>, spans: &[Span]) -> Self {
        let first_line = lines.start() + 1;
        let mut excerpt = Self { text: String::new(), first_line, is_whole: true, lines: Vec::new() };
        for line in lines {
            let whole = text.line_range(line);
            let mut shown = whole.clone();
            if whole.len() > LONG {
                let here = |s: &&Span| text.line_of(s.start as usize) == line;
                let point = spans.iter().find(here).map_or(whole.start, |s| s.start as usize);
                shown.start = text.floor(point.saturating_sub(LEAD).max(whole.start));
                shown.end = text.floor((shown.start + LONG).min(whole.end));
                excerpt.is_whole = false;
            }
            excerpt.text.push_str(if shown.start > whole.start { "…" } else { "" });
            let at = excerpt.text.len();
            excerpt.text.push_str(&text.slice(shown.clone()));
            excerpt.text.push_str(if shown.end < whole.end { "…" } else { "" });
            excerpt.text.push('\n');
            excerpt.lines.push(Line { start: whole.start, shown, at });
        }
        excerpt
    }

    /// Where a span of the document is in the excerpt, as far as it is shown.
    pub fn map(&self, span: Span) -> Range<usize> {
        self.offset(span.start as usize)..self.offset(span.end as usize)
    }

    fn offset(&self, offset: usize) -> usize {
        let after = self.lines.partition_point(|l| l.start <= offset);
        let Some(line) = self.lines.get(after.saturating_sub(1)) else { return 0 };
        line.at + (offset.clamp(line.shown.start, line.shown.end) - line.shown.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_ending_becomes_a_line_feed() {
        let text = Text::new("one\r\ntwo\rthree\nfour");
        let excerpt = Excerpt::new(&text, 1..=3, &[]);
        assert_eq!((excerpt.text.as_str(), excerpt.first_line), ("two\nthree\nfour\n", 2));
        assert_eq!(&excerpt.text[excerpt.map(Span::new(9, 14))], "three");
        // The line ending itself is shown as the end of the line.
        assert_eq!(excerpt.map(Span::new(5, 9)), 0..4);
        assert!(excerpt.is_whole);
    }

    #[test]
    fn a_long_line_is_cut_around_what_matters() {
        let text = Text::new(&format!("{}needle{}", "é".repeat(5000), "x".repeat(90_000)));
        let span = Span::new(10_000, 10_006);
        let excerpt = Excerpt::new(&text, 0..=0, &[span]);
        assert!(excerpt.text.len() < 1100 && excerpt.text.starts_with("…é"), "{}", excerpt.text);
        assert_eq!(&excerpt.text[excerpt.map(span)], "needle");
        assert!(!excerpt.is_whole);
    }
}
