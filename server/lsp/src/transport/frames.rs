//! Splits a stream of bytes into the bodies of messages.
//!
//! Each byte is read once. At most one body (up to [`MAX_BODY`]) or one header line is kept. After invalid bytes,
//! reading continues at the next `Content-Length` header: such a header, followed by an empty line, cannot be part of
//! valid JSON.

use std::borrow::Cow;

/// The longest body that is read, in bytes.
pub const MAX_BODY: u64 = 256 << 20;

/// A longer body than this is not skipped, because its length must be wrong.
const MAX_SKIPPED: u64 = 64 << 30;

/// The longest header line.
const MAX_LINE: usize = 8 << 10;

/// The number of skipped bytes that are kept for messages.
const KEPT: usize = 4 << 10;

/// The largest number of bytes to put back, see [`Frames::put_back`].
const MAX_PUT_BACK: usize = 64 << 10;

const LENGTH: &[u8] = b"content-length";

/// The number of bytes that are kept of a line that is too long, because a length header may start there.
const TAIL: usize = 64;

/// A part of the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// The body of a message.
    Body(Vec<u8>),
    /// A message of more than [`MAX_BODY`] bytes, with its start. Its body is skipped.
    TooLarge { length: u64, start: Vec<u8> },
    /// Bytes outside of messages, with their start. Reported once until the next message.
    Garbage { start: Vec<u8> },
}

/// The reader of a stream.
#[derive(Default)]
pub struct Frames {
    input: Vec<u8>,
    /// The number of bytes of `input` that were read.
    at: usize,
    state: State,
    /// The header line so far.
    line: Vec<u8>,
    headers: Headers,
    /// Whether bytes outside of messages were reported since the last message.
    garbage_reported: bool,
    /// The rest of a body that is too large, and its start.
    skip: Option<Skip>,
}

#[derive(Default)]
enum State {
    #[default]
    Headers,
    Body {
        body: Vec<u8>,
        length: usize,
    },
}

/// The headers before a body.
#[derive(Default)]
struct Headers {
    any: bool,
    length: Option<u64>,
    /// Whether the length has its own line. Such a line wins over one with other bytes before it.
    exact: bool,
}

struct Skip {
    left: u64,
    length: u64,
    start: Vec<u8>,
    reported: bool,
}

impl Frames {
    pub fn push(&mut self, bytes: &[u8]) {
        self.input.drain(..self.at);
        self.at = 0;
        self.input.extend_from_slice(bytes);
    }

    /// Puts back bytes that do not belong to the last body, whose length was too large.
    pub fn put_back(&mut self, bytes: &[u8]) {
        if bytes.len() <= MAX_PUT_BACK {
            self.input.splice(..self.at, bytes.iter().copied());
            self.at = 0;
        }
    }

    /// Whether the stream is inside a message or a possible message.
    pub fn is_inside(&self) -> bool {
        matches!(self.state, State::Body { .. })
            || self.headers.any
            || !self.line.is_empty()
            || self.skip.is_some()
    }

    /// The kept memory, in bytes.
    #[cfg(test)]
    pub fn kept(&self) -> usize {
        let body = if let State::Body { body, .. } = &self.state { body.capacity() } else { 0 };
        body + self.input.capacity() + self.line.capacity()
    }

    /// The next frame; `None` if more bytes are needed.
    pub fn next(&mut self) -> Option<Frame> {
        loop {
            let rest = self.input.get(self.at..).filter(|rest| !rest.is_empty())?;
            let (used, frame) = match &mut self.state {
                State::Body { body, length } => {
                    let part = &rest[..rest.len().min(*length - body.len())];
                    body.extend_from_slice(part);
                    let used = part.len();
                    (used, (body.len() == *length).then(|| Frame::Body(std::mem::take(body))))
                }
                State::Headers => self.headers(),
            };
            self.at += used;
            if matches!(frame, Some(Frame::Body(_))) {
                self.state = State::Headers;
                self.garbage_reported = false;
            }
            if self.at == self.input.len() {
                self.input.clear();
                self.at = 0;
            }
            if frame.is_some() {
                return frame;
            }
        }
    }

    /// Reads up to the end of a header line. Returns the number of bytes and the frame.
    fn headers(&mut self) -> (usize, Option<Frame>) {
        let rest = self.input.get(self.at..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).map(|end| end + 1);
        let mut used = end.unwrap_or(rest.len()).min(MAX_LINE);
        if let Some(skip) = &self.skip {
            used = used.min(usize::try_from(skip.left).unwrap_or(usize::MAX));
        }
        let part = &rest[..used];
        self.line.extend_from_slice(part);
        if let Some(skip) = &mut self.skip {
            let room = KEPT.saturating_sub(skip.start.len());
            skip.start.extend_from_slice(&part[..part.len().min(room)]);
        }
        let mut frame = None;
        if part.ends_with(b"\n") {
            let line = std::mem::take(&mut self.line);
            frame = self.line(trim(&line));
            // Reuses the allocation.
            self.line = line;
            self.line.clear();
        } else if self.line.len() > MAX_LINE {
            let line = std::mem::take(&mut self.line);
            frame = self.no_header(&line);
            // A header may start at the end of these bytes.
            self.line.extend_from_slice(&line[line.len() - TAIL..]);
        }
        (used, frame.or_else(|| self.skipped(used)))
    }

