//! Maps the parser's errors to messages and spans.

use std::ops::Range;

use super::frame::Frame;
use crate::{Problem, ProblemKind};

/// The part of the text to mark.
#[derive(Clone, Copy)]
enum Mark {
    /// The word at the position.
    Word,
    /// From the position to the end of its line.
    Line,
    /// The last line before the position that is not blank.
    LineBefore,
    /// The blanks at the start of the position's line.
    Indent,
}

use ProblemKind as Kind;

/// A part of the parser's message, the kind of error, the part to mark, and the message. The first matching row wins.
const MEANINGS: &[(&str, Kind, Mark, &str)] = &[
    ("tab", Kind::Tab, Mark::Indent, "a tab cannot indent YAML: use spaces"),
    (
        "simple key expect",
        Kind::Syntax,
        Mark::LineBefore,
        "this line is not \"key: value\": add a ':' and a space after the key, or indent it if it continues the text before it",
    ),
    ("simple key expected", Kind::Syntax, Mark::Word, "a key of one line is expected before this ':'"),
    (
        "mapping values are not allowed",
        Kind::Syntax,
        Mark::Word,
        "a second \": \" in one value: put the text in quotes, or check the indentation of this line",
    ),
    (
        "illegal placement of ':'",
        Kind::Syntax,
        Mark::Word,
        "unexpected ':': put the text in quotes, or close the bracket before it",
    ),
    (
        "mapping keys are not allowed",
        Kind::Syntax,
        Mark::Word,
        "a key cannot start here: put it on its own line",
    ),
    (
        "block sequence entries are not allowed",
        Kind::Syntax,
        Mark::Word,
        "a list item cannot start here: put \"- \" on its own line",
    ),
    ("'-' must be followed", Kind::Syntax, Mark::Word, "a space is missing after '-'"),
    ("':' must be followed", Kind::Syntax, Mark::Word, "a space is missing after ':'"),
    ("':' may not precede", Kind::Syntax, Mark::Word, "a space is missing after ':'"),
    (
        "did not find expected '-'",
        Kind::Syntax,
        Mark::Line,
        "a list item is expected here: begin it with \"- \", or indent the line less if it does not belong to the list",
    ),
    (
        "block mapping, did not find expected key",
        Kind::Syntax,
        Mark::Line,
        "a \"key: value\" is expected here: check the indentation of this line",
    ),
    (
        "invalid indentation in quoted scalar",
        Kind::Unclosed,
        Mark::Line,
        "this quote is not closed on its line, and the next lines are not indented: add the closing quote",
    ),
    (
        "quoted scalar, found unexpected end",
        Kind::Unclosed,
        Mark::Line,
        "this quote is not closed: add the closing quote",
    ),
    (
        "quoted scalar, found unexpected document indicator",
        Kind::Unclosed,
        Mark::Line,
        "this quote is not closed before the document ends: add the closing quote",
    ),
    (
        "invalid trailing content after double-quoted",
        Kind::Syntax,
        Mark::Line,
        "unexpected text after the closing quote: remove it, or put all of the value in one pair of quotes",
    ),
    (
        "unknown escape character",
        Kind::Escape,
        Mark::Line,
        "a '\\' in double quotes starts an escape that YAML does not know: write \"\\\\\", or use single quotes",
    ),
    (
        "hexadecimal number",
        Kind::Escape,
        Mark::Line,
        "\\x takes two hex digits, \\u four and \\U eight: complete them, or use single quotes",
    ),
    (
        "invalid Unicode character escape",
        Kind::Escape,
        Mark::Line,
        "this escape is not a character: write another one, or use single quotes",
    ),
    (
        "unknown anchor",
        Kind::Alias,
        Mark::Word,
        "this alias refers to an anchor that is not defined before it: define it with '&', or put the text in quotes",
    ),
    (
        "expected alphabetic or numeric",
        Kind::Alias,
        Mark::Word,
        "a name is missing after '&' or '*': add it, or put the text in quotes",
    ),
    ("duplicated anchor", Kind::Alias, Mark::Word, "a value has one anchor: remove the second"),
    (
        "invalid indentation for anchor",
        Kind::Syntax,
        Mark::Word,
        "this anchor is not indented far enough: indent it like the value",
    ),
    ("did not find expected ',' or '}'", Kind::Unclosed, Mark::Word, "a ',' or '}' is missing here"),
    ("expected ',' or ']'", Kind::Unclosed, Mark::Word, "a ',' or ']' is missing here"),
    (
        "misplaced bracket",
        Kind::Syntax,
        Mark::Word,
        "a bracket that closes nothing: remove it, or put the text in quotes",
    ),
    ("did not find expected node content", Kind::Syntax, Mark::Word, "a value is expected here"),
    (
        "plain scalar cannot start with '-'",
        Kind::Syntax,
        Mark::Word,
        "a value is missing after '-': write one, or put the text in quotes",
    ),
    ("recursion limit", Kind::Depth, Mark::Word, "too many nested brackets"),
    (
        "comment intercepting",
        Kind::Syntax,
        Mark::Line,
        "a comment ends the text before it, but the next line continues it: remove the comment, or put the text in quotes",
    ),
    ("comments must be separated", Kind::Syntax, Mark::Word, "a space is missing before '#'"),
    ("expected whitespace", Kind::Syntax, Mark::Word, "a space is missing here"),
    (
        "expected comment or line break",
        Kind::Syntax,
        Mark::Line,
        "after '|' or '>' only '+', '-' and a digit are allowed: put the text on the next line, or in quotes",
    ),
    ("indentation indicator equal to 0", Kind::Syntax, Mark::Word, "the digit after '|' or '>' is 1 to 9"),
    (
        "wrongly indented line in block scalar",
        Kind::Syntax,
        Mark::Line,
        "the first lines of this text are indented more than those after them: indent all of them alike",
    ),
    (
        "unprintable",
        Kind::Syntax,
        Mark::Word,
        "a control character: remove it, or write it as an escape in double quotes",
    ),
    (
        "byte order mark",
        Kind::Syntax,
        Mark::Word,
        "a byte-order mark is allowed at the start of a file only: remove it",
    ),
    (
        "invalid content after document end",
        Kind::Syntax,
        Mark::Line,
        "nothing may follow \"...\" on its line",
    ),
    ("document", Kind::Syntax, Mark::Line, "a new document would start here: one is expected"),
    (
        "indentation",
        Kind::Syntax,
        Mark::Line,
        "this line is indented less than the value that it belongs to: indent it more",
    ),
    (
        "handle wasn't declared",
        Kind::Tag,
        Mark::Word,
        "this tag is not declared: remove it, or put the text in quotes",
    ),
    (
        "directive",
        Kind::Syntax,
        Mark::Line,
        "a line that starts with '%' is a directive, and this one is none: put the text in quotes",
    ),
    ("TAG", Kind::Syntax, Mark::Line, "a %TAG line is followed by a handle and a prefix"),
    (
        "tag",
        Kind::Tag,
        Mark::Word,
        "text that starts with '!' is a tag, and this one is none: put the text in quotes",
    ),
];

