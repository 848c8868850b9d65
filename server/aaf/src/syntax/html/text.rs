//! The visible text of elements.

use std::ops::Range;

use agmark_syntax::work;

use super::dialect::Braces;
use super::entities::decode;
use super::tokens::Tokens;

/// How many bytes of an element are read. The name of an element is in its first words, and a page may have many
/// unclosed elements.
const ENOUGH: usize = 4 << 10;

/// The visible text of a range: without markup, comments, scripts and styles, with references resolved and white space
/// collapsed. Long content is cut.
pub fn visible_text(text: &str, content: Range<usize>) -> String {
    let content = text.get(content).unwrap_or("");
    let content = &content[..content.floor_char_boundary(ENOUGH)];
    work::add(content.len());
    let mut seen = String::new();
    let mut at = 0;
    for token in Tokens::new(content, Braces::Text) {
        let span = token.span();
        seen.push_str(content.get(at..span.start).unwrap_or(""));
        // Elements are separated, as browsers show most of them.
        seen.push(' ');
        at = span.end.max(at);
    }
    seen.push_str(content.get(at..).unwrap_or(""));
    collapsed(&decode(&seen))
}

/// The visible text of an element, read in two ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisibleText {
    /// With a space for each tag: `Save<br>all` is two words.
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

/// The visible text of a range like [`visible_text`], but with any amount of markup before the text. It reads the whole
/// range, so call it for disjoint ranges only.
pub fn said(text: &str, content: Range<usize>) -> VisibleText {
    let content = text.get(content).unwrap_or("");
    work::add(content.len());
    let (mut apart, mut joined) = (String::new(), String::new());
    let mut at = 0;
    for token in Tokens::new(content, Braces::Text) {
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
