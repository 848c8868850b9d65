//! A smaller document by the format's own means (section 4 of the source): fewer roles, fewer levels, fewer lines.
//!
//! Lines pass through stages: filter, `compact`, depth and budget. Filter and depth need only the open lines.
//! `compact` and the budget need later lines, so the text is read twice.

mod budget;
mod compact;
mod count;
mod depth;
mod filter;
mod fold;
mod line;
mod options;
mod sink;
#[cfg(test)]
mod tests;

use std::io::{self, Cursor, Read};

use rayon::prelude::*;

use crate::convert::aria::AriaReader;
use crate::syntax::context::Context;
use crate::syntax::entry::{DocumentPart, each};
use crate::syntax::stream::{Piece, Pieces, ReadError, is_aria};
use budget::Budget;
use compact::Compact;
pub(crate) use count::Count;
use depth::Depth;
pub use filter::{Filter, FilterError};
pub(crate) use line::ViewLine;
pub use options::Options;

/// The number of bytes that are read to distinguish an ARIA snapshot from ANML.
const HEAD: u64 = 64 << 10;

/// The number of pieces that are read together, by several threads.
const TOGETHER: usize = 16;

/// Why there is no view. The messages name no file.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Write(io::Error),
    #[error("this is a diff, not a snapshot: `agmark anml patch BASE DIFF` makes one of it")]
    IsDiff,
    #[error("element \"#{0}\" does not exist: expand one of the snapshot")]
    NoSuchRef(String),
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewed {
    /// The front matter, if there is some, and lines of the body.
    Lines,
    /// No line of the body passed the filter.
    NothingLeft,
}

