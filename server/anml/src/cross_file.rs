//! Compares a diff with its base, if the base is a file of the workspace.

pub mod summary;
pub mod targets;
pub mod uses;

use std::sync::Arc;

use agmark_syntax::{Diagnostic, Document, Name, PathKind, Space, Span, Text, WholeText, World};
use rustc_hash::FxHashSet;

use crate::Anml;
use crate::analysis::links::names_file;
use crate::cross_file::summary::Summary;
use crate::cross_file::targets::Targets;
use crate::diff::apply::Problem;
use crate::diff::patch::{Dangling, Patched};
use crate::diff::snapshot::Unsound;
use crate::diff::{Error, Side, Why};
use crate::rules::{dangling_ref, not_in_base, reused_ref};
use crate::syntax::front_matter::FrontMatter;
use crate::syntax::node::Kind;
use crate::syntax::refs::{REF, REMOVED_REF};

/// The largest number of reported lines of the base that refer to removed elements.
const MANY: usize = 50;

/// The base of a diff, relative to it, with or without its ending.
pub fn base(document: &Document, world: &dyn World) -> Option<String> {
    let name = meta(document, "base")?;
    if names_file(&name) {
        return Some(name);
    }
    let file = format!("{name}.anml");
    (!name.contains("://") && world.path_kind(&file) == PathKind::File).then_some(file)
}

/// The value of a key of the front matter, without quotes.
pub fn meta(document: &Document, key: &str) -> Option<String> {
    let span = meta_value(document, key)?;
    Some(crate::syntax::front_line::unquoted(&document.text().span(span)).into_owned())
}

fn meta_value(document: &Document, key: &str) -> Option<Span> {
    let (start, chunk) = document.chunk_at(0)?;
    let text = document.chunk_text(start, chunk);
    let tree = chunk.tree(&**document.format(), &text)?;
    let mut cursor = tree.walk();
    if !cursor.goto_first_child() || Kind::of(&cursor.node()) != Kind::FrontMatter {
        return None;
    }
    let front = FrontMatter::read(&mut cursor);
    let entry = front.entries.iter().find(|entry| entry.key.text(&text) == key)?;
    Some(entry.value.shifted(start))
}

/// The elements that actions can name in a file of the workspace; none if it is not there. Those of a diff are the
/// elements of the new snapshot.
pub fn targets(world: &dyn World, path: &str) -> Option<Targets> {
    let summaries = world.summaries(path);
    let snapshots = || summaries.iter().filter_map(|(_, summary)| summary.get::<Summary>()?.targets());
    if snapshots().next().is_none() {
        let text = world.read(path)?.to_string();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        return after_diff(&text, &|base| {
            let path = if folder.is_empty() { base.to_owned() } else { format!("{folder}/{base}") };
            world.read(&path).map(|text| text.to_string())
        });
    }
    let mut targets = Targets::default();
    snapshots().for_each(|marks| targets.add(marks));
    Some(targets)
}

/// The elements of the snapshot after a diff; `None` if the text is not a diff. `read` returns the text of the base.
/// Without it, only the elements that the diff removes are known to be missing.
pub fn after_diff(diff: &str, read: &dyn Fn(&str) -> Option<String>) -> Option<Targets> {
    // The front matter is at the start.
    let document = Document::new(Arc::new(Anml), &diff.head(64 << 10));
    if meta(&document, "type")? != "diff" {
        return None;
    }
    let name = meta(&document, "base").filter(|name| !name.contains("://"));
    let base = name.and_then(|name| {
        let file = if names_file(&name) { name } else { format!("{name}.anml") };
        read(&file)
    });
    let after = base.and_then(|base| Patched::new(&base, diff).ok()?.text().ok());
    // A text that is not a snapshot is not checked.
    match after {
        Some(text) => Targets::read(text.as_bytes()).ok(),
        None => Some(Targets::of_diff(diff)),
    }
}

