//! What an editor offers in a script: verbs, refs of the snapshot, arguments.

use agmark_syntax::{Completion, Document, Edit, Hover, Span, SymbolKind, World};

use crate::cross_file;
use crate::cross_file::targets::Targets;
use crate::ide::completion::items::refs;
use crate::script::actions::snapshot_path;
use crate::script::line::{Token, tokens};
use crate::syntax::chars::is_ref;
use crate::vocabulary::{Argument, DIRECTIONS, VERBS, Verb};

pub(super) fn hover(document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
    let line = Line::of(document, offset)?;
    let all = tokens(&line.text);
    let token = all.iter().find(|token| (token.at..=token.at + token.text.len()).contains(&line.at))?;
    let span = Span::new(line.start + token.at, line.start + token.at + token.text.len());
    if token.at == all.first()?.at {
        let verb = VERBS.iter().find(|verb| verb.name == token.text)?;
        let usage = format!("{} #e1{}", verb.name, verb.argument.example());
        return Some(Hover {
            markdown: format!("**{}**: action\n\n{}\n\n`{usage}`", verb.name, verb.doc),
            span,
        });
    }
    let name = token.text.strip_prefix('#').filter(|name| is_ref(name))?;
    let targets = targets(document, world)?;
    let role = &*targets.get(name)?.role;
    let takes: Vec<_> = verbs(&targets, name).map(|verb| format!("`{}`", verb.name)).collect();
    Some(Hover { markdown: format!("A {role}: takes {}.", takes.join(", ")), span })
}

pub(super) fn completions(document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
    let Some(line) = Line::of(document, offset) else { return Vec::new() };
    let before = line.text.get(..line.at).unwrap_or("");
    if let Some(rest) = before.trim_start().strip_prefix("# ") {
        return comment(world, &line, rest);
    }
    let all = tokens(before);
    let open = before.ends_with(|c: char| !c.is_whitespace());
    let (done, word) = match all.split_last() {
        Some((last, done)) if open => (done, Some(last)),
        _ => (&all[..], None),
    };
    match done {
        [] => line.verbs(world, document, word),
        [verb] => line.targets(document, world, verb.text, word),
        [verb, target] if target.text.starts_with('#') => line.arguments(verb.text, word),
        _ => Vec::new(),
    }
}

/// The snapshot that a script is for.
fn path(document: &Document) -> String {
    snapshot_path(&document.text().slice(0..document.text().len())).to_owned()
}

fn targets(document: &Document, world: &dyn World) -> Option<Targets> {
    cross_file::targets(world, &path(document))
}

/// The verbs that an element takes.
fn verbs<'a>(targets: &'a Targets, name: &str) -> impl Iterator<Item = &'static Verb> + use<'a> {
    let target = targets.get(name);
    VERBS
        .iter()
        .filter(move |verb| target.is_none_or(|t| crate::script::action::fits(verb, &t.role, t.expandable)))
}

fn comment(world: &dyn World, line: &Line, rest: &str) -> Vec<Completion> {
    let offer = |label: &str, detail: &str, span| Completion {
        label: label.to_owned(),
        kind: SymbolKind::File,
        detail: detail.to_owned(),
        documentation: String::new(),
        edit: Edit::replace(span, label),
        snippet: false,
    };
    let from = line.at - rest.len();
    match rest.strip_prefix("against:") {
        Some(name) => {
            let from = line.at - name.trim_start().len();
            let span = Span::new(line.start + from, line.start + line.text.trim_end().len().max(line.at));
            let files = world.entries("").into_iter().filter(|e| !e.is_folder && e.name.ends_with(".anml"));
            files.map(|entry| offer(&entry.name, "snapshot", span)).collect()
        }
        None if "against:".starts_with(rest) => {
            vec![offer(
                "against: ",
                "the snapshot that the refs are of",
                Span::new(line.start + from, line.start + line.at),
            )]
        }
        None => Vec::new(),
    }
}

/// A line with a cursor in it.
struct Line {
    text: String,
    start: usize,
    at: usize,
}

