//! A member of a user's JSON file: set or removed, with everything else as it was, comments included.

/// Why a file cannot be changed.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum JsonError {
    #[error("not a JSON object: correct line {line} first")]
    Invalid { line: usize },
    #[error("\"{key}\" is not an object: correct line {line} first")]
    NotObject { key: String, line: usize },
}

/// A member of an object.
struct Member<'t> {
    key: &'t str,
    /// From the quote of the key to the end of the value.
    start: usize,
    value: usize,
    end: usize,
}

/// An object.
struct Object<'t> {
    members: Vec<Member<'t>>,
    /// The positions of its braces.
    open: usize,
    close: usize,
}

/// The text with `object.key` set to `value`, JSON on several lines. `object` is added if it does not exist.
///
/// # Errors
/// If the text is not a JSON object, or `object` is not an object.
pub fn set(text: &str, object: &str, key: &str, value: &str) -> Result<String, JsonError> {
    let text = if text.trim().is_empty() { "{}\n" } else { text };
    let whole = whole(text)?;
    let Some(outer) = whole.members.iter().find(|member| member.key == object) else {
        let value = format!("{{\n  \"{key}\": {}\n}}", indented(value, "  "));
        return Ok(with_member(text, &whole, object, &value, "  "));
    };
    let inner = inner(text, outer)?;
    match inner.members.iter().find(|member| member.key == key) {
        Some(member) => {
            let value = indented(value, "    ");
            Ok(format!("{}{value}{}", &text[..member.value], &text[member.end..]))
        }
        None => Ok(with_member(text, &inner, key, value, "    ")),
    }
}

/// The value of `object.key`.
pub fn get<'t>(text: &'t str, object: &str, key: &str) -> Option<&'t str> {
    let whole = whole(text).ok()?;
    let inner = inner(text, whole.members.iter().find(|member| member.key == object)?).ok()?;
    let member = inner.members.iter().find(|member| member.key == key)?;
    text.get(member.value..member.end)
}

/// The text without `object.key`, and without `object` if nothing else is in it. `None` if nothing remains at all.
///
/// # Errors
/// If the text is not a JSON object, or `object` is not an object.
pub fn remove(text: &str, object: &str, key: &str) -> Result<Option<String>, JsonError> {
    let whole = whole(text)?;
    let Some(at) = whole.members.iter().position(|member| member.key == object) else {
        return Ok(Some(text.to_owned()));
    };
    let inner = inner(text, &whole.members[at])?;
    let Some(number) = inner.members.iter().position(|member| member.key == key) else {
        return Ok(Some(text.to_owned()));
    };
    if inner.members.len() > 1 {
        return Ok(Some(without_member(text, &inner, number)));
    }
    if whole.members.len() > 1 {
        return Ok(Some(without_member(text, &whole, at)));
    }
    let rest = without_member(text, &whole, at);
    Ok(if rest.trim() == "{}" { None } else { Some(rest) })
}

fn whole(text: &str) -> Result<Object<'_>, JsonError> {
    let mut scanner = Scanner { text, at: 0 };
    if text.starts_with('\u{feff}') {
        scanner.at = '\u{feff}'.len_utf8();
    }
    let object = scanner.object().ok_or_else(|| scanner.invalid())?;
    scanner.skip();
    if scanner.at < text.len() { Err(scanner.invalid()) } else { Ok(object) }
}

fn inner<'t>(text: &'t str, member: &Member<'_>) -> Result<Object<'t>, JsonError> {
    let mut scanner = Scanner { text, at: member.value };
    let line = scanner.line();
    scanner.object().ok_or_else(|| JsonError::NotObject { key: member.key.to_owned(), line })
}

fn with_member(text: &str, object: &Object<'_>, key: &str, value: &str, indent: &str) -> String {
    let member = format!("\"{key}\": {}", indented(value, indent));
    let outer = &indent[..indent.len() - 2];
    match object.members.last() {
        Some(last) => {
            let between = &text[last.end..object.close];
            let comma = if between.trim_start().starts_with(',') { "" } else { "," };
            // A comment behind the last member stays behind it.
            let kept = if between.contains('\n') { between.trim_end() } else { "" };
            let (before, after) = (&text[..last.end], &text[last.end + kept.len()..]);
            format!("{before}{comma}{kept}\n{indent}{member}{after}")
        }
        None => {
            let (before, after) = (&text[..=object.open], &text[object.close..]);
            let comments = text[object.open + 1..object.close].trim_end();
            format!("{before}{comments}\n{indent}{member}\n{outer}{after}")
        }
    }
}

