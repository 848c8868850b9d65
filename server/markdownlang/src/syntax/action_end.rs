//! How far an action reaches, read line by line.
//!
//! The grammar decides the same way while it parses (`tree-sitter-grammars/markdownlang/src/lex.h` says why an
//! action ends where it does): change both or none. A property test compares them.

/// How many steps after a `}}` or `{{` inside of quotes the closing quote is looked for.
const QUOTE_REACH: u32 = 256;

/// What became of an action on the line that it starts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// It ends on the line; text goes on at this byte.
    Ends(usize),
    /// It has no end on the line. Whether it goes on is seen further down.
    Pending(Pending),
}

/// An action that goes on over lines, if only what could stand in an action comes before `}}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    /// Inside of a raw string.
    raw: bool,
    after_blank: bool,
}

/// What a further line says of a pending action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Further {
    /// It ends here; text goes on at this byte.
    Closes(usize),
    /// It cannot go on over lines, so it ended with its first line; everything since is text.
    IsText,
    Pending(Pending),
}

enum Quote {
    Closed,
    /// Unterminated, and the action ends, or another begins, at this byte.
    Cut(usize),
    LineEnd,
}

/// A place in a line; after its last character comes a line end.
struct Cursor<'a> {
    line: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> char {
        self.line[self.at..].chars().next().unwrap_or('\n')
    }

    fn bump(&mut self) -> char {
        let c = self.peek();
        self.at = (self.at + c.len_utf8()).min(self.line.len());
        c
    }

    fn ended(&self) -> bool {
        self.at >= self.line.len()
    }
}

/// Reads on after an action's start delimiter, which ends at byte `from` of `line`.
pub(crate) fn on_first_line(line: &str, from: usize) -> Reach {
    let mut cursor = Cursor { line, at: from };
    loop {
        if cursor.ended() {
            return Reach::Pending(Pending { raw: false, after_blank: true });
        }
        match cursor.peek() {
            '"' | '\'' => match quoted(&mut cursor) {
                Quote::Cut(at) => return Reach::Ends(at),
                Quote::Closed | Quote::LineEnd => continue,
            },
            '`' => match quoted(&mut cursor) {
                Quote::Cut(at) => return Reach::Ends(at),
                Quote::Closed => continue,
                Quote::LineEnd => return Reach::Pending(Pending { raw: true, after_blank: false }),
            },
            _ => {}
        }
        let at = cursor.at;
        let c = cursor.bump();
        let next = cursor.peek();
        match c {
            '}' if next == c => return Reach::Ends(at + 2),
            '{' if next == c => return Reach::Ends(at),
            '/' if next == '*' => {
                cursor.bump();
                if let Some(at) = misplaced_comment(&mut cursor) {
                    return Reach::Ends(at);
                }
            }
            _ => {}
        }
    }
}

/// Reads a further line of a pending action.
pub(crate) fn on_further_line(line: &str, pending: Pending) -> Further {
    let mut cursor = Cursor { line, at: 0 };
    let Pending { raw, mut after_blank } = pending;
    if raw {
        match raw_on_further_line(&mut cursor) {
            Some(Further::Pending(_)) => return Further::Pending(pending),
            Some(other) => return other,
            None => after_blank = false,
        }
    }
    while !cursor.ended() {
        let c = cursor.bump();
        let next = cursor.peek();
        match c {
            ' ' | '\t' | '\r' => {
                after_blank = true;
                continue;
            }
            '}' if next == '}' => return Further::Closes(cursor.at + 1),
            '"' | '\'' => {
                if !quoted_on_further_line(&mut cursor, c) {
                    return Further::IsText;
                }
            }
            '`' => {
                if let Some(other) = raw_on_further_line(&mut cursor) {
                    return other;
                }
            }
            '-' if after_blank && next == '}' => {
                cursor.bump();
                let closes = cursor.peek() == '}';
                return if closes { Further::Closes(cursor.at + 1) } else { Further::IsText };
            }
            '-' | '+' if next.is_ascii_digit() || next == '.' => {}
            ':' if next == '=' => {
                cursor.bump();
            }
            '=' if next != '=' => {}
            '.' | '$' | '|' | ',' | '(' | ')' => {}
            c if is_word(c) => {}
            _ => return Further::IsText,
        }
        after_blank = false;
    }
    Further::Pending(Pending { raw: false, after_blank: true })
}