impl Line {
    fn of(document: &Document, offset: usize) -> Option<Self> {
        let text = document.text();
        let range = text.line_range(text.line_of(offset.min(text.len())));
        let line = text.slice(range.clone()).trim_end_matches(['\n', '\r']).to_owned();
        let at = offset.checked_sub(range.start).filter(|at| *at <= line.len())?;
        Some(Self { at, start: range.start, text: line })
    }

    /// The word at the cursor, and on to its end.
    fn span(&self, word: Option<&Token<'_>>) -> Span {
        let from = word.map_or(self.at, |word| word.at);
        let behind = self.text.get(self.at..).unwrap_or("");
        let more = behind.find(char::is_whitespace).unwrap_or(behind.len());
        Span::new(self.start + from, self.start + self.at + if word.is_some() { more } else { 0 })
    }

    /// Verbs; before a ref that is there already, those that its element takes.
    fn verbs(&self, world: &dyn World, document: &Document, word: Option<&Token<'_>>) -> Vec<Completion> {
        let span = self.span(word);
        let behind = self.text.get(self.at..).unwrap_or("");
        let named =
            behind.split_whitespace().find_map(|word| word.strip_prefix('#')).filter(|name| is_ref(name));
        let snapshot = named.and_then(|_| targets(document, world));
        let fit = |verb: &&Verb| match (named, &snapshot) {
            (Some(name), Some(targets)) => verbs(targets, name).any(|known| known.name == verb.name),
            _ => true,
        };
        let all = VERBS.iter().filter(fit).map(|verb| {
            let (text, snippet) = match (named, verb.argument) {
                (Some(_), _) => (verb.name.to_owned(), false),
                (None, Argument::None) => (format!("{} #", verb.name), false),
                (None, Argument::Text) => (format!("{} #${{1:e1}} \"$2\"$0", verb.name), true),
                (None, Argument::Direction) => (format!("{} #${{1:e1}} ${{2:down}}$0", verb.name), true),
            };
            Completion {
                label: verb.name.to_owned(),
                kind: SymbolKind::Function,
                detail: format!("#e1{}", verb.argument.example()),
                documentation: verb.doc.to_owned(),
                edit: Edit::replace(span, text),
                snippet,
            }
        });
        all.collect()
    }

    /// The refs of elements that take the verb.
    fn targets(
        &self,
        document: &Document,
        world: &dyn World,
        verb: &str,
        word: Option<&Token<'_>>,
    ) -> Vec<Completion> {
        let path = path(document);
        let Some(snapshot) = world.document(&path) else { return Vec::new() };
        let (span, verb) = (self.span(word), VERBS.iter().find(|known| known.name == verb));
        let targets = cross_file::targets(world, &path).unwrap_or_default();
        let fits = |name: &str| match (verb, targets.get(name)) {
            (Some(verb), Some(target)) => crate::script::action::fits(verb, &target.role, target.expandable),
            _ => true,
        };
        let typed = word.map_or("", |word| word.text.trim_start_matches('#'));
        let all = refs(&snapshot, typed, span).into_iter().filter(|offer| fits(&offer.label));
        // After an existing `#`, only the name is inserted.
        let name =
            word.and_then(|word| word.text.strip_prefix('#')).map(|_| Span { start: span.start + 1, ..span });
        all.map(|offer| match name {
            Some(span) => Completion { edit: Edit::replace(span, offer.label.clone()), ..offer },
            None => {
                let label = format!("#{}", offer.label);
                Completion { edit: Edit::replace(span, label.clone()), label, ..offer }
            }
        })
        .collect()
    }

    fn arguments(&self, verb: &str, word: Option<&Token<'_>>) -> Vec<Completion> {
        let Some(verb) = VERBS.iter().find(|known| known.name == verb) else { return Vec::new() };
        let span = self.span(word);
        let offer = |label: &str, text: &str, snippet| Completion {
            label: label.to_owned(),
            kind: SymbolKind::EnumMember,
            detail: verb.name.to_owned(),
            documentation: String::new(),
            edit: Edit::replace(span, text),
            snippet,
        };
        match verb.argument {
            Argument::None => Vec::new(),
            Argument::Text if word.is_some() => Vec::new(),
            Argument::Text => vec![offer("\"text\"", "\"$1\"$0", true)],
            Argument::Direction => DIRECTIONS.iter().map(|word| offer(word, word, false)).collect(),
        }
    }
}
