//! Completion in the body: roles, refs, attributes, states, and their values.

mod front_matter;
pub mod items;

use agmark_syntax::{Completion, Document, Edit, SymbolKind, World};

use super::cursor::Cursor;
use crate::cross_file;
use crate::ide::completion::items::{next_ref, of_base, offer, refs};
use crate::syntax::refs::REF;
use crate::vocabulary::{self, Class};

/// What could be written at `offset`.
pub fn completions(document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
    let Some(cursor) = Cursor::of(document, offset) else { return Vec::new() };
    if cursor.in_front_matter() {
        return front_matter::complete(document, world, &cursor);
    }
    let before = cursor.before();
    let (content, sign) = content(before, cursor.context.diff);
    let text = &before[content..];
    match text.bytes().next() {
        Some(b'>') => Vec::new(),
        Some(b'~') => match text.rfind("expand #") {
            Some(at) => {
                let span = cursor.word(content + at + "expand #".len(), |c| c.is_ascii_alphanumeric());
                refs(document, &text[at + "expand #".len()..], span)
            }
            None => Vec::new(),
        },
        Some(b'|') => {
            let cell = last_bar(text) + 1;
            let from = content + cell + (text[cell..].len() - text[cell..].trim_start().len());
            let place = ElementCursor { document, world, cursor: &cursor, from, sign, in_cell: true };
            place.element()
        }
        _ => {
            ElementCursor { document, world, cursor: &cursor, from: content, sign, in_cell: false }.element()
        }
    }
}

/// Where the content of a line begins, and its sign.
fn content(before: &str, diff: bool) -> (usize, Option<u8>) {
    let indent = before.len() - before.trim_start().len();
    match before.as_bytes().get(indent) {
        Some(sign @ (b'+' | b'-' | b'*')) if diff => {
            let behind = &before[indent + 1..];
            (indent + 1 + behind.len() - behind.trim_start().len(), Some(*sign))
        }
        _ => (indent, None),
    }
}

/// The last bar of a row that is not escaped; a row begins with one.
fn last_bar(row: &str) -> usize {
    let mut bars = row.rmatch_indices('|').map(|(at, _)| at);
    bars.find(|at| *at == 0 || row.as_bytes()[at - 1] != b'\\').unwrap_or(0)
}

/// A cursor in an element, which starts at `from` in its line.
struct ElementCursor<'a> {
    document: &'a Document,
    world: &'a dyn World,
    cursor: &'a Cursor,
    from: usize,
    sign: Option<u8>,
    in_cell: bool,
}

