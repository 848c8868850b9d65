//! Indents: the blanks before the text of a line, in columns.

use agmark_syntax::without_ending;

/// The indent of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Indent {
    /// In columns. A tab leads to the next column that is a multiple of four.
    pub width: u32,
    /// Whether it contains a tab.
    pub tabs: bool,
}

impl Indent {
    /// The indent that a text starts with.
    pub fn of(text: &str) -> Self {
        Self::split(text).0
    }

    /// The indent that a text starts with, and the rest of the text.
    pub fn split(text: &str) -> (Self, &str) {
        let mut indent = Self::default();
        let mut bytes = 0;
        for byte in text.bytes() {
            match byte {
                b' ' => indent.width = indent.width.saturating_add(1),
                b'\t' => {
                    indent.width = (indent.width / 4).saturating_add(1).saturating_mul(4);
                    indent.tabs = true;
                }
                _ => break,
            }
            bytes += 1;
        }
        (indent, text.get(bytes..).unwrap_or(""))
    }
}

/// The smallest indent of a text of several lines. Lines with tabs count only if all lines have tabs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallestIndent {
    spaces: Option<u32>,
    tabs: Option<u32>,
}

impl SmallestIndent {
    /// The smallest indent of the lines that are not blank.
    pub fn of(text: &str) -> Self {
        let mut smallest = Self::default();
        for line in text.split('\n') {
            let (indent, rest) = Indent::split(line);
            if !without_ending(rest).is_empty() {
                smallest.add(indent);
            }
        }
        smallest
    }

    /// Adds a line that is not blank.
    pub fn add(&mut self, indent: Indent) {
        let smallest = if indent.tabs { &mut self.tabs } else { &mut self.spaces };
        *smallest = Some(smallest.map_or(indent.width, |width| width.min(indent.width)));
    }

    pub fn indent(self) -> Indent {
        Indent { width: self.spaces.or(self.tabs).unwrap_or(0), tabs: self.spaces.is_none() }
    }
}
