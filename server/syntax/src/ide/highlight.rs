//! Highlights text with a grammar's `highlights.scm`, the query that editors use too.

use tree_sitter::{Query, QueryCursor, StreamingIterator, Tree};

use crate::AnyFormat;

/// A part of a line that is highlighted in one way. Tokens do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// From the start of the chunk, in bytes.
    pub start: u32,
    pub len: u32,
    pub kind: TokenKind,
}

/// How a token is highlighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    Keyword,
    Tag,
    Attribute,
    Property,
    String,
    Escape,
    Number,
    Constant,
    Comment,
    Label,
    Heading,
    Bold,
    Italic,
    Raw,
    Link,
    Operator,
    Punctuation,
    Function,
    Variable,
    Parameter,
    Type,
    Namespace,
    Error,
}

/// A format's highlighting query, compiled.
pub struct Highlighter {
    query: Option<Query>,
    captures: Vec<Drawn>,
}

/// The effect of a capture on its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    /// The node is highlighted as this kind.
    As(TokenKind),
    /// The node is not highlighted, even if an earlier capture does: text in another language (`@none`).
    Plain,
    /// The capture has another purpose.
    Unknown,
}

impl Highlighter {
    /// Compiles the query. A query that does not compile gives no highlighting; each grammar has a test that it
    /// compiles.
    pub fn new(format: &dyn AnyFormat) -> Self {
        let query = Query::new(&format.info().language(), format.info().highlights).ok();
        let captures = query.iter().flat_map(|q| q.capture_names()).map(|name| drawn(name)).collect();
        Self { query, captures }
    }

    /// Whether the query compiled.
    pub fn is_sound(&self) -> bool {
        self.query.is_some()
    }

    /// The tokens of a tree. The innermost of nested captures wins; of several on one node, the last in the query.
    pub fn tokens(&self, tree: &Tree, text: &str) -> Vec<Token> {
        let Some(query) = &self.query else { return Vec::new() };
        let mut spans: Vec<(usize, usize, usize, Option<TokenKind>)> = Vec::new();
        let mut cursor = QueryCursor::new();
        let mut captures = cursor.captures(query, tree.root_node(), text.as_bytes());
        while let Some((found, index)) = captures.next() {
            let capture = found.captures()[*index];
            let kind = match self.captures.get(capture.index as usize) {
                Some(Drawn::As(kind)) => Some(*kind),
                Some(Drawn::Plain) => None,
                Some(Drawn::Unknown) | None => continue,
            };
            let range = capture.node.byte_range();
            if !range.is_empty() {
                spans.push((range.start, range.end, found.pattern_index, kind));
            }
        }
        spans.sort_by_key(|(start, end, pattern, _)| (*start, std::cmp::Reverse(*end), *pattern));
        flatten(&spans, text)
    }
}

/// Cuts nested spans into parts that do not overlap.
fn flatten(spans: &[(usize, usize, usize, Option<TokenKind>)], text: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut open: Vec<(usize, Option<TokenKind>)> = Vec::new();
    let mut at = 0;
    let mut fill = |from: usize, to: usize, kind: Option<TokenKind>| {
        if let Some(kind) = kind {
            push_lines(&mut out, text, from, to, kind);
        }
    };
    for &(start, end, _, kind) in spans {
        while let Some(&(until, outer)) = open.last()
            && until <= start
        {
            fill(at, until, outer);
            at = at.max(until);
            open.pop();
        }
        if let Some(&(_, outer)) = open.last() {
            fill(at, start, outer);
        }
        at = at.max(start);
        // Spans of a tree do not cross. For equal spans, the later pattern replaces the earlier one.
        open.push((end, kind));
    }
    while let Some((until, kind)) = open.pop() {
        fill(at, until, kind);
        at = at.max(until);
    }
    out
}

fn push_lines(out: &mut Vec<Token>, text: &str, from: usize, to: usize, kind: TokenKind) {
    let Some(run) = text.get(from..to) else { return };
    let mut at = from;
    for line in run.split_inclusive('\n') {
        let len = line.trim_end_matches(['\n', '\r']).len();
        if len > 0 {
            out.push(Token { start: at as u32, len: len as u32, kind });
        }
        at += line.len();
    }
}

fn drawn(capture: &str) -> Drawn {
    if capture == "none" {
        return Drawn::Plain;
    }
    kind(capture).map_or(Drawn::Unknown, Drawn::As)
}

/// The kind of a capture name: that of the longest known prefix, as in editors.
fn kind(capture: &str) -> Option<TokenKind> {
    use TokenKind as K;
    const TABLE: &[(&str, TokenKind)] = &[
        ("keyword", K::Keyword),
        ("keyword.operator", K::Operator),
        ("tag", K::Tag),
        ("tag.attribute", K::Attribute),
        ("tag.delimiter", K::Punctuation),
        ("attribute", K::Attribute),
        ("property", K::Property),
        ("variable.member", K::Property),
        ("variable.parameter", K::Parameter),
        ("variable", K::Variable),
        ("string", K::String),
        ("string.escape", K::Escape),
        ("string.special", K::Link),
        ("character", K::String),
        ("number", K::Number),
        ("boolean", K::Constant),
        ("constant", K::Constant),
        ("comment", K::Comment),
        ("comment.error", K::Error),
        ("label", K::Label),
        ("markup.heading", K::Heading),
        ("markup.bold", K::Bold),
        ("markup.strong", K::Bold),
        ("markup.italic", K::Italic),
        ("markup.raw", K::Raw),
        ("markup.link", K::Link),
        ("markup.quote", K::Comment),
        ("markup.list", K::Punctuation),
        ("operator", K::Operator),
        ("punctuation", K::Punctuation),
        ("function", K::Function),
        ("type", K::Type),
        ("module", K::Namespace),
        ("namespace", K::Namespace),
        ("diff.plus", K::String),
        ("diff.minus", K::Error),
        ("diff.delta", K::Keyword),
        ("error", K::Error),
    ];
    let mut name = capture;
    loop {
        if let Some((_, kind)) = TABLE.iter().find(|(n, _)| *n == name) {
            return Some(*kind);
        }
        name = &name[..name.rfind('.')?];
    }
}