impl ElementCursor<'_> {
    fn element(&self) -> Vec<Completion> {
        let text = &self.cursor.before()[self.from..];
        let role_end = text.find(|c: char| !is_role(c)).unwrap_or(text.len());
        if role_end == text.len() {
            return if self.may_be_role(role_end > 0) { self.roles() } else { Vec::new() };
        }
        if role_end == 0 {
            return Vec::new();
        }
        let role = vocabulary::base(&text[..role_end]);
        let rest = &text[role_end..];
        if let Some(name) = rest.strip_prefix('#')
            && name.bytes().all(|b| b.is_ascii_alphanumeric())
        {
            return self.own_ref(self.from + role_end + 1);
        }
        let Some(token) = token_start(rest) else { return Vec::new() };
        // The name of an element comes first.
        if self.cursor.behind().trim_start_matches(is_word).trim_start().starts_with('"')
            && !rest[token..].contains('=')
        {
            return Vec::new();
        }
        let from = self.from + role_end + token;
        let token = &rest[token..];
        if token.starts_with('[') {
            let (own, any) = self.states(role, from);
            return [own, any].concat();
        }
        match token.split_once('=') {
            Some((key, value)) => self.values(role, key, from + key.len() + 1, value),
            None if token.starts_with('"') || rest.is_empty() => Vec::new(),
            // A key with its value is not a state.
            None if self.cursor.behind().trim_start_matches(is_word).starts_with('=') => {
                let (own, any) = self.attributes(role, from);
                [own, any].concat()
            }
            // Entries for the role come first.
            None => {
                let (own, any) = self.attributes(role, from);
                let (own_states, any_states) = self.states(role, from);
                [own, own_states, any, any_states].concat()
            }
        }
    }

    /// Whether a role is possible at the cursor. `is_begun` is true after a word.
    fn may_be_role(&self, is_begun: bool) -> bool {
        let rest = self.cursor.behind();
        let behind = rest.trim_start_matches(is_role);
        let is_free = behind.trim().is_empty() || (self.in_cell && behind.trim_start().starts_with('|'));
        let is_word = is_begun || behind.len() < rest.len();
        is_free || (is_word && behind.starts_with([' ', '\t', '#']))
    }

    fn roles(&self) -> Vec<Completion> {
        let span = self.cursor.word(self.from, is_role);
        let rest = self.cursor.behind().trim_start_matches(is_role);
        // At the end of a line there is more to write than the role.
        let alone = rest.trim().is_empty() || (self.in_cell && rest.trim_start().starts_with('|'));
        if let Some(sign @ (b'-' | b'*')) = self.sign
            && alone
            && let known = of_base(self.document, self.world, sign, span)
            && !known.is_empty()
        {
            return known;
        }
        let next = next_ref(self.document, self.world);
        let wanted = |role: &&vocabulary::Role| !self.in_cell || role.class == Class::Interactive;
        let offers = vocabulary::ROLES.iter().filter(wanted).map(|role| {
            let (detail, kind) = match role.class {
                Class::Interactive => ("interactive", SymbolKind::Event),
                Class::Content => ("content", SymbolKind::String),
                Class::Structural => ("structure", SymbolKind::Module),
                Class::Domain => ("of one kind of source", SymbolKind::Struct),
            };
            let removed = self.sign == Some(b'-');
            let (text, snippet) = match role.class {
                Class::Interactive if alone && !removed => (format!("{}#e{next} \"$1\"$0", role.name), true),
                _ => (role.name.to_owned(), false),
            };
            let edit = Edit::replace(span, text);
            Completion { documentation: role.doc.to_owned(), snippet, ..offer(role.name, kind, detail, edit) }
        });
        offers.collect()
    }

    /// The ref of the element itself: a new one; in a diff, one of the base.
    fn own_ref(&self, from: usize) -> Vec<Completion> {
        let span = self.cursor.word(from, |c| c.is_ascii_alphanumeric());
        let next = format!("e{}", next_ref(self.document, self.world));
        let free = offer(next.clone(), SymbolKind::Constant, "the next free ref", Edit::replace(span, next));
        let base = cross_file::base(self.document, self.world).filter(|_| self.cursor.context.diff);
        let Some(base) = base else { return vec![free] };
        let mut names: Vec<String> =
            self.world.names_in(&base, REF).into_iter().map(|name| name.to_string()).collect();
        names.sort_by(|a, b| crate::syntax::refs::natural(a).cmp(&crate::syntax::refs::natural(b)));
        let known = names.into_iter().map(|name| {
            offer(name.clone(), SymbolKind::Constant, format!("in {base}"), Edit::replace(span, name))
        });
        match self.sign {
            Some(b'+') => vec![free],
            _ => known.collect(),
        }
    }

    /// The attributes of the role, and those of all roles.
    fn attributes(&self, role: &str, from: usize) -> (Vec<Completion>, Vec<Completion>) {
        let span = self.cursor.word(from, is_word);
        let rest = self.cursor.behind().trim_start_matches(is_word);
        let tail = if rest.starts_with('=') { "" } else { "=" };
        let (given, known) = (self.given(from), vocabulary::ATTRIBUTES.iter());
        let has =
            |name: &str| given.iter().any(|token| token.split_once('=').is_some_and(|(key, _)| key == name));
        let fresh = |a: &&vocabulary::Attribute| !has(a.name);
        let offer = |a: &vocabulary::Attribute| {
            let edit = Edit::replace(span, format!("{}{tail}", a.name));
            Completion {
                documentation: a.doc.to_owned(),
                ..offer(a.name, SymbolKind::Property, "attribute", edit)
            }
        };
        let own: Vec<_> = known.clone().filter(|a| a.roles.contains(&role)).collect();
        let any = known.filter(|a| a.roles.is_empty() && own.iter().all(|o| o.name != a.name)).filter(fresh);
        let any = any.map(offer).collect();
        (own.into_iter().filter(fresh).map(offer).collect(), any)
    }

    /// The states of the role, and those of all roles.
    fn states(&self, role: &str, from: usize) -> (Vec<Completion>, Vec<Completion>) {
        let mut span = self.cursor.word(from, is_word);
        let (bracket, given) = (self.cursor.before()[from..].starts_with('['), self.given(from));
        if bracket && self.cursor.behind().trim_start_matches(is_word).starts_with(']') {
            span.end += 1;
        }
        let has = |name: &str| given.iter().any(|token| token.trim_matches(['[', ']']) == name);
        let fresh = |s: &&vocabulary::State| !has(s.name);
        let offer = |s: &vocabulary::State| {
            let label = if bracket { s.name.to_owned() } else { format!("[{}]", s.name) };
            let edit = Edit::replace(span, format!("[{}]", s.name));
            Completion {
                documentation: s.doc.to_owned(),
                ..offer(label, SymbolKind::EnumMember, "state", edit)
            }
        };
        let known = vocabulary::STATES.iter().filter(fresh);
        let own = known.clone().filter(|s| s.roles.contains(&role)).map(offer).collect();
        (own, known.filter(|s| s.roles.is_empty()).map(offer).collect())
    }

    /// The attributes and states that the element has, as written; without the one that begins at `from` in the line.
    fn given(&self, from: usize) -> Vec<&str> {
        let line = self.cursor.line.get(self.from..).unwrap_or("");
        let end = if self.in_cell { cell_end(line) } else { line.len() };
        let tokens = tokens(line.get(..end).unwrap_or(line)).into_iter();
        tokens.filter(|(at, _)| self.from + at != from).map(|(_, token)| token).collect()
    }

    fn values(&self, role: &str, key: &str, from: usize, value: &str) -> Vec<Completion> {
        if let Some(name) = value.strip_prefix('#') {
            let span = self.cursor.word(from + 1, |c| c.is_ascii_alphanumeric());
            return if name.bytes().all(|b| b.is_ascii_alphanumeric()) {
                refs(self.document, name, span)
            } else {
                Vec::new()
            };
        }
        let span = self.cursor.word(from, |c| is_word(c) || c == '#');
        if key == "for" || key == "controls" {
            let named = |c: Completion| {
                let text = format!("#{}", c.label);
                Completion { edit: Edit::replace(span, text.clone()), label: text, ..c }
            };
            return refs(self.document, value.trim_start_matches('#'), span).into_iter().map(named).collect();
        }
        let Some(known) = vocabulary::attribute(key, role) else { return Vec::new() };
        // The level of a heading is that of its role.
        let level = vocabulary::heading_level(role).filter(|_| key == "level").map(|level| level.to_string());
        let words = known.values.iter().map(|word| (*word).to_owned()).chain(level);
        let offers = words.map(|word| {
            let edit = Edit::replace(span, word.clone());
            Completion {
                documentation: known.doc.to_owned(),
                ..offer(word, SymbolKind::EnumMember, key, edit)
            }
        });
        offers.collect()
    }
}

