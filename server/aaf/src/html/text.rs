//! What a reader sees of an element.

use std::ops::Range;

use super::decode;
use super::tokens::{Token, Tokens};

/// How much of an element is looked at: its first words are what it is called by, and a page may nest elements
/// that are never closed.
const ENOUGH: usize = 4 << 10;

/// The text between some tags: without markup, comments, scripts and styles, references resolved, white space
/// as single blanks. Of a long content, the beginning.
pub fn visible_text(text: &str, content: Range<usize>) -> String {
    let content = text.get(content).unwrap_or("");
    let content = &content[..content.floor_char_boundary(ENOUGH)];
    let mut seen = String::new();
    let mut at = 0;
    for token in Tokens::new(content) {
        let span = match token {
            Token::Start(tag) => tag.span,
            Token::End { span, .. } | Token::Comment(span) | Token::Raw(span) | Token::Doctype(span) => span,
        };
        seen.push_str(content.get(at..span.start).unwrap_or(""));
        // Elements stand apart, as most of them are shown.
        seen.push(' ');
        at = span.end.max(at);
    }
    seen.push_str(content.get(at..).unwrap_or(""));
    decode(&seen).split_whitespace().collect::<Vec<_>>().join(" ")
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