    /// Skips bytes. The message is reported when its start is complete.
    fn skipped(&mut self, used: usize) -> Option<Frame> {
        let skip = self.skip.as_mut()?;
        skip.left -= (used as u64).min(skip.left);
        let report = !skip.reported && (skip.left == 0 || skip.start.len() >= KEPT);
        let frame =
            report.then(|| Frame::TooLarge { length: skip.length, start: std::mem::take(&mut skip.start) });
        skip.reported |= report;
        if skip.left == 0 {
            self.skip = None;
            self.line.clear();
            self.headers = Headers::default();
        }
        frame
    }

    /// Reads a line without its ending.
    fn line(&mut self, line: &[u8]) -> Option<Frame> {
        if line.is_empty() {
            return self.headers_end();
        }
        if let Some((before, value)) = length_header(line) {
            self.headers.any = true;
            let exact = before.is_empty();
            let length = number(value).filter(|length| *length <= MAX_SKIPPED);
            if exact || !self.headers.exact {
                (self.headers.length, self.headers.exact) = (length, exact);
            }
            return if length.is_none() { self.no_header(line) } else { self.garbage_before(line, before) };
        }
        if is_header(line) {
            self.headers.any = true;
            return None;
        }
        self.no_header(line)
    }

    /// Reads the bytes before a length in its line, which may be the start of another header's name.
    fn garbage_before(&mut self, line: &[u8], before: &[u8]) -> Option<Frame> {
        if is_header(line) { None } else { self.no_header(before) }
    }

    /// Reads the empty line after the headers.
    fn headers_end(&mut self) -> Option<Frame> {
        let headers = std::mem::take(&mut self.headers);
        match headers.length {
            // An empty line between messages.
            None if !headers.any => None,
            None => self.no_header(b"headers without a length"),
            Some(length) if length > MAX_BODY => {
                self.skip = Some(Skip { left: length, length, start: Vec::new(), reported: false });
                None
            }
            Some(0) => {
                self.garbage_reported = false;
                Some(Frame::Body(Vec::new()))
            }
            Some(length) => {
                // Memory is allocated as bytes arrive, not for the announced length.
                let length = usize::try_from(length).unwrap_or(usize::MAX);
                self.state = State::Body { body: Vec::with_capacity(length.min(64 << 10)), length };
                // A message inside a skipped one: the skipped one was truncated.
                let cut = self.skip.take().filter(|skip| !skip.reported)?;
                Some(Frame::TooLarge { length: cut.length, start: cut.start })
            }
        }
    }

    /// Reads bytes that are not a header. They are expected inside a skipped body.
    fn no_header(&mut self, bytes: &[u8]) -> Option<Frame> {
        if self.skip.is_some() || self.garbage_reported {
            return None;
        }
        self.garbage_reported = true;
        Some(Frame::Garbage { start: bytes[..bytes.len().min(KEPT)].to_vec() })
    }
}

/// A line without its ending and without a byte order mark, NULs and blanks around it.
fn trim(line: &[u8]) -> &[u8] {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let blank = |b: &u8| matches!(b, 0 | b' ' | b'\t' | b'\r' | b'\n');
    let start = line.iter().position(|b| !blank(b)).unwrap_or(line.len());
    let end = line.iter().rposition(|b| !blank(b)).map_or(start, |last| last + 1);
    &line[start..end]
}

/// The bytes before the last length header in a line, and the header's value.
fn length_header(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = memchr::memrchr(b':', line)?;
    let before = trim(&line[..colon]);
    let at = before.len().checked_sub(LENGTH.len())?;
    let (rest, name) = before.split_at_checked(at)?;
    name.eq_ignore_ascii_case(LENGTH).then(|| (rest, trim(&line[colon + 1..])))
}

fn number(value: &[u8]) -> Option<u64> {
    let digits = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
    digits.then(|| std::str::from_utf8(value).ok()?.parse().ok()).flatten()
}

/// Whether a line has the form `Name: value`.
fn is_header(line: &[u8]) -> bool {
    let Some(colon) = memchr::memchr(b':', line) else { return false };
    let name = trim(&line[..colon]);
    !name.is_empty() && name.iter().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(b))
}

/// A message with its header.
pub fn frame(body: &[u8]) -> Vec<u8> {
    let mut out = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    out.extend_from_slice(body);
    out
}

/// The start of some bytes as text for a message.
pub fn shown(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(80)];
    let text: Cow<'_, str> = String::from_utf8_lossy(start);
    let more = if bytes.len() > start.len() { "…" } else { "" };
    format!("`{}{more}`", text.escape_debug())
}