fn without_member(text: &str, object: &Object<'_>, number: usize) -> String {
    let member = &object.members[number];
    let before = number.checked_sub(1).map(|before| object.members[before].end);
    let after = object.members.get(number + 1).map(|after| after.start);
    match (before, after) {
        (Some(before), _) => {
            let mut scanner = Scanner { text, at: before };
            scanner.skip();
            let comma = scanner.at;
            let comments = text[comma + 1..member.start].trim_end();
            format!("{}{comments}{}", &text[..comma], &text[member.end..])
        }
        (None, Some(after)) => format!("{}{}", &text[..member.start], &text[after..]),
        (None, None) => {
            let comments = text[object.open + 1..member.start].trim_end();
            let rest = text[member.end..object.close].trim();
            format!("{}{comments}{rest}{}", &text[..=object.open], &text[object.close..])
        }
    }
}

/// The lines of a value after the first one, moved to the right.
fn indented(value: &str, indent: &str) -> String {
    value.replace('\n', &format!("\n{indent}"))
}

/// Reads JSON with comments and trailing commas, as editors do.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn line(&self) -> usize {
        self.text[..self.at].matches('\n').count() + 1
    }

    fn invalid(&self) -> JsonError {
        JsonError::Invalid { line: self.line() }
    }

    /// Skips white space and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            let rest = &rest[blank..];
            let comment = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                0
            };
            self.at += blank + comment;
            if comment == 0 {
                return;
            }
        }
    }

    fn take(&mut self, expected: char) -> Option<()> {
        self.skip();
        self.rest().starts_with(expected).then(|| self.at += expected.len_utf8())
    }

    fn object(&mut self) -> Option<Object<'t>> {
        self.take('{')?;
        let (open, mut members) = (self.at - 1, Vec::new());
        loop {
            if self.take('}').is_some() {
                return Some(Object { members, open, close: self.at - 1 });
            }
            let start = self.at;
            let key = self.string()?;
            self.take(':')?;
            self.skip();
            let value = self.at;
            self.value()?;
            members.push(Member { key, start, value, end: self.at });
            if self.take(',').is_none() {
                self.take('}')?;
                return Some(Object { members, open, close: self.at - 1 });
            }
        }
    }

    /// The content of a string, with its escapes.
    fn string(&mut self) -> Option<&'t str> {
        let rest = self.rest().strip_prefix('"')?;
        let mut escaped = false;
        let end = rest.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        })?;
        self.at += end + 2;
        Some(&rest[..end])
    }

    /// Skips a value. Braces are counted instead of nested calls, because a file can be nested deeply.
    fn value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            self.skip();
            let first = self.rest().chars().next()?;
            match first {
                '"' => {
                    self.string()?;
                }
                '{' | '[' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                '}' | ']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                ',' | ':' => {
                    self.at += 1;
                    continue;
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || ",:{}[]\"/".contains(c);
                    let length = self.rest().find(ends).unwrap_or(self.rest().len());
                    if length == 0 {
                        return None;
                    }
                    self.at += length;
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUE: &str = "{\n  \"command\": \"agmark\"\n}";

    fn added(text: &str) -> String {
        set(text, "servers", "agmark", VALUE).unwrap()
    }

    #[test]
    fn the_rest_of_a_file_stays() {
        for before in [
            "{}",
            "{\n  \"other\": [1, {\"a\": \"}\"}] // why\n}\n",
            "{\n  // mine\n  \"servers\": {\n    \"first\": {\"command\": \"x\"}\n  },\n  \"last\": null\n}\n",
            "{ \"servers\": { \"a\\\"b\": {} } }",
        ] {
            let after = added(before);
            assert!(after.contains("\"command\": \"agmark\""), "{after}");
            assert_eq!(added(&after), after, "a second time");
            let removed = remove(&after, "servers", "agmark").unwrap();
            assert_eq!(removed.as_deref().unwrap_or("{}"), before, "{after}");
        }
        assert_eq!(
            added(""),
            "{\n  \"servers\": {\n    \"agmark\": {\n      \"command\": \"agmark\"\n    }\n  }\n}\n"
        );
        assert_eq!(remove(&added(""), "servers", "agmark"), Ok(None));
    }

    #[test]
    fn an_old_entry_is_replaced() {
        let before = "{\"servers\": {\"agmark\": {\"command\": \"/old/agmark\"}, \"b\": 1}}";
        let after = added(before);
        assert!(!after.contains("/old") && after.contains("\"b\": 1"), "{after}");
        assert_eq!(
            remove(&after, "servers", "agmark").unwrap().as_deref(),
            Some("{\"servers\": {\"b\": 1}}")
        );
    }

    #[test]
    fn a_file_that_is_not_an_object_is_left_alone() {
        for (text, error) in [
            ("[]", JsonError::Invalid { line: 1 }),
            ("{\n\"a\": }", JsonError::Invalid { line: 2 }),
            ("{} x", JsonError::Invalid { line: 1 }),
            ("{\"a\": \"b", JsonError::Invalid { line: 1 }),
            ("{\n\"servers\": []}", JsonError::NotObject { key: "servers".to_owned(), line: 2 }),
        ] {
            assert_eq!(set(text, "servers", "agmark", VALUE), Err(error), "{text}");
        }
    }
}
