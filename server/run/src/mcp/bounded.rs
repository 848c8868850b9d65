//! A stream of which only so much is read.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

/// Whether a stream was cut off because it said too much.
#[derive(Clone, Debug, Default)]
pub struct TooMuch(Arc<AtomicBool>);

impl TooMuch {
    pub fn is_so(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Reads from a stream, and says that it has ended once the limit is reached.
pub struct Bounded<R> {
    inner: R,
    left: u64,
    over: TooMuch,
}

impl<R> Bounded<R> {
    pub fn new(inner: R, limit: u64, over: TooMuch) -> Self {
        Self { inner, left: limit, over }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Bounded<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.left == 0 {
            self.over.0.store(true, Ordering::Relaxed);
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        let read = buffer.filled().len() - before;
        self.left = self.left.saturating_sub(read as u64);
        Poll::Ready(Ok(()))
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
        assert!((100_000..=104_096).contains(&all) && over.is_so());
        let over = TooMuch::default();
        let mut text = String::new();
        Bounded::new(&b"short"[..], 100, over.clone()).read_to_string(&mut text).await.unwrap();
        assert_eq!((text.as_str(), over.is_so()), ("short", false));
    }
}
