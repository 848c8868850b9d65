//! What an element of a served page is recognized by in the files that the page is made from.

use agmark_aaf::coverage::Subject;
use agmark_aaf::syntax::html::visible_text;
use agmark_syntax::Span;

/// What a person tells an element by, the best first.
pub const MARKS: [&str; 8] =
    ["id", "name", "data-testid", "aria-label", "placeholder", "href", "action", "for"];

/// The annotations that name something.
pub const NAMES: [&str; 4] = ["action", "field", "output", "for-action"];

/// How much of a text is kept, in characters.
const WORDS: usize = 200;

/// How many annotated elements around it are kept.
const AROUND: usize = 16;

/// The marks of one element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clue {
    /// The name of its tag, in small letters.
    pub tag: String,
    /// The first of its [`MARKS`], with the value.
    pub mark: Option<(&'static str, String)>,
    /// The beginning of its text, where it has no mark.
    pub words: String,
    /// The names that are annotated at it and around it, the innermost first.
    pub names: Vec<(&'static str, String)>,
}

impl Clue {
    /// Those of the element with a start tag at a place; none where no element is there.
    pub fn of(subject: &Subject<'_>, span: Span) -> Option<Self> {
        let elements = &subject.dom().elements;
        let index = elements.binary_search_by_key(&span.range().start, |one| one.span.start).ok()?;
        elements.get(index).filter(|one| Span::from(one.tag.span.clone()) == span)?;
        Self::at(subject, index)
    }

    /// Those of the element in whose start tag a place is.
    pub fn around(subject: &Subject<'_>, span: Span) -> Option<Self> {
        let (elements, start) = (&subject.dom().elements, span.range().start);
        let index = elements.partition_point(|one| one.span.start <= start).checked_sub(1)?;
        elements.get(index).filter(|one| start < one.tag.span.end)?;
        Self::at(subject, index)
    }

    fn at(subject: &Subject<'_>, index: usize) -> Option<Self> {
        let text = subject.text();
        let element = subject.dom().elements.get(index)?;
        let mark = MARKS.iter().find_map(|mark| Some((*mark, element.attribute(text, mark)?)));
        let mark = mark.filter(|(_, value)| !value.trim().is_empty());
        let words = match mark {
            Some(_) => String::new(),
            None => words(&visible_text(text, element.content.clone())),
        };
        Some(Clue {
            tag: element.name(text).to_ascii_lowercase(),
            mark: mark.map(|(mark, value)| (mark, short(value))),
            words,
            names: subject.names_around(index, &NAMES, AROUND),
        })
    }
}

/// As much of a text as clues keep.
pub fn words(text: &str) -> String {
    short(text)
}

/// As much of a value as clues keep.
pub fn short(text: &str) -> String {
    text.chars().take(WORDS).collect()
}