fn is_role(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == ':'
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// Where the last token of a text begins; none inside of a string.
fn token_start(text: &str) -> Option<usize> {
    let (mut start, mut in_string, mut escaped) = (0, false, false);
    for (at, c) in text.char_indices() {
        if in_string {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_string = false,
                _ => {}
            }
        } else if c == '"' {
            in_string = true;
        } else if c == ' ' || c == '\t' {
            start = at + 1;
        }
    }
    (!in_string).then_some(start)
}

/// The tokens of an element with their starts: the words between blanks outside of strings.
fn tokens(element: &str) -> Vec<(usize, &str)> {
    let (mut start, mut in_string, mut escaped) = (0, false, false);
    let mut all = Vec::new();
    for (at, c) in element.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            ' ' | '\t' if !in_string => {
                all.extend(
                    element.get(start..at).filter(|token| !token.is_empty()).map(|token| (start, token)),
                );
                start = at + 1;
            }
            _ => {}
        }
    }
    all.extend(element.get(start..).filter(|token| !token.is_empty()).map(|token| (start, token)));
    all
}

/// The end of the current cell: before the next bar that is not escaped.
fn cell_end(line: &str) -> usize {
    let bars = line.match_indices('|').map(|(at, _)| at);
    bars.into_iter().find(|at| !line[..*at].ends_with('\\')).unwrap_or(line.len())
}