/// From an opening quote or backtick to after the closing one, on the action's first line.
fn quoted(cursor: &mut Cursor<'_>) -> Quote {
    let quote = cursor.bump();
    let raw = quote == '`';
    let mut cut = None;
    let mut left = QUOTE_REACH;
    loop {
        let at = cursor.at;
        if cursor.ended() {
            return cut.map_or(Quote::LineEnd, Quote::Cut);
        }
        if let Some(cut) = cut {
            if left == 0 {
                return Quote::Cut(cut);
            }
            left -= 1;
        }
        let c = cursor.bump();
        let next = cursor.peek();
        match c {
            c if c == quote => return Quote::Closed,
            '\\' if !raw => {
                cursor.bump();
            }
            '}' | '{' if next == c => cut = cut.or(Some(at)),
            ' ' | '\t' if !raw && next == '-' => {
                cursor.bump();
                if cursor.peek() == '}' {
                    cursor.bump();
                    if cursor.peek() == '}' {
                        cut = cut.or(Some(at));
                    }
                }
            }
            _ => {}
        }
    }
}

/// After `/*`: none if the action goes on after it (or after the line), else where the action ends.
fn misplaced_comment(cursor: &mut Cursor<'_>) -> Option<usize> {
    while !cursor.ended() {
        let at = cursor.at;
        let c = cursor.bump();
        let next = cursor.peek();
        if matches!(c, '}' | '{') && next == c {
            return Some(at);
        }
        if c == '*' && next == '/' {
            cursor.bump();
            return None;
        }
    }
    None
}

/// After a quote; false if the string does not end on the line, or holds a `{{`.
fn quoted_on_further_line(cursor: &mut Cursor<'_>, quote: char) -> bool {
    while !cursor.ended() {
        let c = cursor.bump();
        let next = cursor.peek();
        match c {
            c if c == quote => return true,
            '{' if next == '{' => return false,
            '\\' if next == '{' || cursor.ended() => return false,
            '\\' => {
                cursor.bump();
            }
            _ => {}
        }
    }
    false
}

/// In a raw string: none if it ends on the line.
fn raw_on_further_line(cursor: &mut Cursor<'_>) -> Option<Further> {
    while !cursor.ended() {
        let c = cursor.bump();
        match c {
            '`' => return None,
            '{' if cursor.peek() == '{' => return Some(Further::IsText),
            _ => {}
        }
    }
    Some(Further::Pending(Pending { raw: true, after_blank: false }))
}

/// Whether a character may stand in a name. Outside of ASCII this is rough: all but punctuation and symbols.
pub(crate) fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    match u32::from(c) {
        c @ 0..0xc0 => matches!(c, 0xaa | 0xb5 | 0xba),
        c @ 0xc0..0x2000 => c != 0xd7 && c != 0xf7,
        c @ 0x2000..0x2c00 => (0x2071..0x2190).contains(&c),
        c @ 0x2c00..0x3000 => !(0x2e00..0x2e80).contains(&c),
        c @ 0x3000..0x3031 => (0x3005..=0x3007).contains(&c),
        0x3031..0xe000 | 0xf900..0xfe00 => true,
        0xe000..0xf900 => false,
        c @ 0xfe00..0xff00 => c >= 0xfe70 && c != 0xfeff,
        c @ 0xff00..0x10000 => c > 0xff0f && !(0xff1a..=0xff20).contains(&c) && c < 0xfff0,
        c => !(0x1f000..0x20000).contains(&c) && c < 0xe0000,
    }
}

#[cfg(test)]
mod tests {
    use super::is_word;

    #[test]
    fn letters_are_those_of_the_grammar() {
        let chars: Vec<char> = ('\u{80}'..'\u{32000}').chain('\u{dfff0}'..'\u{e0200}').collect();
        let mut text = String::new();
        let mut ends = Vec::new();
        for c in &chars {
            text.push_str("{{_");
            let end = text.len();
            text.push(*c);
            ends.push(if is_word(*c) { text.len() } else { end });
            text.push_str("\"\"}}");
        }
        let tree = agmark_syntax::parse::parse(&tree_sitter_markdownlang::LANGUAGE.into(), &text, None);
        let tree = tree.expect("the text is not too long");
        let mut query = tree.walk();
        let mut names = Vec::new();
        for action in tree.root_node().children(&mut query).filter(|n| n.kind() == "action") {
            let name = action.named_child(0).and_then(|p| p.named_child(0)).and_then(|c| c.child(0));
            names.extend(name.filter(|n| n.start_byte() == action.start_byte() + 2).map(|n| n.end_byte()));
        }
        let differ: Vec<_> = ends.iter().zip(&names).zip(&chars).filter(|((a, b), _)| a != b).collect();
        assert!(differ.is_empty(), "{differ:?}");
        assert_eq!(names.len(), chars.len());
    }
}
