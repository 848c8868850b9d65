//! Searching the text of blocks.

use regex::{Regex, RegexBuilder};

use crate::ast::Block;
use crate::document::Document;
use crate::document::ids::plain;

/// The length of an excerpt, in characters.
const EXCERPT: usize = 80;

/// A query.
#[derive(Clone, Debug)]
pub struct Query(Regex);

/// How a query matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub ignore_case: bool,
    /// The words are a regular expression.
    pub regex: bool,
}

impl Query {
    /// # Errors
    /// If the words are not a valid regular expression.
    pub fn new(words: &str, options: Options) -> Result<Self, regex::Error> {
        let pattern = if options.regex { words.to_owned() } else { regex::escape(words) };
        RegexBuilder::new(&pattern).case_insensitive(options.ignore_case).multi_line(true).build().map(Self)
    }
}

/// A block that matches.
#[derive(Clone, Debug)]
pub struct SearchHit<'d> {
    pub block: Block<'d>,
    /// The line with the first match, shortened to the text around it.
    pub excerpt: String,
}

impl Document<'_> {
    /// The blocks whose text, items, body or description match, in order. Markup is not searched.
    pub fn search(&self, query: &Query) -> Vec<SearchHit<'_>> {
        let hits = self.blocks().filter_map(|block| {
            let words = words(block);
            let excerpt = excerpt(&words, query.0.find(&words)?.range());
            Some(SearchHit { block, excerpt })
        });
        hits.collect()
    }
}

/// The lines of text of a block.
fn words(block: Block<'_>) -> String {
    let mut out = String::new();
    if let Some(text) = block.text() {
        out.push_str(&plain(text));
    }
    if let Some(target) = block.target() {
        out.push('#');
        out.push_str(target);
    }
    for item in block.items() {
        out.push_str(&plain(item));
        out.push('\n');
    }
    out.push_str(&block.body().unwrap_or_default());
    for attribute in block.attributes() {
        if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        out.push_str(&attribute.value().to_string());
    }
    out
}

fn excerpt(text: &str, found: std::ops::Range<usize>) -> String {
    let start = text[..found.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let line = text[start..end].trim();
    let before = text[start..found.start].trim_start().chars().count();
    let count = line.chars().count();
    if count <= EXCERPT {
        return line.replace('\t', " ");
    }
    let first = before.saturating_sub(EXCERPT / 4).min(count - EXCERPT);
    let middle: String = line.chars().skip(first).take(EXCERPT).collect();
    let (left, right) = (if first > 0 { "…" } else { "" }, if first + EXCERPT < count { "…" } else { "" });
    format!("{left}{}{right}", middle.trim()).replace('\t', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn what_is_said_is_found() {
        let text = "@h1 Redis *cache* [#a]\n\n@ul [#b]\n- one\n- redis\n\n@code [#c]\n~~~\nx = redis.get(1)\ny\n~~~\n\n\
                    @p no [#redis]\n\n@x-n desc=\"of redis\" [#d]\n";
        let document = parse(text).expect("good");
        let found = |words: &str, ignore_case, regex| {
            let query = Query::new(words, Options { ignore_case, regex }).expect("it is a query");
            let hits = document.search(&query);
            hits.iter().map(|h| format!("{} {}", h.block.id().unwrap_or(""), h.excerpt)).collect::<Vec<_>>()
        };
        assert_eq!(found("redis", false, false), ["b redis", "c x = redis.get(1)", "d of redis"]);
        assert_eq!(found("REDIS c", true, false), ["a Redis cache"]);
        assert_eq!(found(r"^y$", false, true), ["c y"]);
        assert!(found(r"^y$", false, false).is_empty());
        assert!(Query::new("(", Options { ignore_case: false, regex: true }).is_err());
    }

    #[test]
    fn long_lines_are_shortened_around_the_match() {
        let text = format!("@p {} needle {}\n", "before ".repeat(40), "after ".repeat(40));
        let document = parse(&text).expect("good");
        let hits = document.search(&Query::new("needle", Options::default()).expect("it is a query"));
        let excerpt = &hits[0].excerpt;
        assert!(excerpt.contains("needle") && excerpt.chars().count() <= EXCERPT + 2, "{excerpt}");
        assert!(excerpt.starts_with('…') && excerpt.ends_with('…'), "{excerpt}");
    }
}
