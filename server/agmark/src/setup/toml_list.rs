//! Adds an entry to a list in a user's TOML file, or removes it, and keeps the layout.

use toml_edit::{Array, Value};

/// An edit: a byte range and its replacement.
pub type Edit = (std::ops::Range<usize>, String);

/// The text with changes that do not overlap.
pub fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let mut out = text.to_owned();
    for (range, new) in edits.into_iter().rev() {
        out.replace_range(range, &new);
    }
    out
}

/// Adds an entry at the end of a list. The list's spans are those in `text`.
pub fn push(text: &str, list: &Array, entry: &str, newline: &str) -> Vec<Edit> {
    let entry = format!("\"{entry}\"");
    let Some(place) = list.span() else { return Vec::new() };
    let Some(last) = list.iter().last().and_then(Value::span) else {
        return vec![(place.start + 1..place.start + 1, entry)];
    };
    let close = place.end - 1;
    let Some(line) = text[last.end..close].rfind('\n').map(|at| last.end + at + 1) else {
        return vec![(last.end..last.end, format!(", {entry}"))];
    };
    // The bracket is on a separate line, so the entry gets one, too.
    let (indent, comma) = (indent(text, last.start), if list.trailing_comma() { "," } else { "" });
    let mut edits = vec![(line..line, format!("{indent}{entry}{comma}{newline}"))];
    if !list.trailing_comma() {
        edits.push((last.end..last.end, ",".to_owned()));
    }
    edits
}

/// Takes the entry at a place out of a list, with the comma and the line that came with it.
pub fn take(text: &str, list: &Array, at: usize) -> Vec<Edit> {
    let span = |at: usize| list.get(at).and_then(Value::span);
    let Some(entry) = span(at) else { return Vec::new() };
    let before = at.checked_sub(1).and_then(span);
    let start = text[..entry.start].rfind('\n').map_or(0, |at| at + 1);
    let rest = &text[entry.end..];
    let line = rest.find('\n').map(|at| (&rest[..at], entry.end + at + 1));
    if let Some((after, end)) = line
        && text[start..entry.start].trim().is_empty()
        && matches!(after.trim(), "" | ",")
    {
        let mut edits = vec![(start..end, String::new())];
        // The one before is the last then: it got its comma for this one's sake.
        let comma = before.map(|before| before.end + blanks(&text[before.end..]));
        if let Some(comma) = comma.filter(|comma| after.trim().is_empty() && text[*comma..].starts_with(','))
        {
            edits.push((comma..comma + 1, String::new()));
        }
        return edits;
    }
    let range = match before {
        Some(before) if text[before.end..entry.start].trim() == "," => before.end..entry.end,
        _ => {
            let comma = entry.end + blanks(rest);
            let followed = text[comma..].starts_with(',');
            let after = comma + 1;
            entry.start..if followed { after + blanks(&text[after..]) } else { entry.end }
        }
    };
    vec![(range, String::new())]
}

/// How many blanks a text begins with.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// What the line at a place begins with.
fn indent(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = &text[start..at];
    &line[..blanks(line)]
}

#[cfg(test)]
mod tests {
    use toml_edit::Document;

    use super::*;

    fn list<'d>(document: &'d Document<&str>) -> &'d Array {
        document.as_table()["x"].as_array().expect("a list")
    }

    fn check(before: &str, after: &str) {
        let document = Document::parse(before).expect("TOML");
        let added = apply(before, push(before, list(&document), "new", "\n"));
        assert_eq!(added, after);
        let document = Document::parse(added.as_str()).expect("TOML");
        let at = list(&document).len() - 1;
        assert_eq!(list(&document).get(at).and_then(Value::as_str), Some("new"));
        assert_eq!(apply(&added, take(&added, list(&document), at)), before, "and back");
    }

    #[test]
    fn an_entry_comes_and_goes() {
        check("x = []\n", "x = [\"new\"]\n");
        check("x = [ ]\n", "x = [\"new\" ]\n");
        check("x = [ # none\n]\n", "x = [\"new\" # none\n]\n");
        check("x = [\"a\"]", "x = [\"a\", \"new\"]");
        check("x = [ \"a\" , ] # c\n", "x = [ \"a\", \"new\" , ] # c\n");
        check("x = [\n  \"a\", # the best\n]\n", "x = [\n  \"a\", # the best\n  \"new\",\n]\n");
        check("x = [\n\t\"a\" # the best\n]\n", "x = [\n\t\"a\", # the best\n\t\"new\"\n]\n");
        check(
            "x = [\n  \"a\", \"b\"\n  # the end\n  ]\n",
            "x = [\n  \"a\", \"b\",\n  # the end\n  \"new\"\n  ]\n",
        );
        check("x = [\"a\",\n  { name = \"b\" }]\n", "x = [\"a\",\n  { name = \"b\" }, \"new\"]\n");
    }

    #[test]
    fn an_entry_that_was_moved_goes_too() {
        let check = |before: &str, at: usize, after: &str| {
            let document = Document::parse(before).expect("TOML");
            assert_eq!(apply(before, take(before, list(&document), at)), after);
        };
        check("x = [\"new\", \"a\"]\n", 0, "x = [\"a\"]\n");
        check("x = [\"a\", \"new\", \"b\"]\n", 1, "x = [\"a\", \"b\"]\n");
        check("x = [\n  \"new\", # mine\n  \"a\",\n]\n", 0, "x = [\n  # mine\n  \"a\",\n]\n");
    }
}
