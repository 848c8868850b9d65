//! A whole document in memory, as `diff` and `patch` need it: its lines in canonical form, their subtrees, its front
//! matter. Documents with errors are refused.

use std::hash::{Hash, Hasher};

use agmark_syntax::{Ending, Piece as Source, Severity, Span, parse};
use rustc_hash::{FxHashMap, FxHasher};

use crate::Anml;
use crate::analysis::analyze;
use crate::rules::duplicate_ref;
use crate::syntax::cuts;
use crate::syntax::entry::{DocumentPart, Entry, EntryKind, each};
use crate::syntax::line::Sign;
use crate::syntax::stream::{Pieces, ReadError};
use agmark_syntax::Format;

/// Why a text is not a valid snapshot. The messages name no file.
#[derive(Debug, thiserror::Error)]
pub enum Unsound {
    #[error("{message}: fix it first, `agmark check` shows all errors")]
    Error { line: u64, message: String },
    /// It belongs to an element further up, but the lines between them do not.
    #[error("this line is cut off from its parent by line {by}: indent that one as deep as this")]
    CutOff { line: u64, by: u64 },
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl Unsound {
    /// The line that it is about, from 1.
    pub fn line(&self) -> Option<u64> {
        match self {
            Self::Error { line, .. } | Self::CutOff { line, .. } => Some(*line),
            Self::Read(_) => None,
        }
    }
}

/// What a line is, for who is compared with whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Element,
    Row,
    Content,
    Summary,
}

/// A line.
#[derive(Clone, Debug)]
pub struct SnapshotLine {
    pub kind: Kind,
    pub depth: u32,
    pub sign: Option<Sign>,
    /// In the file, from 1.
    pub number: u64,
    /// The index of the line after its subtree.
    pub end: usize,
    /// Of the whole subtree.
    pub hash: u64,
    start: usize,
    stop: usize,
    role: usize,
    /// The ref with its `#`, after the role.
    reference: usize,
    /// Role, ref and name.
    head: usize,
}

/// A document.
#[derive(Debug, Default)]
pub struct Snapshot {
    text: String,
    pub lines: Vec<SnapshotLine>,
    /// Keys and values, in canonical order.
    pub front: Vec<(String, String)>,
    /// The lines of its refs that no `-` removes.
    pub refs: FxHashMap<String, usize>,
    /// The lines that refer to elements, with the refs that they name; in their order.
    pub uses: Vec<(usize, String)>,
}

impl Snapshot {
    /// Reads a document.
    ///
    /// # Errors
    /// If it has errors, the first one, or if it is too large.
    pub fn read(text: &str) -> Result<Self, Unsound> {
        let mut snapshot = Self::default();
        let mut removed = FxHashMap::default();
        // Line endings are not content.
        let text = Ending::Lf.write(text);
        let mut pieces = Pieces::new(text.as_bytes());
        while let Some(piece) = pieces.piece()? {
            let number = |offset: u32| piece.line + line_feeds(&piece.text[..offset as usize]);
            if let Some((at, message)) = first_error(&piece.text, &piece.context, piece.start == 0) {
                return Err(Unsound::Error { line: number(at), message });
            }
            let mut numbered = (piece.line, 0);
            let mut failed = None;
            each(&piece.text, piece.context.clone(), &mut |item| match item {
                DocumentPart::Front(front) => {
                    let part = |span: Span| span.text(&piece.text).to_owned();
                    snapshot.front = front.entries.iter().map(|e| (part(e.key), part(e.value))).collect();
                    snapshot.front.sort_by_key(|(key, _)| crate::format::lines::key_place(key));
                }
                DocumentPart::Line(entry) => {
                    let at = entry.span.start as usize;
                    numbered = (numbered.0 + line_feeds(&piece.text[numbered.1..at]), at);
                    snapshot.push(&entry, numbered.0);
                    let index = snapshot.lines.len() - 1;
                    let uses = crate::syntax::entry::uses(&entry).into_iter();
                    snapshot.uses.extend(uses.map(|span| (index, span.text(entry.text).to_owned())));
                    for name in entry.refs() {
                        let gone = entry.body.head.sign == Some(Sign::Removed);
                        let refs = if gone { &mut removed } else { &mut snapshot.refs };
                        if refs.insert(name.to_owned(), index).is_some() && failed.is_none() {
                            failed = Some((numbered.0, name.to_owned()));
                        }
                    }
                }
            });
            if let Some((line, name)) = failed {
                let message = format!("{}: \"#{name}\"", duplicate_ref::RULE.summary);
                return Err(Unsound::Error { line, message });
            }
        }
        snapshot.close()?;
        Ok(snapshot)
    }

