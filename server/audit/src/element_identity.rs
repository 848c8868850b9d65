//! Identifies an element of a served page in the files from which the page is made.

use agmark_aaf::coverage::AuditedPage;
use agmark_aaf::syntax::html::visible_text;
use agmark_syntax::Span;

/// Attributes that identify an element, best first.
pub const MARKS: [&str; 8] =
    ["id", "name", "data-testid", "aria-label", "placeholder", "href", "action", "for"];

/// Annotations that contain a name.
pub const NAMES: [&str; 4] = ["action", "field", "output", "for-action"];

/// Characters of a text that are kept.
const MAX_TEXT_CHARS: usize = 200;

/// Number of annotated parents that are kept.
const MAX_PARENTS: usize = 16;

/// The identity of one element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ElementIdentity {
    /// The tag name in lowercase.
    pub tag: String,
    /// The first of the [`MARKS`] that it has, with the value.
    pub mark: Option<(&'static str, String)>,
    /// The beginning of its text, if it has no mark.
    pub words: String,
    /// The names in the annotations of the element and its parents, innermost first.
    pub names: Vec<(&'static str, String)>,
}

impl ElementIdentity {
    /// The element whose start tag is at a span.
    pub fn of(subject: &AuditedPage<'_>, span: Span) -> Option<Self> {
        let elements = &subject.dom().elements;
        let index = elements.binary_search_by_key(&span.range().start, |one| one.span.start).ok()?;
        elements.get(index).filter(|one| Span::from(one.tag.span.clone()) == span)?;
        Self::at(subject, index)
    }

    /// The element whose start tag contains the start of a span.
    pub fn around(subject: &AuditedPage<'_>, span: Span) -> Option<Self> {
        let (elements, start) = (&subject.dom().elements, span.range().start);
        let index = elements.partition_point(|one| one.span.start <= start).checked_sub(1)?;
        elements.get(index).filter(|one| start < one.tag.span.end)?;
        Self::at(subject, index)
    }

    fn at(subject: &AuditedPage<'_>, index: usize) -> Option<Self> {
        let text = subject.text();
        let element = subject.dom().elements.get(index)?;
        let mark = MARKS.iter().find_map(|mark| Some((*mark, element.attribute(text, mark)?)));
        let mark = mark.filter(|(_, value)| !value.trim().is_empty());
        let words = match mark {
            Some(_) => String::new(),
            None => words(&visible_text(text, element.content.clone())),
        };
        Some(ElementIdentity {
            tag: element.name(text).to_ascii_lowercase(),
            mark: mark.map(|(mark, value)| (mark, short(value))),
            words,
            names: subject.names_around(index, &NAMES, MAX_PARENTS),
        })
    }
}

/// The part of a text that an identity keeps.
pub fn words(text: &str) -> String {
    short(text)
}

/// The part of a value that an identity keeps.
pub fn short(text: &str) -> String {
    text.chars().take(MAX_TEXT_CHARS).collect()
}
