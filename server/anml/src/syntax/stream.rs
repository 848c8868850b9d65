//! Reads a text of any length in pieces. Each piece starts where a document may be cut.

use std::io::{self, Read};

use crate::syntax::context::{Context, ContextLine, Front};

/// Pieces are at least this long, in bytes.
const PIECE: usize = 16 << 10;

/// The size of a read, in bytes.
const BLOCK: usize = 64 << 10;

/// Why a text could not be read to its end. The messages name no file: who opened it knows its name.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The byte at this offset belongs to no character.
    #[error("not UTF-8 from byte {0} on: convert it, for example with iconv")]
    NotUtf8(u64),
    #[error(
        "line {0}: from here on more than {limit} MiB without a place to cut: split the file",
        limit = agmark_syntax::parse::MAX_PIECE >> 20
    )]
    TooLong(u64),
}

/// A piece of a text.
#[derive(Debug)]
pub struct Piece {
    pub text: String,
    /// Where it starts, in bytes of the whole text.
    pub start: u64,
    /// Its first line, from 1.
    pub line: u64,
    /// The state at its start.
    pub context: Context,
}

/// Cuts a stream into pieces.
pub struct Pieces<R> {
    input: R,
    block: Box<[u8]>,
    /// The bytes after the last line feed.
    tail: Vec<u8>,
    /// Whole lines that are not handed out yet, and where the next one of them to be scanned starts.
    lines: String,
    scanned: usize,
    ended: bool,
    start: u64,
    line: u64,
    /// At the start of `lines`, and at `scanned`.
    begin: Context,
    context: Context,
}

impl<R: Read> Pieces<R> {
    pub fn new(input: R) -> Self {
        Self {
            input,
            block: vec![0; BLOCK].into_boxed_slice(),
            tail: Vec::new(),
            lines: String::new(),
            scanned: 0,
            ended: false,
            start: 0,
            line: 1,
            begin: Context::default(),
            context: Context::default(),
        }
    }

    /// The next piece; none at the end of the text.
    ///
    /// # Errors
    /// If the text cannot be read, is not text, or has no cut within the limit.
    pub fn piece(&mut self) -> Result<Option<Piece>, ReadError> {
        loop {
            if let Some(cut) = self.scan() {
                return Ok(Some(self.hand_out(cut)));
            }
            if self.ended {
                let all = self.lines.len();
                return Ok((all > 0).then(|| self.hand_out(all)));
            }
            if self.lines.len() + self.tail.len() > agmark_syntax::parse::MAX_PIECE {
                return Err(ReadError::TooLong(self.line));
            }
            self.fetch()?;
        }
    }

    /// Reads fetched lines. Returns the first cut after which the piece is long enough.
    fn scan(&mut self) -> Option<usize> {
        while self.scanned < self.lines.len() {
            let rest = &self.lines[self.scanned..];
            let end = memchr::memchr(b'\n', rest.as_bytes());
            let line = &rest[..end.unwrap_or(rest.len())];
            if self.scanned >= PIECE && self.context.may_cut(line) {
                return Some(self.scanned);
            }
            self.context.pass(line);
            self.scanned += end.map_or(line.len(), |end| end + 1);
        }
        None
    }

    fn hand_out(&mut self, cut: usize) -> Piece {
        let rest = self.lines.split_off(cut);
        let text = std::mem::replace(&mut self.lines, rest);
        let (start, line) = (self.start, self.line);
        self.start += text.len() as u64;
        self.line += memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64;
        self.scanned = 0;
        let context = std::mem::replace(&mut self.begin, self.context.clone());
        Piece { text, start, line, context }
    }

    fn fetch(&mut self) -> Result<(), ReadError> {
        let read = match self.input.read(&mut self.block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            read => read?,
        };
        let block = &self.block[..read];
        let whole = if read == 0 {
            self.ended = true;
            0
        } else {
            memchr::memrchr(b'\n', block).map_or(0, |at| at + 1)
        };
        if whole > 0 || self.ended {
            self.tail.extend_from_slice(&block[..whole]);
            let offset = self.start + self.lines.len() as u64;
            let lines = std::str::from_utf8(&self.tail)
                .map_err(|e| ReadError::NotUtf8(offset + e.valid_up_to() as u64))?;
            self.lines.push_str(lines);
            self.tail.clear();
        }
        self.tail.extend_from_slice(&block[whole..]);
        Ok(())
    }
}

/// Whether a text is an ARIA snapshot, by its first clear line.
pub fn is_aria(text: &str) -> bool {
    let mut context = Context::default();
    for line in text.split('\n') {
        match context.pass(line) {
            ContextLine::Body(body) => {
                let content = line.get(body.head.content..).unwrap_or("");
                return body.aria.is_some() || (context.front == Front::Over && is_aria_remark(content));
            }
            ContextLine::Front(_) => return false,
            ContextLine::Blank | ContextLine::Fence => {}
        }
    }
    false
}

/// Other first lines of an ARIA snapshot: the name of a section, or the note of an empty page.
fn is_aria_remark(content: &str) -> bool {
    content.starts_with("# ") || matches!(content.trim_end(), "(empty page)" | "(no interactive elements)")
}