    fn push(&mut self, entry: &Entry<'_>, number: u64) {
        let start = self.text.len();
        entry.write(&mut self.text);
        let stop = self.text.len();
        let (kind, role, reference, head) = match &entry.kind {
            EntryKind::Element(element) if element.is_sound(entry.text) => {
                let role = start + element.role.span.len();
                let reference = role + element.reference.map_or(0, |r| r.span.len());
                let head = match element.name {
                    Some(name) => {
                        let name = crate::syntax::json::encode(&element.value(name, entry.text));
                        reference + 1 + name.len()
                    }
                    None => reference,
                };
                (Kind::Element, role, reference, head)
            }
            EntryKind::Element(_) => (Kind::Element, start, start, stop),
            EntryKind::Row(_) => (Kind::Row, start, start, stop),
            EntryKind::Content => (Kind::Content, start, start, stop),
            EntryKind::Summary | EntryKind::Unknown => (Kind::Summary, start, start, stop),
        };
        let (depth, sign) = (entry.body.depth, entry.body.head.sign);
        let line =
            SnapshotLine { kind, depth, sign, number, end: 0, hash: 0, start, stop, role, reference, head };
        self.lines.push(line);
    }

    /// Finds the ends of all subtrees, and their hashes.
    fn close(&mut self) -> Result<(), Unsound> {
        let mut open: Vec<usize> = Vec::new();
        for index in 0..self.lines.len() {
            while let Some(last) = open.pop_if(|last| self.lines[*last].depth >= self.lines[index].depth) {
                self.lines[last].end = index;
            }
            if let Some(parent) = open.last().map(|parent| &self.lines[*parent])
                && parent.kind != Kind::Element
            {
                return Err(Unsound::CutOff { line: self.lines[index].number, by: parent.number });
            }
            open.push(index);
        }
        for last in open {
            self.lines[last].end = self.lines.len();
        }
        for index in (0..self.lines.len()).rev() {
            let mut hasher = FxHasher::default();
            self.text(index).hash(&mut hasher);
            let mut child = index + 1;
            while child < self.lines[index].end {
                self.lines[child].hash.hash(&mut hasher);
                child = self.lines[child].end;
            }
            self.lines[index].hash = hasher.finish();
        }
        Ok(())
    }

    /// The lines right below `parent`, or those of the top level.
    pub fn children(&self, parent: Option<usize>) -> Vec<usize> {
        let (mut child, end) = match parent {
            Some(parent) => (parent + 1, self.lines[parent].end),
            None => (0, self.lines.len()),
        };
        let mut children = Vec::new();
        while child < end {
            children.push(child);
            child = self.lines[child].end;
        }
        children
    }

    /// A line in canonical form, without indent and prefix.
    pub fn text(&self, index: usize) -> &str {
        let line = &self.lines[index];
        &self.text[line.start..line.stop]
    }

    pub fn role(&self, index: usize) -> &str {
        let line = &self.lines[index];
        &self.text[line.start..line.role]
    }

    /// An element's line without its ref.
    pub fn without_ref(&self, index: usize) -> (&str, &str) {
        let line = &self.lines[index];
        (&self.text[line.start..line.role], &self.text[line.reference..line.stop])
    }

    /// The ref, without its `#`.
    pub fn reference(&self, index: usize) -> Option<&str> {
        let line = &self.lines[index];
        self.text[line.role..line.reference].strip_prefix('#')
    }

    /// The name, quoted; empty if there is none.
    pub fn name(&self, index: usize) -> &str {
        let line = &self.lines[index];
        &self.text[line.reference..line.head]
    }

    /// The role, ref and name of an element, or the whole text of another line.
    pub fn head(&self, index: usize) -> &str {
        let line = &self.lines[index];
        &self.text[line.start..line.head]
    }

    /// Whether the subtrees of two documents are the same.
    pub fn same(&self, index: usize, other: &Self, theirs: usize) -> bool {
        let (a, b) = (&self.lines[index], &other.lines[theirs]);
        a.hash == b.hash && a.end - index == b.end - theirs && self.text(index) == other.text(theirs)
    }

    /// The value of a key of the front matter.
    pub fn key(&self, name: &str) -> Option<&str> {
        self.front.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether the document is a diff.
    pub fn is_diff(&self) -> bool {
        self.key("type").is_some_and(|value| crate::syntax::front_line::unquoted(value) == "diff")
    }
}

/// The first error of a piece: where it is, and what.
fn first_error(text: &str, context: &crate::syntax::context::Context, first: bool) -> Option<(u32, String)> {
    let state = if first { Default::default() } else { cuts::state(context) };
    let tree = parse::parse(&Anml::INFO.language(), text, None)?;
    let found = analyze(&Source { text, tree: &tree, state: &state }).diagnostics;
    found.into_iter().find(|d| d.severity == Severity::Error).map(|d| (d.span.start, d.message))
}

fn line_feeds(text: &str) -> u64 {
    memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64
}
