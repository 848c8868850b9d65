//! The kind of a header, and what it may contain.

use crate::vocabulary::{ContentModel, DIRECTIVES, Directive};

/// The kind of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderKind {
    /// A directive, by its index in the vocabulary.
    Known(u8),
    /// An unknown directive.
    Unknown,
    Command,
}

impl HeaderKind {
    pub fn of(name: &str) -> Self {
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Self::Command;
        }
        let known = DIRECTIVES.iter().position(|d| d.name == name).and_then(|i| u8::try_from(i).ok());
        known.map_or(Self::Unknown, Self::Known)
    }

    pub fn directive(self) -> Option<&'static Directive> {
        match self {
            Self::Known(i) => DIRECTIVES.get(usize::from(i)),
            _ => None,
        }
    }

    pub fn is(self, name: &str) -> bool {
        self.directive().is_some_and(|d| d.name == name)
    }

    pub fn content(self) -> Option<ContentModel> {
        self.directive().map(|d| d.content)
    }

    /// Whether loose text below is an implicit text body.
    pub fn has_body(self) -> bool {
        self.content().is_some_and(ContentModel::has_body)
    }

    /// Whether `key` is a parameter if other text is an implicit text body.
    pub fn knows(self, key: &str) -> bool {
        key == "id" || self.directive().is_some_and(|d| d.parameter(key).is_some())
    }

    /// Whether loose text below is content. `documented`: the header is in `.Documentation`.
    pub fn takes_text(self, documented: bool) -> bool {
        match self {
            Self::Unknown => true,
            Self::Command => documented,
            Self::Known(_) => self.content().is_some_and(ContentModel::takes_text),
        }
    }

    /// Whether a string or a block below is content.
    pub fn takes_blocks(self) -> bool {
        self.content().is_none_or(ContentModel::takes_blocks)
    }

    /// Whether a parameter that is not indented can belong to the header.
    pub fn takes_parameter(self, key: &str) -> bool {
        self.directive().is_none() || self.content() == Some(ContentModel::Call) || self.knows(key)
    }

    /// Whether a header of `kind` that is not indented, right after this one, can belong to it.
    pub(crate) fn attaches(self, kind: Self) -> bool {
        match self.directive().map(|d| d.name) {
            Some("Execute") => kind == Self::Command || kind.content() == Some(ContentModel::Call),
            Some("Documentation") => kind.is("Section"),
            Some("Section") => kind == Self::Command,
            _ => false,
        }
    }

    /// The number that stands for it in the state of a line scan.
    pub(crate) fn code(self) -> u32 {
        match self {
            Self::Known(i) => u32::from(i),
            Self::Unknown => 254,
            Self::Command => 255,
        }
    }

    pub(crate) fn from_code(code: u32) -> Self {
        match u8::try_from(code) {
            Ok(254) => Self::Unknown,
            Ok(i) if i < 254 => Self::Known(i),
            _ => Self::Command,
        }
    }
}
