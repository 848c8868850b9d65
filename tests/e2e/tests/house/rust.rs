//! As much of Rust's grammar as it takes to tell code from comments and tests.

/// A source without its comments; strings stay.
pub fn code(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let taken = if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            rest = &rest[end..];
            continue;
        } else if rest.starts_with("/*") {
            rest = &rest[comment(rest)..];
            out.push(' ');
            continue;
        } else if c == '"' {
            string(rest)
        } else if let Some(len) = raw_string(rest) {
            len
        } else if c == '\'' {
            char_literal(rest)
        } else {
            c.len_utf8()
        };
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    out
}

/// The comments and string literals of a source, each with the line on which it starts, from 1.
pub fn texts(source: &str) -> Vec<(usize, &str)> {
    let mut all = Vec::new();
    let mut line = 1;
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let (length, is_text) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), true)
        } else if rest.starts_with("/*") {
            (comment(rest), true)
        } else if c == '"' {
            (string(rest), true)
        } else if let Some(length) = raw_string(rest) {
            (length, true)
        } else if c == '\'' {
            (char_literal(rest), false)
        } else {
            (c.len_utf8(), false)
        };
        let (token, after) = rest.split_at(length);
        if is_text {
            all.push((line, token));
        }
        line += token.matches('\n').count();
        rest = after;
    }
    all
}

/// A source without the modules that are compiled for tests only. `code` has no comments.
pub fn without_tests(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find("#[cfg(test)]") {
        out.push_str(&rest[..at]);
        let item = &rest[at..];
        let body = item.find(['{', ';']).unwrap_or(item.len());
        let end = if item[body..].starts_with('{') { body + braces(&item[body..]) } else { body };
        rest = item.get(end..).unwrap_or("");
    }
    out + rest
}

/// The length of a block comment, others in it included.
fn comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length of a string literal.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a raw string literal, if one starts here.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.strip_prefix('r')?;
    let marks = hashes.len() - hashes.trim_start_matches('#').len();
    let body = hashes[marks..].strip_prefix('"')?;
    let closer = format!("\"{}", "#".repeat(marks));
    let start = text.len() - body.len();
    Some(body.find(&closer).map_or(text.len(), |at| start + at + closer.len()))
}

/// The length of a character literal, or of the mark alone where it begins a lifetime.
fn char_literal(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            chars.next();
            text.char_indices().skip(3).find(|(_, c)| *c == '\'').map_or(text.len(), |(at, _)| at + 1)
        }
        Some(_) => match chars.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
        None => 1,
    }
}

/// The length of a block in braces. Braces in strings and characters do not count.
fn braces(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        at += match c {
            '"' => string(rest),
            '\'' => char_literal(rest),
            _ => raw_string(rest).unwrap_or(c.len_utf8()),
        };
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

#[test]
fn comments_go_and_strings_stay() {
    let source =
        "a // b\nlet c = \"// d\"; /* e /* f */ g */ h('\"', '\\'', r#\"/* \" i\"#) // j\n'k: loop {}";
    let expected = "a \nlet c = \"// d\";   h('\"', '\\'', r#\"/* \" i\"#) \n'k: loop {}";
    assert_eq!(code(source), expected);
}

#[test]
fn comments_and_strings_are_found_with_their_lines() {
    let source = "//! a\nlet b = ('\"', '\\'', r#\"c \" \nd\"#); // e\n/* f\n*/ g(\"h\")";
    let expected = [(1, "//! a"), (2, "r#\"c \" \nd\"#"), (3, "// e"), (4, "/* f\n*/"), (5, "\"h\"")];
    assert_eq!(texts(source), expected);
}

#[test]
fn test_modules_go() {
    let source =
        "a\n#[cfg(test)]\nmod tests {\n    const B: &str = \"}\"; { '}' }\n}\nc\n#[cfg(test)]\nmod d;\ne";
    assert_eq!(without_tests(source), "a\n\nc\n;\ne");
}
