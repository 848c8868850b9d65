//! Recording what a client sends: a bug report that can be played again.
//!
//! A recording is text, one message of the client a line, as JSON.

use std::io::Write;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use serde::Deserialize;
use tokio::io::{AsyncRead, ReadBuf};

/// The client's end of the connection: recorded if wanted, and watched for its end.
pub struct Input<R> {
    inner: R,
    recorder: Option<Recorder>,
    /// Until the first message is complete.
    first: Option<(Frames, Arc<AtomicBool>)>,
    ended: Option<tokio::sync::oneshot::Sender<()>>,
}

impl<R> Input<R> {
    /// `ended` is told when there is nothing more to read.
    pub fn new(
        inner: R,
        recorder: Option<Recorder>,
        refreshes: Arc<AtomicBool>,
        ended: tokio::sync::oneshot::Sender<()>,
    ) -> Self {
        Self { inner, recorder, first: Some((Frames::default(), refreshes)), ended: Some(ended) }
    }

    /// Reads from the first message what the protocol's types miss: they spell `workspace.diagnostics`, by
    /// which a client says that it can be told to pull again, in another way.
    fn look(&mut self, bytes: &[u8]) {
        let Some((frames, refreshes)) = &mut self.first else { return };
        frames.push(bytes);
        let Some(body) = frames.next() else { return };
        let hello: Hello = serde_json::from_slice(&body).unwrap_or_default();
        refreshes.store(hello.params.capabilities.workspace.diagnostics.refresh_support, Ordering::SeqCst);
        self.first = None;
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Input<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let this = self.get_mut();
        let before = buf.filled().len();
        let read = Pin::new(&mut this.inner).poll_read(cx, buf);
        let new = buf.filled().get(before..).unwrap_or_default();
        if read.is_ready() {
            if new.is_empty() {
                if let Some(ended) = this.ended.take() {
                    let _ = ended.send(());
                }
            } else {
                this.look(new);
                if let Some(recorder) = &mut this.recorder {
                    recorder.take(new);
                }
            }
        }
        read
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Hello {
    params: Params,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Params {
    capabilities: Capabilities,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Capabilities {
    workspace: Workspace,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Workspace {
    diagnostics: Pulled,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Pulled {
    refresh_support: bool,
}

/// Writes the messages of a stream to a file as they become complete.
pub struct Recorder {
    file: std::io::BufWriter<std::fs::File>,
    frames: Frames,
}

impl Recorder {
    pub fn create(path: &Path) -> std::io::Result<Self> {
        Ok(Self { file: std::io::BufWriter::new(agmark_files::begin(path, "")?), frames: Frames::default() })
    }

    fn take(&mut self, bytes: &[u8]) {
        self.frames.push(bytes);
        while let Some(body) = self.frames.next() {
            // Bodies have no raw line breaks that mean anything: JSON on one line.
            let line: Vec<u8> =
                body.into_iter().map(|b| if b == b'\n' || b == b'\r' { b' ' } else { b }).collect();
            if self
                .file
                .write_all(&line)
                .and_then(|()| self.file.write_all(b"\n"))
                .and_then(|()| self.file.flush())
                .is_err()
            {
                tracing::warn!("the recording cannot be written");
            }
        }
    }
}

/// Takes a byte stream apart into the bodies of its messages.
#[derive(Default)]
pub struct Frames {
    buffer: Vec<u8>,
}

impl Frames {
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// The next complete body.
    pub fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            let head = self.buffer.windows(4).position(|w| w == b"\r\n\r\n")?;
            let length = String::from_utf8_lossy(&self.buffer[..head])
                .lines()
                .filter_map(|line| line.split_once(':'))
                .find(|(key, _)| key.trim().eq_ignore_ascii_case("content-length"))
                .and_then(|(_, value)| value.trim().parse::<usize>().ok());
            let Some(length) = length else {
                // A header without a length: what follows cannot be told apart from it.
                self.buffer.drain(..head + 4);
                continue;
            };
            let end = (head + 4).checked_add(length)?;
            if self.buffer.len() < end {
                return None;
            }
            let body = self.buffer[head + 4..end].to_vec();
            self.buffer.drain(..end);
            return Some(body);
        }
    }
}

/// A message with its header.
pub fn frame(body: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}
