//! The kinds of blocks.

use crate::lexical::line::is_name;

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Meta,
    /// With its level, 1 to 4.
    Heading(u8),
    Paragraph,
    /// `@ul`.
    List,
    /// `@ol`.
    NumberedList,
    Quote,
    Code,
    Raw,
    Table,
    Ref,
    Include,
    /// `@x-…`.
    Extension,
    /// `@!`.
    Comment,
}

impl Kind {
    /// The kind of a tag, by its name without the `@`; `None` for an unknown tag.
    pub fn of_tag(name: &str) -> Option<Self> {
        Some(match name.as_bytes() {
            b"p" => Self::Paragraph,
            [b'h', level @ b'1'..=b'4'] => Self::Heading(level - b'0'),
            b"ul" => Self::List,
            b"ol" => Self::NumberedList,
            b"code" => Self::Code,
            b"quote" => Self::Quote,
            b"table" => Self::Table,
            b"raw" => Self::Raw,
            b"ref" => Self::Ref,
            b"meta" => Self::Meta,
            b"include" => Self::Include,
            [b'x', b'-', rest @ ..] if !rest.is_empty() && rest.iter().all(|b| is_name(*b)) => {
                Self::Extension
            }
            _ => return None,
        })
    }

    /// Headings and paragraphs. Their attributes are inside the bracket of the id.
    pub fn is_inline(self) -> bool {
        matches!(self, Self::Heading(_) | Self::Paragraph)
    }

    /// Lists and quotes.
    pub fn has_items(self) -> bool {
        matches!(self, Self::List | Self::NumberedList | Self::Quote)
    }

    /// The first character of each item or line.
    pub(crate) fn marker(self) -> char {
        if self == Self::Quote { '>' } else { '-' }
    }

    pub(crate) fn needs_fence(self) -> bool {
        matches!(self, Self::Code | Self::Raw | Self::Table)
    }

    pub(crate) fn may_take_fence(self) -> bool {
        self.needs_fence() || self == Self::Extension
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary;

    #[test]
    fn the_tags_are_those_of_the_vocabulary() {
        for tag in vocabulary::TAGS {
            assert!(Kind::of_tag(tag.name).is_some(), "{}", tag.name);
        }
        for name in ["h0", "h5", "H1", "x-", "x", "xx-a", "x-a b", "x-a", "x-1_-", "x-é", "", "!"] {
            assert_eq!(Kind::of_tag(name).is_some(), vocabulary::tag(name).is_some(), "{name}");
        }
    }
}
