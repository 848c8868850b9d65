//! Finds symbols by some of their letters.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Span, SymbolKind, work};

use super::Index;
use super::file_lists::FileSymbol;

/// A symbol that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchHit {
    pub path: Arc<Path>,
    pub name: String,
    pub detail: String,
    pub kind: SymbolKind,
    /// The part that a jump selects.
    pub span: Span,
    /// The name of the containing symbol.
    pub container: Option<String>,
}

/// How well a name matches, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Exact,
    Prefix,
    /// A word in the name starts with the query.
    Word,
    Within,
    /// The letters of the query occur in the name, in this order.
    Letters,
}

impl Index {
    /// The symbols whose names match `query` best, at most `limit`. A name matches if it contains the letters of the
    /// query in order, in any case. Names that equal the query come first, then those that start with it, have a word
    /// that starts with it, or contain it. Of equal matches, short names come first. All names match an empty query.
    pub fn symbols(&self, query: &str, limit: usize) -> Vec<SearchHit> {
        let query = Query::new(query);
        let closed = self.files.values().filter(|f| !self.is_open(&f.path));
        let closed = closed.map(|f| (&f.path, f.analysis.symbols()));
        let open = self.open.iter().map(|(path, open)| (path, open.analysis().symbols()));
        let mut found: Vec<_> = closed
            .chain(open)
            .flat_map(|(path, symbols)| symbols.iter().map(move |s| (path, s)))
            .inspect(|_| work::add(1))
            .filter_map(|(path, symbol)| Some((query.fit(symbol.name)?, path, symbol)))
            .collect();
        let order = |(a_fit, a_path, a): &Hit<'_>, (b_fit, b_path, b): &Hit<'_>| {
            (a_fit, a.name.len(), a.name, a_path, a.span).cmp(&(b_fit, b.name.len(), b.name, b_path, b.span))
        };
        if found.len() > limit {
            found.select_nth_unstable_by(limit, order);
            found.truncate(limit);
        }
        found.sort_unstable_by(order);
        let to_found = |(_, path, symbol): Hit<'_>| SearchHit {
            path: Arc::clone(path),
            name: symbol.name.to_string(),
            detail: symbol.detail.to_string(),
            kind: symbol.kind,
            span: symbol.span,
            container: symbol.container.map(str::to_owned),
        };
        found.into_iter().map(to_found).collect()
    }
}

type Hit<'a> = (Fit, &'a Arc<Path>, FileSymbol<'a>);

struct Query {
    lower: String,
    /// The letters that must occur in order, without blanks.
    letters: Vec<char>,
}

impl Query {
    fn new(query: &str) -> Self {
        let lower = query.trim().to_lowercase();
        let letters = lower.chars().filter(|c| !c.is_whitespace()).collect();
        Self { lower, letters }
    }

    fn fit(&self, name: &str) -> Option<Fit> {
        let mut left = self.letters.as_slice();
        let mut pass = |c: char| {
            if let Some(rest) = left.strip_prefix(&[c]) {
                left = rest;
            }
        };
        for c in name.chars() {
            if c.is_ascii() {
                pass(c.to_ascii_lowercase());
            } else {
                c.to_lowercase().for_each(&mut pass);
            }
        }
        if !left.is_empty() {
            return None;
        }
        let lower = name.to_lowercase();
        if lower == self.lower {
            return Some(Fit::Exact);
        }
        let places = lower.match_indices(&self.lower).map(|(at, _)| at);
        let fit = |at| match at {
            0 => Fit::Prefix,
            at if starts_word(name, &lower, at) => Fit::Word,
            _ => Fit::Within,
        };
        Some(places.map(fit).min().unwrap_or(Fit::Letters))
    }
}

/// Whether a word starts at `at` in `lower`, the lower case of `name`.
fn starts_word(name: &str, lower: &str, at: usize) -> bool {
    let (before, after) = lower.split_at(at);
    let edge = |c: char| !c.is_alphanumeric();
    if before.chars().next_back().is_none_or(edge) && !after.starts_with(edge) {
        return true;
    }
    // A capital inside a word (`indexFile`), if the lower case has the same offsets.
    let mut humps = name.get(at..).into_iter().flat_map(str::chars);
    name.is_ascii()
        && humps.next().is_some_and(|c| c.is_ascii_uppercase())
        && name.as_bytes().get(at.wrapping_sub(1)).is_some_and(u8::is_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IndexedFile, Opened, toy};

    fn index(files: &[(&str, &str)]) -> Index {
        let mut index = Index::default();
        for (path, text) in files {
            index.set_closed(toy::path(path), Some(Arc::new(IndexedFile::of(&toy::document(text)))));
        }
        index
    }

    #[track_caller]
    fn check(names: &[&str], query: &str, expected: &[&str]) {
        let text: String = names.iter().map(|n| format!("*{n}\n")).collect();
        let found = index(&[("/x.toy", &text)]).symbols(query, 100);
        assert_eq!(found.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_best_come_first() {
        let names = ["my-index", "reindex", "indexes", "INDEX", "i-n-d-e-x", "writeIndex", "other"];
        let expected = ["INDEX", "indexes", "my-index", "writeIndex", "reindex", "i-n-d-e-x"];
        check(&names, "index", &expected);
        check(&names, "  Index ", &expected);
    }

    #[test]
    fn a_word_that_comes_later_counts() {
        check(&["reset index set", "asset"], "set", &["reset index set", "asset"]);
    }

    #[test]
    fn letters_need_not_be_ascii() {
        check(&["Größe", "GRÖSSE", "東京", "İstanbul"], "größe", &["Größe"]);
        check(&["x 東京 y", "東"], "東京", &["x 東京 y"]);
        check(&["İstanbul"], "stan", &["İstanbul"]);
    }

    #[test]
    fn words_of_a_query_may_be_apart() {
        check(&["release notes", "notes release"], "rel not", &["release notes"]);
    }

    #[test]
    fn an_empty_query_finds_all_up_to_the_limit() {
        let index = index(&[("/b.toy", "*long\n*a\n=local\n"), ("/a.toy", "# T\n*x\n")]);
        let found = index.symbols(" ", 3);
        let lines: Vec<_> = found
            .iter()
            .map(|f| format!("{} {} {:?} {:?}", f.path.display(), f.name, f.span, f.container))
            .collect();
        assert_eq!(
            lines,
            [
                r#"/a.toy T Span { start: 1, end: 3 } None"#,
                r#"/b.toy a Span { start: 7, end: 8 } None"#,
                r#"/a.toy x Span { start: 5, end: 6 } Some("T")"#,
            ]
        );
    }

    #[test]
    fn an_open_document_covers_its_file() {
        let mut index = index(&[("/a.toy", "*disk\n")]);
        let names = |index: &Index| index.symbols("", 9).into_iter().map(|f| f.name).collect::<Vec<_>>();
        index.set_open(toy::path("/a.toy"), Some(Opened::Document(toy::document("*open\n"))));
        assert_eq!(names(&index), ["open"]);
        // A text without a format has no symbols and hides those of the file.
        index.set_open(toy::path("/a.toy"), Some(Opened::Text(agmark_syntax::Text::new("plain"))));
        assert_eq!(names(&index), [] as [&str; 0]);
        assert!(index.paths().is_empty() && index.is_empty());
        index.set_open(toy::path("/a.toy"), None);
        assert_eq!(names(&index), ["disk"]);
    }
}
