//! What a server says on its standard output: only so much of it is read, and no message may be too long.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use rmcp::transport::async_rw::DEFAULT_MAX_LINE_LENGTH as LONGEST;
use tokio::io::{AsyncRead, ReadBuf};

use super::garbled::{self, LOOK};

/// Bytes that are read at a time.
const PIECE: usize = 64 << 10;

/// Whether a stream was cut off because it said too much.
#[derive(Clone, Debug, Default)]
pub struct TooMuch(Arc<AtomicBool>);

impl TooMuch {
    pub fn is_so(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Reads from a stream, and says that it has ended once the limit is reached. A message that is too long or malformed is
/// dropped by whoever reads on: an error for the request that it answers is put after it, so that nobody waits for an
/// answer that was dropped.
pub struct Bounded<R> {
    inner: R,
    left: u64,
    over: TooMuch,
    piece: Box<[u8]>,
    /// What was read and is not given yet, from `given` on.
    held: Vec<u8>,
    given: usize,
    line: Line,
}

/// The line that is being read. Of one that is too long, only the beginning and the end are kept.
#[derive(Debug, Default)]
struct Line {
    length: usize,
    head: Vec<u8>,
    tail: Vec<u8>,
}

impl<R> Bounded<R> {
    pub fn new(inner: R, limit: u64, over: TooMuch) -> Self {
        let piece = vec![0; PIECE].into_boxed_slice();
        Self { inner, left: limit, over, piece, held: Vec::new(), given: 0, line: Line::default() }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Bounded<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.given == this.held.len() {
            if this.left == 0 {
                this.over.0.store(true, Ordering::Relaxed);
                return Poll::Ready(Ok(()));
            }
            let most = usize::try_from(this.left).unwrap_or(PIECE).min(PIECE);
            let mut piece = ReadBuf::new(&mut this.piece[..most]);
            ready!(Pin::new(&mut this.inner).poll_read(context, &mut piece))?;
            let read = piece.filled();
            this.left = this.left.saturating_sub(read.len() as u64);
            this.held.clear();
            this.given = 0;
            for part in read.split_inclusive(|byte| *byte == b'\n') {
                this.held.extend_from_slice(part);
                if let Some(error) = this.line.take(part) {
                    this.held.extend_from_slice(error.as_bytes());
                }
            }
        }
        let rest = this.held.get(this.given..).unwrap_or_default();
        let some = rest.get(..buffer.remaining()).unwrap_or(rest);
        buffer.put_slice(some);
        this.given += some.len();
        Poll::Ready(Ok(()))
    }
}

impl Line {
    /// Takes a part of the line. At the end of one that is dropped: the error in its place.
    fn take(&mut self, part: &[u8]) -> Option<String> {
        self.length = self.length.saturating_add(part.len());
        if self.length <= LONGEST {
            self.head.extend_from_slice(part);
        } else {
            let wanted = LONGEST.saturating_sub(self.head.len()).min(part.len());
            self.head.extend_from_slice(&part[..wanted]);
            self.tail.extend_from_slice(&part[part.len().saturating_sub(LOOK)..]);
            let surplus = self.tail.len().saturating_sub(LOOK);
            self.tail.drain(..surplus);
        }
        if !part.ends_with(b"\n") {
            return None;
        }
        let Self { length, head, tail } = std::mem::take(self);
        let error = if length <= LONGEST { garbled::instead(&head) } else { garbled::too_long(&head, &tail) };
        error.map(|error| format!("{error}\n"))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    #[tokio::test]
    async fn an_endless_stream_ends() {
        let over = TooMuch::default();
        let mut bounded = Bounded::new(tokio::io::repeat(b'x'), 100_000, over.clone());
        let mut buffer = vec![0; 4096];
        let mut all = 0;
        loop {
            match bounded.read(&mut buffer).await.unwrap() {
                0 => break,
                read => all += read,
            }
        }
        assert!(all == 100_000 && over.is_so());
        let over = TooMuch::default();
        let mut text = String::new();
        Bounded::new(&b"short"[..], 100, over.clone()).read_to_string(&mut text).await.unwrap();
        assert_eq!((text.as_str(), over.is_so()), ("short", false));
    }

    #[tokio::test]
    async fn nobody_waits_for_an_answer_that_is_too_long() {
        let long = "x".repeat(LONGEST);
        let answer = format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"{long}\"}}\n");
        let text = format!("{{\"n\":1}}\n{answer}{{\"n\":2}}\n{long}\n{{\"n\":3}}");
        let mut read = String::new();
        let mut bounded = Bounded::new(text.as_bytes(), u64::MAX, TooMuch::default());
        bounded.read_to_string(&mut read).await.unwrap();
        let short: Vec<_> = read.lines().filter(|line| line.len() < LONGEST).collect();
        assert_eq!(short.len(), 4, "{short:?}");
        assert!(short[1].contains("\"id\":7") && short[1].contains("more than 16 MiB"), "{}", short[1]);
        assert_eq!((short[0], short[2], short[3]), (r#"{"n":1}"#, r#"{"n":2}"#, r#"{"n":3}"#));
    }
}
