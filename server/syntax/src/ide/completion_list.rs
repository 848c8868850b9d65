//! Filters completions for all formats: a list is not offered entries that it already has, and no two completions look
//! alike.

use std::collections::HashSet;

use arcstr::ArcStr;

use crate::Completion;

/// The largest number of completions in an answer. A format may return one more, so that the client asks again for a
/// longer word.
pub const MOST: usize = 200;

/// The names that a completion offers for a word, of a sorted list: all of them if there are few, otherwise the first that
/// begin with the word. If there are more than [`MOST`], there is one too many.
pub fn offered(mut names: Vec<ArcStr>, word: &str) -> Vec<ArcStr> {
    if names.len() > MOST {
        names.retain(|name| name.starts_with(word));
        names.truncate(MOST + 1);
    }
    names
}

/// The entries of a list without surrounding blanks. The entry at the cursor (an offset in `list`) is left out,
/// because a person is writing it.
pub fn other_entries(list: &str, cursor: usize, separator: char) -> impl Iterator<Item = &str> {
    let mut start = 0;
    list.split(separator).filter_map(move |entry| {
        let here = start <= cursor && cursor <= start + entry.len();
        start += entry.len() + separator.len_utf8();
        let entry = entry.trim();
        (!here && !entry.is_empty()).then_some(entry)
    })
}

/// Removes the completions that a list already has. `bare` removes marks and quotes from an entry or a label.
pub fn remove_given<'a>(
    offers: &mut Vec<Completion>,
    given: impl IntoIterator<Item = &'a str>,
    bare: impl Fn(&str) -> &str,
) {
    let given: HashSet<&str> = given.into_iter().map(&bare).collect();
    offers.retain(|offer| !given.contains(bare(&offer.label)));
}

/// Cuts a list that is too long, and returns whether it was. Completions that begin with the word that a person typed
/// stay first; `typed` returns the text that a completion replaces up to the cursor.
pub fn cut(offers: &mut Vec<Completion>, typed: impl Fn(&Completion) -> String) -> bool {
    if offers.len() <= MOST {
        return false;
    }
    offers.sort_by_cached_key(|offer| {
        let typed = typed(offer);
        !(offer.label.starts_with(&typed) || offer.edit.text.starts_with(&typed))
    });
    offers.truncate(MOST);
    true
}

/// Removes each completion with the same label as an earlier one, because a person could not distinguish them.
pub fn remove_repeated(offers: &mut Vec<Completion>) {
    let mut labels = HashSet::new();
    offers.retain(|offer| labels.insert(offer.label.clone()));
}

/// A snippet as plain text for a client without snippets, without its placeholders.
pub fn without_placeholders(snippet: &str) -> String {
    let mut out = String::with_capacity(snippet.len());
    let mut chars = snippet.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            '$' if chars.next_if_eq(&'{').is_some() => {
                skip_place(&mut chars);
            }
            '$' if chars.peek().is_some_and(char::is_ascii_digit) => {
                while chars.next_if(char::is_ascii_digit).is_some() {}
            }
            c => out.push(c),
        }
    }
    out
}

/// Skips a placeholder of a snippet after its opening brace. Placeholders can be nested.
fn skip_place(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let mut depth = 1;
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '$' if chars.next_if_eq(&'{').is_some() => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{other_entries, without_placeholders};

    #[test]
    fn the_entry_at_the_cursor_is_being_written() {
        let others = |marked: &str| {
            let at = marked.find('|').unwrap_or(0);
            other_entries(&marked.replace('|', ""), at, ',').map(str::to_owned).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(others("a, b,c|"), "a b");
        assert_eq!(others("a|, b,c"), "b c");
        assert_eq!(others("a, |, c"), "a c");
        assert_eq!(others("|"), "");
        assert_eq!(others("ä,| ö"), "ä");
    }

    #[test]
    fn without_snippets_nothing_is_left_of_a_place() {
        for (snippet, expected) in [
            ("name: ${1:my-program}\n$0", "name: \n"),
            ("{ ${1:KEY}: { type: ${2:string} \\} \\}", "{ : { type:  } }"),
            ("\"$1\"$0 \\$HOME \\\\", "\"\" $HOME \\"),
            ("${1:a${2:b\\}c}d}e", "e"),
            ("${1", ""),
        ] {
            assert_eq!(without_placeholders(snippet), expected, "{snippet}");
        }
    }
}
