//! The spans that a person typed, in a text that changes further.

use agmark_syntax::{Span, Splice, Text};

/// The largest number of separate spans. From then on, the text between them counts as typed too.
const MAX_PLACES: usize = 16;
/// The largest blank text between two places that is read, in bytes.
const MAX_BLANK: usize = 256;

/// The typed spans in the current text, in order and without overlaps.
#[derive(Clone, Debug, Default)]
pub struct TypedSpans(Vec<Span>);

impl TypedSpans {
    /// Adds the span of a change and moves the others with the text.
    pub fn note(&mut self, splice: &Splice) {
        let (start, end) = (splice.start.min(splice.end), splice.start.max(splice.end));
        let mut here = Span::new(start, start + splice.text.len());
        let mut places = Vec::with_capacity(self.0.len() + 1);
        for place in &self.0 {
            let (from, to) = (place.start as usize, place.end as usize);
            let moved = |at: usize| at - end + start + splice.text.len();
            if to < start {
                places.push(*place);
            } else if from > end {
                places.push(Span::new(moved(from), moved(to)));
            } else {
                let to = if to > end { moved(to) } else { here.end as usize };
                here = Span::new(from.min(here.start as usize), to.max(here.end as usize));
            }
        }
        let at = places.partition_point(|place| place.start < here.start);
        places.insert(at, here);
        if let [first, .., last] = places.as_slice()
            && places.len() > MAX_PLACES
        {
            places = vec![Span::new(first.start as usize, last.end as usize)];
        }
        self.0 = places;
    }

    pub fn iter(&self) -> impl Iterator<Item = Span> {
        self.0.iter().copied()
    }

    /// Whether a typed span touches `span`, or follows it with only blanks between.
    pub fn meet(&self, text: &Text, span: Span) -> bool {
        self.iter().any(|place| {
            let (end, start) = (span.end as usize, place.start as usize);
            let follows = || start > end && start - end <= MAX_BLANK && start <= text.len();
            place.meets(span) || (follows() && text.slice(end..start).trim().is_empty())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(splices: &[(usize, usize, &str)]) -> TypedSpans {
        let mut places = TypedSpans::default();
        for (start, end, text) in splices {
            places.note(&Splice { start: *start, end: *end, text: (*text).to_owned() });
        }
        places
    }

    fn places(splices: &[(usize, usize, &str)]) -> Vec<(u32, u32)> {
        noted(splices).iter().map(|place| (place.start, place.end)).collect()
    }

    #[test]
    fn places_move_with_the_text() {
        assert_eq!(places(&[(5, 5, "a"), (6, 6, "b"), (7, 7, "c")]), [(5, 8)]);
        assert_eq!(places(&[(20, 20, "ab"), (2, 4, "xyz")]), [(2, 5), (21, 23)]);
        assert_eq!(places(&[(2, 2, "ab"), (20, 20, "c")]), [(2, 4), (20, 21)]);
        assert_eq!(places(&[(2, 2, "abcd"), (3, 5, "")]), [(2, 4)]);
        assert_eq!(places(&[(2, 2, "ab"), (20, 20, "cd"), (0, 30, "")]), [(0, 0)]);
        assert_eq!(places(&[(2, 2, "ab"), (1, 3, "")]), [(1, 2)]);
        let many: Vec<_> = (0..40).map(|n| (n * 100, n * 100, "x")).collect();
        assert!(places(&many).len() <= MAX_PLACES);
    }

    #[test]
    fn a_place_meets_what_it_touches_and_what_ends_before_blanks() {
        let text = Text::new("one {\n\n  x\ntwo");
        let meets = |from, to| noted(&[(9, 9, "x")]).meet(&text, Span::new(from, to));
        assert!(meets(9, 10) && meets(10, 12) && meets(0, 9));
        assert!(meets(4, 5));
        assert!(!meets(0, 3));
        assert!(!meets(11, 14));
    }
}
