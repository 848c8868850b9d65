//! Line endings. A document keeps the line ending of most of its lines, and inserted text gets it.
//!
//! A line ending is LF with all CRs directly before it, as defined by [`without_ending`]. A CR anywhere else is
//! content. CRs at the end of a text without LF are left to the format, because the text may be a part of a document
//! and LF may follow.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

use crate::{Edit, Text};

/// A line without its ending: LF, if there is one, and all CRs before it.
pub fn without_ending(line: &str) -> &str {
    line.strip_suffix('\n').unwrap_or(line).trim_end_matches('\r')
}

/// The line ending of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    #[default]
    Lf,
    CrLf,
}

/// The number of lines with each ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Endings {
    pub lf: usize,
    pub crlf: usize,
}

impl Endings {
    /// Counts the endings in `bytes`, which follow the byte `before`.
    pub fn count(&mut self, before: Option<u8>, bytes: &[u8]) {
        for at in memchr_iter(b'\n', bytes) {
            let previous = at.checked_sub(1).map_or(before, |at| Some(bytes[at]));
            match previous {
                Some(b'\r') => self.crlf += 1,
                _ => self.lf += 1,
            }
        }
    }

    /// The ending of most lines; LF if both are equally frequent.
    pub fn most(self) -> Ending {
        if self.crlf > self.lf { Ending::CrLf } else { Ending::Lf }
    }
}

impl Ending {
    /// The ending of most lines of a text; LF if both are equally frequent.
    pub fn of(text: &str) -> Self {
        let mut endings = Endings::default();
        endings.count(None, text.as_bytes());
        endings.most()
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
        }
    }

    /// The text with this line ending everywhere.
    pub fn write(self, text: &str) -> Cow<'_, str> {
        let unchanged = match self {
            Self::Lf => memchr(b'\r', text.as_bytes()).is_none(),
            Self::CrLf => memchr(b'\n', text.as_bytes()).is_none(),
        };
        if unchanged {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len() + text.len() / 32);
        for line in text.split_inclusive('\n') {
            if line.ends_with('\n') {
                out.extend([without_ending(line), self.as_str()]);
            } else {
                out.push_str(line);
            }
        }
        Cow::Owned(out)
    }

    /// The edit for a document with this line ending.
    pub fn edit(self, edit: &Edit) -> Edit {
        Edit { span: edit.span, text: self.write(&edit.text).into_owned() }
    }
}

/// A text with LF for all line endings, and the map to the original offsets.
pub(crate) struct Plain<'a> {
    pub text: Cow<'a, str>,
    /// The positions of the removed CRs, as offsets of the text with LF.
    pub removed: Vec<usize>,
}

impl<'a> Plain<'a> {
    pub fn of(text: &'a str) -> Self {
        if memchr(b'\r', text.as_bytes()).is_none() {
            return Self { text: Cow::Borrowed(text), removed: Vec::new() };
        }
        let (mut out, mut removed) = (String::with_capacity(text.len()), Vec::new());
        for line in text.split_inclusive('\n') {
            if !line.ends_with('\n') {
                out.push_str(line);
                continue;
            }
            let kept = without_ending(line);
            out.push_str(kept);
            removed.extend(std::iter::repeat_n(out.len(), line.len() - kept.len() - 1));
            out.push('\n');
        }
        Self { text: Cow::Owned(out), removed }
    }

    /// The length of the original text, in bytes.
    pub fn len(&self) -> usize {
        self.text.len() + self.removed.len()
    }

    /// Whether all line endings of the original text are CRLF.
    pub fn is_crlf(&self) -> bool {
        let mut removed = self.removed.iter();
        memchr_iter(b'\n', self.text.as_bytes()).all(|at| removed.next() == Some(&at))
            && removed.next().is_none()
    }

    /// The offset in the original text. An offset at a line ending is the start of the whole line ending.
    pub fn offset(&self, here: usize) -> usize {
        here + self.removed.partition_point(|at| *at < here)
    }
}

impl Text {
    /// The ending of most lines; LF if both are equally frequent.
    pub fn ending(&self) -> Ending {
        self.endings().most()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn the_majority_decides() {
        for (text, ending) in [
            ("", Ending::Lf),
            ("a", Ending::Lf),
            ("a\r\nb", Ending::CrLf),
            ("a\r\nb\n", Ending::Lf),
            ("a\r\nb\nc\r\n", Ending::CrLf),
            ("a\rb\rc\n", Ending::Lf),
            ("\r\r\n", Ending::CrLf),
        ] {
            assert_eq!(Ending::of(text), ending, "{text:?}");
            assert_eq!(Text::new(text).ending(), ending, "{text:?}");
        }
    }

    #[test]
    fn a_written_text_has_one_ending() {
        assert_eq!(Ending::CrLf.write("a\nb\r\nc\rd\r\r\ne"), "a\r\nb\r\nc\rd\r\ne");
        assert_eq!(Ending::Lf.write("a\nb\r\nc\rd\r\r\ne\r"), "a\nb\nc\rd\ne\r");
    }

    #[test]
    fn offsets_lead_back() {
        let text = "a\r\nb\n\r\r\nc\r";
        let plain = Plain::of(text);
        assert_eq!(plain.text, "a\nb\n\nc\r");
        let back: Vec<_> = (0..=plain.text.len()).map(|at| plain.offset(at)).collect();
        assert_eq!(back, [0, 1, 3, 4, 5, 8, 9, 10]);
    }

    /// After edits the counts equal those of a new text.
    #[test]
    fn the_count_follows_edits() {
        let mut random = Random(7);
        for _ in 0..300 {
            let words = ["a", "\n", "\r\n", "\r", "é", "\n\n"];
            let mut model = random.text(&words, 30);
            let mut text = Text::new(&model);
            for _ in 0..10 {
                let (mut a, mut b) = (random.below(model.len() + 1), random.below(model.len() + 1));
                while !model.is_char_boundary(a) {
                    a -= 1;
                }
                while !model.is_char_boundary(b) {
                    b -= 1;
                }
                let with = random.text(&words, 3);
                let range = a.min(b)..a.max(b);
                text.replace(range.clone(), &with);
                model.replace_range(range, &with);
                assert_eq!(text, Text::new(&model), "{model:?}");
                assert_eq!(text.ending(), Ending::of(&model), "{model:?}");
            }
        }
    }
}
