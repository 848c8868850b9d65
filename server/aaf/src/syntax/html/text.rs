//! What a reader sees of an element.

use std::ops::Range;

use agmark_syntax::work;

use super::entities::decode;
use super::tokens::Tokens;

/// How much of an element is looked at: its first words are what it is called by, and a page may nest elements
/// that are never closed.
const ENOUGH: usize = 4 << 10;

/// The text between some tags: without markup, comments, scripts and styles, references resolved, white space
/// as single blanks. Of a long content, the beginning.
pub fn visible_text(text: &str, content: Range<usize>) -> String {
    let content = text.get(content).unwrap_or("");
    let content = &content[..content.floor_char_boundary(ENOUGH)];
    work::add(content.len());
    let mut seen = String::new();
    let mut at = 0;
    for token in Tokens::new(content) {
        let span = token.span();
        seen.push_str(content.get(at..span.start).unwrap_or(""));
        // Elements stand apart, as most of them are shown.
        seen.push(' ');
        at = span.end.max(at);
    }
    seen.push_str(content.get(at..).unwrap_or(""));
    collapsed(&decode(&seen))
}

/// What a reader sees of an element, read in two ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisibleText {
    /// With a blank for each tag: `Save<br>all` is two words.
    pub apart: String,
    /// Without: `<b>D</b>elete` is one.
    pub joined: String,
}

impl VisibleText {
    /// A text without markup, with its references.
    pub fn of(text: &str) -> Self {
        let plain = collapsed(&decode(text));
        VisibleText { apart: plain.clone(), joined: plain }
    }
}

/// The text between some tags, as [`visible_text`], but however much markup comes before it. Read it of disjoint
/// contents only: it looks at all of them.
pub fn said(text: &str, content: Range<usize>) -> VisibleText {
    let content = text.get(content).unwrap_or("");
    work::add(content.len());
    let (mut apart, mut joined) = (String::new(), String::new());
    let mut at = 0;
    for token in Tokens::new(content) {
        let span = token.span();
        let before = content.get(at..span.start).unwrap_or("");
        apart.extend([before, " "]);
        joined.push_str(before);
        at = span.end.max(at);
        if joined.len() > ENOUGH {
            break;
        }
    }
    if joined.len() <= ENOUGH {
        let rest = content.get(at..).unwrap_or("");
        let rest = &rest[..rest.floor_char_boundary(ENOUGH)];
        apart.push_str(rest);
        joined.push_str(rest);
    }
    VisibleText { apart: collapsed(&decode(&apart)), joined: collapsed(&decode(&joined)) }
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::visible_text;

    #[test]
    fn only_what_is_shown_counts() {
        let seen = |text: &str| visible_text(text, 0..text.len());
        assert_eq!(seen(" Save \n<b>all</b> &amp; go "), "Save all & go");
        assert_eq!(seen("<svg><title>Bin</title><path d='M0'/></svg><!-- Delete --><style>b{}</style>"), "");
        assert_eq!(seen("a < b {{ name }}"), "a < b {{ name }}");
    }
}