/// The problem for an error of the parser at byte `at`, inside the containers `open`.
pub(super) fn syntax_error(text: &str, info: &str, at: usize, open: &[Frame]) -> Problem {
    if let Some(problem) = bracket_left_open(text, info, at, open) {
        return problem;
    }
    if info.contains("unexpected character") {
        let span = mark(text, at, Mark::Word);
        let first = text[span.clone()].chars().next().unwrap_or_default();
        let message = format!("a value cannot start with '{first}': put it in quotes");
        return problem(Kind::Syntax, span, message);
    }
    match MEANINGS.iter().find(|(part, ..)| info.contains(part)) {
        Some(&(_, kind, what, message)) => problem(kind, mark(text, at, what), message.to_owned()),
        None => problem(Kind::Syntax, mark(text, at, Mark::Word), format!("invalid YAML: {info}")),
    }
}

/// If a bracket is not closed, the parser reports an error on a later line. The bracket is the error.
fn bracket_left_open(text: &str, info: &str, at: usize, open: &[Frame]) -> Option<Problem> {
    let frame = open.last().filter(|frame| !frame.opener.is_empty())?;
    let stumbles =
        ["illegal placement of ':'", "expected ',' or", "invalid indentation in flow", "unexpected eof"];
    let later = text.get(frame.opener.end..at)?.contains('\n') || at >= text.trim_end().len();
    if !later || !stumbles.iter().any(|part| info.contains(part)) {
        return None;
    }
    let (opener, closer) = if frame.is_map() { ('{', '}') } else { ('[', ']') };
    let message = format!("'{opener}' is not closed: add '{closer}'");
    Some(problem(Kind::Unclosed, frame.opener.clone(), message))
}

fn problem(kind: ProblemKind, span: Range<usize>, message: String) -> Problem {
    Problem::new(kind, span, message)
}

fn mark(text: &str, at: usize, what: Mark) -> Range<usize> {
    let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    match what {
        Mark::Indent => {
            let indent = text[line_start..].bytes().take_while(|&b| b == b' ' || b == b'\t').count();
            if indent == 0 { mark(text, at, Mark::Word) } else { line_start..line_start + indent }
        }
        Mark::LineBefore => {
            let end = text[..at].trim_end().len();
            let start = text[..end].rfind('\n').map_or(0, |end| end + 1);
            let blanks = text[start..end].len() - text[start..end].trim_start().len();
            start + blanks..end
        }
        Mark::Line => {
            let line = text[at..].split(['\n', '\r']).next().unwrap_or_default().trim_end();
            if line.is_empty() { before(text, at) } else { at..at + line.len() }
        }
        Mark::Word => {
            let word = text[at..].split(char::is_whitespace).next().unwrap_or_default();
            if word.is_empty() { before(text, at) } else { at..at + word.len() }
        }
    }
}

/// The last character before a position that is not blank. Something is missing after it.
fn before(text: &str, at: usize) -> Range<usize> {
    let kept = text[..at].trim_end();
    let last = kept.chars().next_back().map_or(0, char::len_utf8);
    kept.len() - last..kept.len()
}
