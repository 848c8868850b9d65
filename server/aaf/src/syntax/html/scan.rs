//! Where a page may be cut: before the start tag at the start of a line, outside of all elements that decide about
//! their content ([`binds`]).

use std::sync::Arc;

use agmark_syntax::cuts::{LineScan, State};
use agmark_syntax::work;

use super::binding::binds;
use super::tags::{self, EndTag};
use super::token::{Rest, StartTag, Token, Unfinished};
use super::tokens::{self, Tokens};
use crate::syntax::component_start::ComponentStart;
use crate::syntax::imports::ImportReader;
use crate::syntax::libraries::ComponentMap;
use crate::vocabulary::components;

/// How many open elements are considered when a tag ends some of them.
const FAR: usize = 256;

/// The length from which on a template block without an end is text.
const BLOCK: usize = (8 << 10) + 2;

/// Reads the lines of a page. At a legal cut there is nothing to remember; in Vue, where components are imported from.
#[derive(Default)]
pub struct MarkupScan {
    inside: Inside,
    /// The names of the open elements from the outermost one that binds its content, innermost last.
    open: Vec<String>,
    /// Whether a comment about a rule waits for its element.
    allows: bool,
    start: Start,
    vue: Option<Vue>,
}

/// What a scan of a component of Vue knows besides.
struct Vue {
    mapping: Arc<ComponentMap>,
    known: ComponentStart,
    imports: ImportReader,
    /// Whether a component of the framework's name waits for the imports of the first script.
    waits: bool,
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
        let known = ComponentStart::of(state);
        let vue = Vue { mapping, known, imports: ImportReader::default(), waits: false };
        MarkupScan { start: Start::Page, vue: Some(vue), ..MarkupScan::default() }
    }

    /// Reads whole lines of text between tokens.
    fn text(&mut self, lines: &str) {
        self.tokens(lines, Tokens::partial(lines));
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
            Unfinished::StartTag(tag, next) => match at {
                0 => Inside::Tag(rest.to_owned(), tag, next),
                // Offsets count from the start of the tag, so that the text before it is not kept.
                _ => {
                    let mut again = Tokens::partial(rest);
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
        if let Some(vue) = &mut self.vue {
            vue.waits |= !vue.known.has_script && components::find(name).is_some();
        }
        let mapping = self.vue.as_ref().map(|vue| &*vue.mapping);
        if !empty && (!self.open.is_empty() || binds(text, tag, mapping)) {
            self.open.push(name.to_owned());
        }
    }

    fn end(&mut self, name: &str) {
        self.allows = false;
        let in_script = self.open.last().is_some_and(|last| last.eq_ignore_ascii_case("script"));
        if let Some(vue) = self.vue.as_mut().filter(|_| in_script) {
            (vue.known.has_script, vue.waits) = (true, false);
        }
        match tags::end_tag(self.names(), name) {
            EndTag::Ends(ended) => self.open.truncate(self.open.len() - ended),
            EndTag::Unmatched if tags::ends_block(name) => self.open.clear(),
            EndTag::Ignored | EndTag::Unmatched => {}
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
            && self.vue.as_ref().is_none_or(|vue| !vue.waits && !vue.imports.is_pending())
            && letters.next() == Some(b'<')
            && letters.next().is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    fn pass(&mut self, line: &str) {
        work::add(1 + line.len());
        if let Some(vue) = &mut self.vue {
            vue.imports.pass(line, |component, origin| vue.known.origins.add(component, origin));
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
                match tokens::comment_end(line) {
                    Some(end) => self.text(&rest(end)),
                    None => self.inside = Inside::Comment,
                }
            }
            Inside::Declaration => match line.find('>') {
                Some(end) => self.text(&rest(end + 1)),
                None => self.inside = Inside::Declaration,
            },
            Inside::Raw(name) => match tokens::raw_end(&rest(0), &name) {
                Some(end) => self.text(&rest(end)),
                None => self.inside = Inside::Raw(name),
            },
            Inside::EndTag(name) => match tokens::end_tag_end(line) {
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
            Inside::Tag(mut text, tag, next) => {
                text.push_str(&rest(0));
                if next
                    .quote
                    .is_some_and(|quote| memchr::memchr3(quote, b'{', b'<', line.as_bytes()).is_none())
                {
                    self.inside = Inside::Tag(text, tag, next);
                    return;
                }
                let (tokens, read) = Tokens::resume(&text, tag, &next);
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
        self.vue.as_ref().map_or_else(State::default, |vue| vue.known.state())
    }
}