/// What does not fit the base of a diff.
pub fn check(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let Some(path) = base(document, world) else { return removed_and_named(document) };
    let Some(base) = world.read(&path) else { return removed_and_named(document) };
    let text = document.text();
    let patched = match Patched::new(&base.slice(0..base.len()), &text.slice(0..text.len())) {
        Ok(patched) => patched,
        Err(error) => return unsound(document, &path, &error),
    };
    let mut found = Vec::new();
    let lines = Lines::of(text);
    for (number, misfit) in patched.misfits() {
        let line = lines.content(number);
        found.push(match &misfit.problem {
            Problem::UnknownRef { name, near } => {
                not_in_base::unknown(name_in(text, line, name), name, near.as_deref(), &path)
            }
            Problem::ReusedRef(name) => reused_ref::diagnostic(name_in(text, line, name), name, &path),
            problem => not_in_base::RULE.at(line, format!("{problem} (the base is {path})")),
        });
    }
    let (own, left): (Vec<_>, Vec<_>) = patched.dangling().into_iter().partition(|d| d.base.is_none());
    let own: FxHashSet<(&str, u64)> = own.iter().map(|d| (&*d.name, d.line)).collect();
    if !own.is_empty() {
        found.extend(dangling(document, |name, at| {
            own.contains(&(&*name.text, lines.number(at))).then(|| format!("undefined ref \"{name}\""))
        }));
    }
    for Dangling { name, line: number, base } in left.iter().take(MANY) {
        let span = name_in(text, lines.content(*number), name);
        let base = base.unwrap_or(0);
        let message = format!("removed ref \"#{name}\" is used in line {base} of the base");
        found.push(dangling_ref::RULE.at(span, message));
    }
    found
}

/// The diagnostics that `say` returns for the references of a diff. It gets the name and its offset.
fn dangling(document: &Document, say: impl Fn(&Name, usize) -> Option<String>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (start, chunk) in document.cross_file_chunks() {
        for reference in chunk.analysis().references.iter().filter(|r| r.name.space == REF) {
            let span = reference.span.shifted(start);
            found.extend(
                say(&reference.name, span.start as usize).map(|message| dangling_ref::RULE.at(span, message)),
            );
        }
    }
    found
}

/// References to what the diff itself removes. More is not known without the base.
fn removed_and_named(document: &Document) -> Vec<Diagnostic> {
    let defined = |space: Space, name: &Name| {
        let names = document.names().get(&Name { space, text: name.text.clone() });
        names.is_some_and(|found| !found.definitions.is_empty())
    };
    dangling(document, |name, _| {
        let gone = defined(REMOVED_REF.into(), name) && !defined(REF.into(), name);
        gone.then(|| format!("reference to \"#{name}\", which the diff removes"))
    })
}

/// Why a base and a diff cannot be compared. Errors that a rule reports in the diff are not repeated.
fn unsound(document: &Document, path: &str, error: &Error) -> Vec<Diagnostic> {
    let lines = Lines::of(document.text());
    match (error.side, &error.why) {
        (Side::Second, Why::Unsound(Unsound::Error { .. })) | (Side::Second, Why::NoDiff) => Vec::new(),
        (Side::Second, _) => {
            vec![not_in_base::RULE.at(lines.content(error.line().unwrap_or(1)), error.to_string())]
        }
        (Side::First, _) => {
            let at = error.line().map_or(String::new(), |line| format!(", line {line}"));
            let span = meta_value(document, "base").unwrap_or_else(|| lines.content(1));
            vec![not_in_base::RULE.at(span, format!("invalid base {path}{at}: {error}"))]
        }
    }
}

/// The lines of a document as the format counts them: they end with LF.
struct Lines<'a> {
    text: &'a Text,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a Text) -> Self {
        let mut starts = vec![0];
        let mut at = 0;
        for piece in text.pieces() {
            starts.extend(memchr::memchr_iter(b'\n', piece.as_bytes()).map(|feed| at + feed + 1));
            at += piece.len();
        }
        Self { text, starts }
    }

    /// The content of a line, counted from 1.
    fn content(&self, number: u64) -> Span {
        let at = usize::try_from(number).unwrap_or(usize::MAX).saturating_sub(1).min(self.starts.len() - 1);
        let start = self.starts[at];
        let end = self.starts.get(at + 1).copied().unwrap_or(self.text.len());
        let line = self.text.slice(start..end);
        let indent = line.len() - line.trim_start().len();
        Span::new(start + indent, start + line.trim_end().len().max(indent))
    }

    /// The number of the line with an offset, from 1.
    fn number(&self, offset: usize) -> u64 {
        self.starts.partition_point(|start| *start <= offset) as u64
    }
}

/// The first place of a ref in a line, without its `#`; the line if it is not there.
fn name_in(text: &Text, line: Span, name: &str) -> Span {
    let words = text.span(line);
    let wanted = format!("#{name}");
    let ends = |at: usize| !words[at + wanted.len()..].starts_with(|c: char| c.is_ascii_alphanumeric());
    match words.match_indices(&wanted).find(|(at, _)| ends(*at)) {
        Some((at, _)) => {
            let start = line.start as usize + at + 1;
            Span::new(start, start + name.len())
        }
        None => line,
    }
}
