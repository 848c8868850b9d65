//! Where pages and components with tags may be cut: before the start tag at the start of a line, outside of all
//! elements that decide about their content ([`binds`]), and of all blocks of Svelte.

use std::sync::Arc;

use agmark_syntax::cuts::{LineScan, State};
use agmark_syntax::work;

use super::binding::binds;
use super::dialect::{Braces, Dialect};
use super::ends;
use super::expression::{BlockMark, End, Expression};
use super::tags::{self, BLOCK_NAME, EndTag};
use super::token::{Rest, StartTag, Token, Unfinished};
use super::tokens::Tokens;
use crate::syntax::component_start::ComponentStart;
use crate::syntax::imports::ImportReader;
use crate::syntax::libraries::ComponentMap;
use crate::vocabulary::components;

/// How many open elements are considered when a tag ends some of them.
const FAR: usize = 256;

/// The length from which on a template block without an end is text.
const BLOCK: usize = (8 << 10) + 2;

/// Reads the lines of a page. At a legal cut there is nothing to remember; in a component, where
/// components are imported from.
#[derive(Default)]
pub struct MarkupScan {
    inside: Inside,
    /// The names of the open elements and blocks from the outermost one that binds its content, innermost last.
    open: Vec<String>,
    /// Whether a comment about a rule waits for its element.
    allows: bool,
    start: Start,
    component: Option<Component>,
}

/// What a scan of a component knows besides.
struct Component {
    kind: Kind,
    mapping: Arc<ComponentMap>,
    known: ComponentStart,
    imports: ImportReader,
    /// Whether a component of the framework's name waits for the imports of the first script.
    waits: bool,
}

/// The languages of components that are scanned like pages.
#[derive(Clone, Copy)]
enum Kind {
    Vue,
    Svelte,
}

/// Whether the text is a page.
#[derive(Default, PartialEq)]
enum Start {
    /// Only blank lines were read.
    #[default]
    Blank,
    Page,
    /// A manifest, or a text that may be one.
    Object,
}

/// What the next line starts in.
#[derive(Default)]
enum Inside {
    #[default]
    Text,
    Comment,
    Declaration,
    Raw(String),
    EndTag(String),
    /// A template block, with its text.
    Block(String),
    /// An expression of Svelte, with the mark of the block that it may begin.
    Expression(Option<BlockMark>, Expression),
    /// A start tag, with its text.
    Tag(String, StartTag, Rest),
}

impl MarkupScan {
    /// A scan that continues from a state.
    pub fn from(state: &State) -> Self {
        let start = if state.is_start() { Start::Blank } else { Start::Page };
        MarkupScan { start, ..MarkupScan::default() }
    }

    /// A scan of a component of Vue that continues from a state.
    pub fn of_vue(state: &State, mapping: Arc<ComponentMap>) -> Self {
        Self::of_component(state, Kind::Vue, mapping)
    }

    /// A scan of a component of Svelte that continues from a state.
    pub fn of_svelte(state: &State, mapping: Arc<ComponentMap>) -> Self {
        Self::of_component(state, Kind::Svelte, mapping)
    }

    fn of_component(state: &State, kind: Kind, mapping: Arc<ComponentMap>) -> Self {
        let known = ComponentStart::of(state);
        let component = Component { kind, mapping, known, imports: ImportReader::default(), waits: false };
        MarkupScan { start: Start::Page, component: Some(component), ..MarkupScan::default() }
    }

