//! Refs: their namespaces, their order, and the refs in summaries.

use agmark_syntax::Span;

use crate::syntax::chars::{is_ref, role};
use crate::syntax::line::Kind;

/// The namespace of refs.
pub const REF: &str = "ref";
/// The namespace of the refs that a diff removes.
pub const REMOVED_REF: &str = "removed ref";

/// The number of lines after which the last ref is forgotten, so that an edit has no distant effect.
const FORGOTTEN: u32 = 64;

/// The last ref before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastRef {
    /// A hash of its letters. Only refs with the same letters are compared.
    letters: u32,
    pub number: u32,
    /// The number of lines since then.
    age: u32,
}

impl LastRef {
    /// `None` if it is not a ref or the number is too large.
    pub fn of(name: &str) -> Option<Self> {
        let (letters, number) = name.split_at(letters(name).len());
        let number = number.parse().ok().filter(|_| is_ref(name))?;
        Some(Self { letters: crate::syntax::limits::hash(letters), number, age: 0 })
    }

    /// Whether the number is smaller than that of `before`.
    pub fn falls_below(self, before: Self) -> bool {
        self.letters == before.letters && self.number < before.number
    }

    /// The last ref after a line.
    pub fn after(before: Option<Self>, kind: Kind, content: &str) -> Option<Self> {
        let own = match kind {
            Kind::Element => of_element(content),
            Kind::Row => content.rsplit('|').find_map(|cell| of_element(cell.trim_start())),
            Kind::Content | Kind::Summary | Kind::Other => None,
        };
        own.or_else(|| before.map(|last| Self { age: last.age + 1, ..last }).filter(|l| l.age < FORGOTTEN))
    }

    /// The parts as numbers, for the state at a cut.
    pub fn parts(self) -> [u32; 3] {
        [self.letters, self.number, self.age]
    }

    pub fn from_parts([letters, number, age]: [u32; 3]) -> Self {
        Self { letters, number, age }
    }
}

/// A ref without its number.
pub fn letters(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The ref after the role at the start of a text.
fn of_element(text: &str) -> Option<LastRef> {
    let (length, is_role) = role(text.as_bytes());
    let rest = text.get(length..).filter(|_| is_role)?.strip_prefix('#')?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    LastRef::of(&rest[..end])
}

/// The refs in `expand #e1` of the summary at `span`, without their `#`.
pub fn expanded(text: &str, span: Span) -> impl Iterator<Item = Span> {
    let words = span.text(text);
    words.match_indices("expand #").filter_map(move |(at, word)| {
        let from = at + word.len();
        let rest = &words[from..];
        let len = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let start = span.start as usize + from;
        is_ref(&rest[..len]).then(|| Span::new(start, start + len))
    })
}

/// A sort key for natural order.
pub fn natural(name: &str) -> (&str, usize, &str) {
    let start = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (prefix, number) = name.split_at(start);
    let number = number.trim_start_matches('0');
    (prefix, number.len(), number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refs_are_compared_by_letters_and_number() {
        let falls = |next: &str, before: &str| {
            LastRef::of(next).zip(LastRef::of(before)).is_some_and(|(next, before)| next.falls_below(before))
        };
        assert!(falls("e2", "e10") && falls("f1e2", "f1e3"));
        assert!(!falls("e10", "e2") && !falls("e2", "e2") && !falls("r1", "e2") && !falls("f2e1", "f1e3"));
        assert!(!falls("e1", "e99999999999") && !falls("e", "e2"));
    }

    #[test]
    fn a_ref_is_forgotten_after_some_lines() {
        let mut last = LastRef::after(None, Kind::Element, "button#e7 \"a\"");
        assert_eq!(last, LastRef::of("e7"));
        for _ in 1..FORGOTTEN {
            last = LastRef::after(last, Kind::Content, "> x");
            assert!(last.is_some_and(|last| last.number == 7));
        }
        assert_eq!(LastRef::after(last, Kind::Content, "> x"), None);
        let row = "| link#e1 \"a\" | b |  radio#e3 [on] | c |";
        assert_eq!(LastRef::after(None, Kind::Row, row), LastRef::of("e3"));
    }
}