/// Writes the view of a text. `open` returns the text from its start each time.
///
/// # Errors
/// If it cannot be read or written, is a diff, or does not have an element to expand.
pub fn view<R: Read>(
    mut open: impl FnMut() -> io::Result<R>,
    options: &Options,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<Viewed, ViewError> {
    let mut open = || open().map_err(ReadError::Io);
    let mut stages = Stages::new(options);
    if options.filter.as_ref().is_some_and(|f| f.compact) {
        let mut record = compact::Record::default();
        stages.look(open()?, options, &mut |line| record.line(line))?;
        stages = Stages { compact: Some(record.decide()), ..Stages::new(options) };
    }
    if let Some(limit) = options.budget {
        let mut record = budget::Record::default();
        stages.look(open()?, options, &mut |line| record.line(&line))?;
        stages = Stages { budget: record.decide(limit as usize), ..stages.again(options) };
    }
    stages.write(open()?, options, write)
}

/// What lines go through, in this order.
struct Stages {
    filter: Option<filter::Stage>,
    compact: Option<Compact>,
    depth: Option<Depth>,
    budget: Budget,
}

impl Stages {
    fn new(options: &Options) -> Self {
        let by_role = options.filter.as_ref().filter(|filter| filter.is_by_role());
        Self {
            filter: by_role.map(|filter| filter::Stage::new(filter.clone())),
            compact: None,
            depth: options.depth.map(|depth| Depth::new(depth, !options.expand.is_empty())),
            budget: Budget::default(),
        }
    }

    /// The same for another reading.
    fn again(&self, options: &Options) -> Self {
        Self { compact: self.compact.as_ref().map(Compact::again), ..Self::new(options) }
    }

    fn line(&mut self, line: ViewLine<'_>, out: &mut dyn FnMut(ViewLine<'_>)) {
        let Self { filter, compact, depth, budget } = self;
        let mut to_budget = |line: ViewLine<'_>| budget.line(line, out);
        let mut to_depth = |line: ViewLine<'_>| match depth {
            Some(depth) => depth.line(line, &mut to_budget),
            None => to_budget(line),
        };
        let mut to_compact = |line: ViewLine<'_>| match compact {
            Some(compact) => compact.line(line, &mut to_depth),
            None => to_depth(line),
        };
        match filter {
            Some(filter) => filter.line(line, &mut to_compact),
            None => to_compact(line),
        }
    }

    fn end(&mut self, out: &mut dyn FnMut(ViewLine<'_>)) {
        let Self { depth, budget, .. } = self;
        if let Some(depth) = depth {
            depth.end(&mut |line| budget.line(line, out));
        }
        budget.end(out);
    }

    /// Reads a text without output.
    fn look(
        &mut self,
        input: impl Read,
        options: &Options,
        out: &mut dyn FnMut(ViewLine<'_>),
    ) -> Result<(), ViewError> {
        let mut reader = DocumentReader::new(options);
        reader.read(input, &mut |event| {
            match event {
                Event::Line(line) => self.line(line, out),
                Event::Pause(_) => {}
            }
            Ok(())
        })?;
        self.end(out);
        Ok(())
    }

    fn write(
        &mut self,
        input: impl Read,
        options: &Options,
        write: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<Viewed, ViewError> {
        let mut reader = DocumentReader::new(options);
        let mut body = String::new();
        let (mut begun, mut has_lines) = (false, false);
        let front = reader.read(input, &mut |event| {
            match event {
                Event::Line(line) => self.line(line, &mut |line| sink::line(&line, &mut body)),
                Event::Pause(front) => {
                    if !std::mem::replace(&mut begun, true) {
                        write(&sink::front(front, options))?;
                    }
                    has_lines |= !body.is_empty();
                    write(&body)?;
                    body.clear();
                }
            }
            Ok(())
        })?;
        self.end(&mut |line| sink::line(&line, &mut body));
        let head = if begun { String::new() } else { sink::front(&front, options) };
        has_lines |= !body.is_empty();
        write(&head).and_then(|()| write(&body)).map_err(ViewError::Write)?;
        Ok(if has_lines || options.filter.is_none() { Viewed::Lines } else { Viewed::NothingLeft })
    }
}

/// An event of reading.
enum Event<'a> {
    Line(ViewLine<'a>),
    /// A piece was read; with the front matter.
    Pause(&'a [(String, String)]),
}

/// Reads a document and marks elements that are shown completely.
struct DocumentReader<'a> {
    expand: Vec<&'a str>,
    /// The depth of the element that is shown completely.
    pinned: Option<u32>,
}

impl<'a> DocumentReader<'a> {
    fn new(options: &'a Options) -> Self {
        Self { expand: options.expand.iter().map(String::as_str).collect(), pinned: None }
    }

    fn read(
        &mut self,
        input: impl Read,
        take: &mut dyn FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<Vec<(String, String)>, ViewError> {
        let mut pieces = Pieces::new(snapshot(input)?);
        let mut front: Vec<(String, String)> = Vec::new();
        loop {
            let (together, failed) = next_pieces(&mut pieces);
            if together.is_empty() {
                failed?;
                break;
            }
            let parts: Vec<_> = together.par_iter().map(|piece| parts(&piece.text, &piece.context)).collect();
            for (piece, parts) in together.iter().zip(parts) {
                self.piece(&piece.text, parts, &mut front, take)?;
            }
            failed?;
        }
        match self.expand.first() {
            Some(missing) => Err(ViewError::NoSuchRef((*missing).to_owned())),
            None => Ok(front),
        }
    }

    /// Takes the parts of a piece. Sets `front` to the front matter if the piece has it.
    fn piece(
        &mut self,
        text: &str,
        parts: Vec<DocumentPart<'_>>,
        front: &mut Vec<(String, String)>,
        take: &mut dyn FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<(), ViewError> {
        for part in parts {
            match part {
                DocumentPart::Front(matter) => {
                    let part = |span: agmark_syntax::Span| span.text(text).to_owned();
                    *front = matter.entries.iter().map(|e| (part(e.key), part(e.value))).collect();
                    let is_diff = |(key, value): &(String, String)| {
                        key == "type" && crate::syntax::front_line::unquoted(value) == "diff"
                    };
                    if front.iter().any(is_diff) {
                        return Err(ViewError::IsDiff);
                    }
                }
                DocumentPart::Line(entry) => {
                    let pinned = self.is_pinned(&entry);
                    take(Event::Line(ViewLine::of(&entry, pinned))).map_err(ViewError::Write)?;
                }
            }
        }
        take(Event::Pause(front)).map_err(ViewError::Write)
    }

    fn is_pinned(&mut self, entry: &crate::syntax::entry::Entry<'_>) -> bool {
        let depth = entry.body.depth;
        if self.pinned.is_some_and(|pinned| depth <= pinned) {
            self.pinned = None;
        }
        if self.expand.is_empty() {
            return self.pinned.is_some();
        }
        let before = self.expand.len();
        self.expand.retain(|wanted| entry.refs().all(|name| name != *wanted));
        let named = self.expand.len() < before;
        if named && self.pinned.is_none() && matches!(entry.kind, crate::syntax::entry::EntryKind::Element(_))
        {
            self.pinned = Some(depth);
        }
        named || self.pinned.is_some()
    }
}

/// The next pieces, and the error after them. At the end of the text there are none.
fn next_pieces(pieces: &mut Pieces<impl Read>) -> (Vec<Piece>, Result<(), ReadError>) {
    let mut next = Vec::new();
    while next.len() < TOGETHER {
        match pieces.piece() {
            Ok(Some(piece)) => next.push(piece),
            Ok(None) => break,
            Err(error) => return (next, Err(error)),
        }
    }
    (next, Ok(()))
}

fn parts<'a>(text: &'a str, context: &Context) -> Vec<DocumentPart<'a>> {
    let mut parts = Vec::new();
    each(text, context.clone(), &mut |part| parts.push(part));
    parts
}

/// The text, converted on the way if it is an ARIA snapshot.
fn snapshot<'r>(mut input: impl Read + 'r) -> Result<Box<dyn Read + 'r>, ReadError> {
    let mut head = Vec::new();
    input.by_ref().take(HEAD).read_to_end(&mut head)?;
    let aria = is_aria(&String::from_utf8_lossy(&head));
    let whole = Cursor::new(head).chain(input);
    Ok(if aria { Box::new(AriaReader::new(whole)) } else { Box::new(whole) })
}