    fn dialect(&self) -> Dialect<'_> {
        match &self.component {
            None => Dialect::Html,
            Some(Component { kind: Kind::Vue, mapping, .. }) => Dialect::Vue(mapping),
            Some(Component { kind: Kind::Svelte, mapping, .. }) => Dialect::Svelte(mapping),
        }
    }

    fn braces(&self) -> Braces {
        self.dialect().braces()
    }

    /// Reads whole lines of text between tokens.
    fn text(&mut self, lines: &str) {
        self.tokens(lines, Tokens::partial(lines, self.braces()));
    }

    fn tokens<'t>(&mut self, lines: &'t str, mut tokens: Tokens<'t>) {
        while let Some(token) = tokens.read() {
            match token {
                Ok(token) => self.take(lines, &token),
                Err(unfinished) => return self.wait(&lines[tokens.at()..], tokens.at(), lines, unfinished),
            }
        }
    }

    /// Keeps what the following lines need of an unfinished token. `rest` starts with it, at byte `at` of `lines`.
    fn wait(&mut self, rest: &str, at: usize, lines: &str, unfinished: Unfinished) {
        self.inside = match unfinished {
            Unfinished::Comment => {
                self.allows |= rest.contains("agmark:");
                Inside::Comment
            }
            Unfinished::Declaration => Inside::Declaration,
            Unfinished::Raw(name) => Inside::Raw(lines[name].to_owned()),
            Unfinished::EndTag(name) => Inside::EndTag(lines[name].to_owned()),
            Unfinished::Block => Inside::Block(rest.to_owned()),
            Unfinished::Expression(mark, expression) => Inside::Expression(mark, expression),
            Unfinished::StartTag(tag, next) => match at {
                0 => Inside::Tag(rest.to_owned(), tag, next),
                // Offsets count from the start of the tag, so that the text before it is not kept.
                _ => {
                    let mut again = Tokens::partial(rest, self.braces());
                    match again.read() {
                        Some(Err(Unfinished::StartTag(tag, next))) => Inside::Tag(rest.to_owned(), tag, next),
                        _ => Inside::Text,
                    }
                }
            },
        };
    }

    fn take(&mut self, text: &str, token: &Token) {
        match token {
            Token::Start(tag) => self.open(text, tag),
            Token::End { name, .. } => self.end(&text[name.clone()]),
            Token::Comment(span) => self.allows |= text[span.clone()].contains("agmark:"),
            Token::Block(mark, _) => self.block(*mark),
            Token::Raw(_) | Token::Doctype(_) => {}
        }
    }

    fn open(&mut self, text: &str, tag: &StartTag) {
        self.allows = false;
        let name = &text[tag.name.clone()];
        if !self.open.is_empty() && tags::may_end(name) {
            let ended = tags::ended_by(self.names(), name);
            self.open.truncate(self.open.len() - ended);
        }
        let empty = tags::is_void(name) || (tag.self_closing && !tags::is_raw(name));
        if let Some(component) = &mut self.component {
            component.waits |= !component.known.has_script && components::find(name).is_some();
        }
        if !empty && (!self.open.is_empty() || binds(text, tag, self.dialect())) {
            self.open.push(name.to_owned());
        }
    }

    fn end(&mut self, name: &str) {
        self.allows = false;
        let in_script = self.open.last().is_some_and(|last| last.eq_ignore_ascii_case("script"));
        if let Some(component) = self.component.as_mut().filter(|_| in_script) {
            (component.known.has_script, component.waits) = (true, false);
        }
        match tags::end_tag(self.names(), name) {
            EndTag::Ends(ended) => self.open.truncate(self.open.len() - ended),
            EndTag::Unmatched if tags::ends_block(name) => self.open.clear(),
            EndTag::Ignored | EndTag::Unmatched => {}
        }
    }

    fn block(&mut self, mark: BlockMark) {
        let inner = self.names().position(|name| name == BLOCK_NAME);
        match (mark, inner) {
            (BlockMark::Opens, _) => self.open.push(BLOCK_NAME.to_owned()),
            (BlockMark::Continues, Some(depth)) => self.open.truncate(self.open.len() - depth),
            (BlockMark::Ends, Some(depth)) => self.open.truncate(self.open.len() - depth - 1),
            (BlockMark::Continues | BlockMark::Ends, None) => {}
        }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.open.iter().rev().take(FAR).map(String::as_str)
    }
}

impl LineScan for MarkupScan {
    fn may_cut(&self, line: &str) -> bool {
        let mut letters = line.trim_start().bytes();
        self.start == Start::Page
            && matches!(self.inside, Inside::Text)
            && self.open.is_empty()
            && !self.allows
            && self.component.as_ref().is_none_or(|one| !one.waits && !one.imports.is_pending())
            && letters.next() == Some(b'<')
            && letters.next().is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    fn pass(&mut self, line: &str) {
        work::add(1 + line.len());
        if let Some(one) = &mut self.component {
            one.imports.pass(line, |component, origin| one.known.origins.add(component, origin));
        }
        if self.start == Start::Blank && !line.trim_start_matches('\u{feff}').trim().is_empty() {
            let object = line.trim_start_matches('\u{feff}').trim_start().starts_with('{');
            self.start = if object { Start::Object } else { Start::Page };
        }
        if self.start == Start::Object {
            return;
        }
        let rest = |end: usize| format!("{}\n", &line[end..]);
        match std::mem::take(&mut self.inside) {
            Inside::Text if memchr::memchr2(b'<', b'{', line.as_bytes()).is_none() => {}
            Inside::Text => self.text(&rest(0)),
            Inside::Comment => {
                self.allows |= line.contains("agmark:");
                match ends::comment_end(line) {
                    Some(end) => self.text(&rest(end)),
                    None => self.inside = Inside::Comment,
                }
            }
            Inside::Declaration => match line.find('>') {
                Some(end) => self.text(&rest(end + 1)),
                None => self.inside = Inside::Declaration,
            },
            Inside::Raw(name) => match ends::raw_end(&rest(0), &name) {
                Some(end) => self.text(&rest(end)),
                None => self.inside = Inside::Raw(name),
            },
            Inside::EndTag(name) => match ends::end_tag_end(line) {
                Some(end) => {
                    self.end(&name);
                    self.text(&rest(end));
                }
                None => self.inside = Inside::EndTag(name),
            },
            Inside::Block(mut text) => {
                text.push_str(&rest(0));
                if line.contains("%>") || line.contains("?>") || text.len() >= BLOCK {
                    self.text(&text);
                } else {
                    self.inside = Inside::Block(text);
                }
            }
            Inside::Expression(mark, mut expression) => {
                let text = rest(0);
                match expression.read(&text, 0) {
                    End::Closed(end) => {
                        mark.into_iter().for_each(|mark| self.block(mark));
                        self.text(&rest(end));
                    }
                    End::Broken(end) => self.text(&rest(end)),
                    End::Unfinished => self.inside = Inside::Expression(mark, expression),
                }
            }
            Inside::Tag(mut text, tag, next) => {
                text.push_str(&rest(0));
                if next
                    .quote
                    .is_some_and(|quote| memchr::memchr3(quote, b'{', b'<', line.as_bytes()).is_none())
                {
                    self.inside = Inside::Tag(text, tag, next);
                    return;
                }
                let (tokens, read) = Tokens::resume(&text, self.braces(), tag, next);
                match read {
                    Ok(token) => {
                        self.take(&text, &token);
                        self.tokens(&text, tokens);
                    }
                    Err(unfinished) => self.wait(&text, 0, &text, unfinished),
                }
            }
        }
    }

    fn state(&self) -> State {
        self.component.as_ref().map_or_else(State::default, |one| one.known.state())
    }
}
