//! Text that must not be taken for mark-up.

/// Text for Markdown: what would mean something there gets a backslash.
pub fn markdown(text: &str, out: &mut String) {
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let inside_word = before.is_alphanumeric() && next.is_some_and(char::is_alphanumeric);
        let special = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '~' | '{' => true,
            '_' => !inside_word,
            '&' => next.is_some_and(|next| next.is_ascii_alphanumeric() || next == '#'),
            '!' | '#' => next.is_none(),
            _ => false,
        };
        if special {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
}

/// A line of Markdown that starts a paragraph and nothing else.
pub fn line_start(line: &str) -> String {
    match line.chars().next() {
        Some('#' | '+' | '-' | '>' | '=' | '|' | ':') => format!("\\{line}"),
        Some('0'..='9') => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            if line[digits..].starts_with(['.', ')']) {
                format!("{}\\{}", &line[..digits], &line[digits..])
            } else {
                line.to_owned()
            }
        }
        _ => line.to_owned(),
    }
}

/// Text for HTML, in elements and in quoted attributes.
pub fn html(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}
