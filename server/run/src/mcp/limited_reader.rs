//! The standard output of a server, with a limit for all of it and for each message.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use rmcp::transport::async_rw::DEFAULT_MAX_LINE_LENGTH as MAX_LENGTH;
use tokio::io::{AsyncRead, ReadBuf};

use super::invalid_message::{self, SEARCHED};

/// The number of bytes that are read at a time.
const PIECE: usize = 64 << 10;

/// Whether a stream was cut off because it is too long.
#[derive(Clone, Debug, Default)]
pub struct LimitReached(Arc<AtomicBool>);

impl LimitReached {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Reads a stream up to a limit. The reader of messages drops a message that is too long or invalid. Therefore an error for
/// the request that it answers is inserted after it.
pub struct LimitedReader<R> {
    inner: R,
    left: u64,
    limit_reached: LimitReached,
    piece: Box<[u8]>,
    /// Text that was read; it was returned up to `returned`.
    buffered: Vec<u8>,
    returned: usize,
    line: LineEnds,
}

/// The line that is being read. Only the beginning and the end of a long line are stored.
#[derive(Debug, Default)]
struct LineEnds {
    length: usize,
    head: Vec<u8>,
    tail: Vec<u8>,
}

impl<R> LimitedReader<R> {
    pub fn new(inner: R, limit: u64, limit_reached: LimitReached) -> Self {
        let piece = vec![0; PIECE].into_boxed_slice();
        Self {
            inner,
            left: limit,
            limit_reached,
            piece,
            buffered: Vec::new(),
            returned: 0,
            line: LineEnds::default(),
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for LimitedReader<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.returned == this.buffered.len() {
            if this.left == 0 {
                this.limit_reached.0.store(true, Ordering::Relaxed);
                return Poll::Ready(Ok(()));
            }
            let most = usize::try_from(this.left).unwrap_or(PIECE).min(PIECE);
            let mut piece = ReadBuf::new(&mut this.piece[..most]);
            ready!(Pin::new(&mut this.inner).poll_read(context, &mut piece))?;
            let read = piece.filled();
            this.left = this.left.saturating_sub(read.len() as u64);
            this.buffered.clear();
            this.returned = 0;
            for part in read.split_inclusive(|byte| *byte == b'\n') {
                this.buffered.extend_from_slice(part);
                if let Some(error) = this.line.take(part) {
                    this.buffered.extend_from_slice(error.as_bytes());
                }
            }
        }
        let rest = this.buffered.get(this.returned..).unwrap_or_default();
        let some = rest.get(..buffer.remaining()).unwrap_or(rest);
        buffer.put_slice(some);
        this.returned += some.len();
        Poll::Ready(Ok(()))
    }
}

impl LineEnds {
    /// Adds a part of the line. Returns an error message at the end of a line that the reader drops.
    fn take(&mut self, part: &[u8]) -> Option<String> {
        self.length = self.length.saturating_add(part.len());
        if self.length <= MAX_LENGTH {
            self.head.extend_from_slice(part);
        } else {
            let space = MAX_LENGTH.saturating_sub(self.head.len()).min(part.len());
            self.head.extend_from_slice(&part[..space]);
            self.tail.extend_from_slice(&part[part.len().saturating_sub(SEARCHED)..]);
            let surplus = self.tail.len().saturating_sub(SEARCHED);
            self.tail.drain(..surplus);
        }
        if !part.ends_with(b"\n") {
            return None;
        }
        let Self { length, head, tail } = std::mem::take(self);
        let error = if length <= MAX_LENGTH {
            invalid_message::replacement(&head)
        } else {
            invalid_message::too_long(&head, &tail)
        };
        error.map(|error| format!("{error}\n"))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    #[tokio::test]
    async fn an_endless_stream_ends() {
        let over = LimitReached::default();
        let mut bounded = LimitedReader::new(tokio::io::repeat(b'x'), 100_000, over.clone());
        let mut buffer = vec![0; 4096];
        let mut all = 0;
        loop {
            match bounded.read(&mut buffer).await.unwrap() {
                0 => break,
                read => all += read,
            }
        }
        assert!(all == 100_000 && over.is_set());
        let over = LimitReached::default();
        let mut text = String::new();
        LimitedReader::new(&b"short"[..], 100, over.clone()).read_to_string(&mut text).await.unwrap();
        assert_eq!((text.as_str(), over.is_set()), ("short", false));
    }

    #[tokio::test]
    async fn an_error_follows_an_answer_that_is_too_long() {
        let long = "x".repeat(MAX_LENGTH);
        let answer = format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"{long}\"}}\n");
        let text = format!("{{\"n\":1}}\n{answer}{{\"n\":2}}\n{long}\n{{\"n\":3}}");
        let mut read = String::new();
        let mut bounded = LimitedReader::new(text.as_bytes(), u64::MAX, LimitReached::default());
        bounded.read_to_string(&mut read).await.unwrap();
        let short: Vec<_> = read.lines().filter(|line| line.len() < MAX_LENGTH).collect();
        assert_eq!(short.len(), 4, "{short:?}");
        assert!(short[1].contains("\"id\":7") && short[1].contains("larger than 16 MiB"), "{}", short[1]);
        assert_eq!((short[0], short[2], short[3]), (r#"{"n":1}"#, r#"{"n":2}"#, r#"{"n":3}"#));
    }
}
