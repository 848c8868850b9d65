//! The strings that are written in expressions and templates: `Delete` in `{t("Delete")}` and in `Delete {{ name }}`.
//! What an expression evaluates to is not known, but its strings are.

/// How frameworks begin the names of attributes whose value is an expression.
pub const BINDINGS: &[&str] = &["v-bind:", "x-bind:", ":", "[attr.", "["];

/// Marks around expressions that are shown, and around statements. Strings in statements are conditions.
const SHOWN: &[(&str, &str)] = &[("{{", "}}"), ("${", "}"), ("{", "}")];
const CONTROL: &[(&str, &str)] = &[("{%", "%}"), ("{#", "#}"), ("<%", "%>"), ("<?", "?>")];

/// A text in which each expression is replaced with the strings in it.
pub fn written(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let opened = |(open, close): &(&'static str, &'static str)| Some((rest.strip_prefix(open)?, *close));
        if let Some((inside, close)) = CONTROL.iter().find_map(opened) {
            rest = inside.find(close).map_or("", |end| &inside[end + close.len()..]);
            out.push(' ');
        } else if let Some((inside, _)) = SHOWN.iter().find_map(opened) {
            let end = closed(inside);
            out.push_str(&strings(&inside[..end]));
            rest = inside[end..].trim_start_matches('}');
            out.push(' ');
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// Where the braces around an expression close. Braces in its strings do not count.
fn closed(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        match c {
            '"' | '\'' | '`' => {
                at += string_end(&text[at..], c);
                continue;
            }
            '{' => depth += 1,
            '}' if depth == 0 => return at,
            '}' => depth -= 1,
            _ => {}
        }
        at += c.len_utf8();
    }
    text.len()
}

/// The length of the string that a text begins with, its quotes included.
fn string_end(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The strings in an expression, without comments and without strings in comparisons, which are not shown.
pub fn strings(code: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(c) = code.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = &code[at..];
        if let Some(comment) = rest.strip_prefix("/*") {
            at += comment.find("*/").map_or(rest.len(), |end| end + 4);
        } else if matches!(c, '"' | '\'' | '`') {
            let length = string_end(rest, c);
            let compared = |text: &str| text.ends_with("==") || text.ends_with("!=");
            let follows = rest[length..].trim_start();
            let is_compared =
                compared(code[..at].trim_end()) || ["==", "!="].iter().any(|sign| follows.starts_with(sign));
            if !is_compared {
                let string = rest[..length].trim_matches(c);
                // Only the words of a template string count, not the expressions in it.
                out.push_str(&if c == '`' { outside(string) } else { string.to_owned() });
                out.push(' ');
            }
            at += length;
        } else {
            at += c.len_utf8();
        }
    }
    out
}

/// A template string without the expressions in it.
fn outside(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        out.push_str(&rest[..start]);
        out.push(' ');
        let inside = &rest[start + 2..];
        let end = closed(inside);
        rest = inside.get(end + 1..).unwrap_or("");
    }
    out.push_str(rest);
    out
}
