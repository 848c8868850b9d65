//! Connects the client's bytes with the service: splits the stream into messages, passes them on in order and writes
//! answers. An invalid message is answered with an error, and the session continues.

mod answer;
pub mod frames;
mod message;
mod notifications;
pub mod peek;
pub mod record;
mod spellings;
#[cfg(not(target_family = "wasm"))]
pub mod stdio;
mod surrogates;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::HashSet;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use futures_util::{FutureExt, SinkExt, StreamExt, stream};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Notify, mpsc};
use tower_lsp::jsonrpc::{ErrorCode, Id, Request, Response};
use tower_lsp::{ClientSocket, Loopback, LspService};
use tower_service::Service;

use crate::runtime;
use crate::server::written_answers::{self, WrittenAnswers};
use crate::server::{Server, fault};
use crate::transport::answer::Answer;
use crate::transport::record::Recorder;
use frames::{Frame, Frames, MAX_BODY, shown};
use message::Unreadable;
pub use message::{Message, read};
use notifications::Verdict;
use spellings::Spellings;

/// The largest number of simultaneous requests. It is more than any client sends, so that requests never delay a
/// cancellation or an edit.
const CONCURRENCY: usize = 1024;

/// The time limit for answers after the client has sent `exit`.
pub const GRACE: Duration = Duration::from_millis(300);

/// The time limit for `initialize`.
const INITIALIZE: Duration = Duration::from_secs(10);

/// A future of an answer, if there is one.
type Work = Pin<Box<dyn Future<Output = Option<Answer>> + Send>>;

/// The ids of requests that the client has not answered.
type Asked = RefCell<HashSet<Id>>;

/// Serves until the client sends `exit`, closes its end or accepts no more messages.
pub async fn serve(
    service: LspService<Server>,
    socket: ClientSocket,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin,
    recorder: Option<Recorder>,
) {
    let (asks, answers) = socket.split();
    let (work, mut to_do) = mpsc::channel::<Work>(100);
    let (say, said) = mpsc::channel::<Answer>(100);
    let asked = Asked::default();
    let written = Arc::clone(&service.inner().written_answers);
    let spellings = Spellings::default();
    let ended = Notify::new();
    let reading = async {
        let mut reader = Reader { service, answers, work, asked: &asked, spellings: &spellings, recorder };
        reader.read(input).await;
        ended.notify_one();
    };
    let working = async {
        let results = stream::poll_fn(|cx| to_do.poll_recv(cx)).buffer_unordered(CONCURRENCY);
        let mut responses = std::pin::pin!(results.filter_map(std::future::ready));
        while let Some(response) = responses.next().await {
            if say.send(response).await.is_err() {
                return;
            }
        }
        drop(say);
    };
    let all = async { tokio::join!(reading, working) };
    tokio::select! {
        _ = async { tokio::join!(all, write(output, said, asks, &asked, &written, &spellings)) } => {}
        () = async {
            ended.notified().await;
            runtime::sleep(GRACE).await;
        } => {}
    }
}

/// Writes answers, and the server's own requests and notifications.
async fn write(
    mut output: impl AsyncWrite + Unpin,
    mut said: mpsc::Receiver<Answer>,
    mut asks: impl stream::Stream<Item = Request> + Unpin,
    asked: &Asked,
    written: &WrittenAnswers,
    spellings: &Spellings,
) {
    loop {
        let frame = tokio::select! {
            answer = said.recv() => match answer {
                Some(answer) => answer.frame(spellings),
                None => return,
            },
            Some(ask) = asks.next() => {
                if let Some(id) = ask.id() {
                    asked.borrow_mut().insert(id.clone());
                }
                answer::ask_frame(&ask, written, spellings)
            }
        };
        let frame = match frame {
            Ok(frame) => frame,
            Err(error) => {
                tracing::error!("a message could not be written as JSON: {error}");
                continue;
            }
        };
        let written = async {
            output.write_all(&frame.start).await?;
            output.write_all(&frame.rest).await?;
            output.flush().await
        };
        if let Err(error) = written.await {
            tracing::error!("the client accepts no more messages: {error}");
            return;
        }
    }
}

struct Reader<'a> {
    service: LspService<Server>,
    answers: <ClientSocket as Loopback>::ResponseSink,
    work: mpsc::Sender<Work>,
    asked: &'a Asked,
    spellings: &'a Spellings,
    recorder: Option<Recorder>,
}

impl Reader<'_> {
    async fn read(&mut self, mut input: impl AsyncRead + Unpin) {
        let mut frames = Frames::default();
        let mut buffer = vec![0; 64 << 10];
        loop {
            while let Some(frame) = frames.next() {
                let done = match frame {
                    Frame::Body(body) => self.body(body, &mut frames).await,
                    Frame::TooLarge { length, start } => {
                        let limit = MAX_BODY >> 20;
                        let why = format!("the message has {length} bytes; {limit} MiB are read at most");
                        self.refuse(Unreadable::new(ErrorCode::InvalidRequest, why, &start)).await
                    }
                    Frame::Garbage { start } => {
                        let why = format!("bytes that belong to no message were skipped: {}", shown(&start));
                        self.refuse(Unreadable::new(ErrorCode::ParseError, why, &start)).await
                    }
                };
                if done.is_none() {
                    return;
                }
            }
            let read = match input.read(&mut buffer).await {
                Ok(read) => read,
                Err(error) => {
                    tracing::error!("the client cannot be read any more: {error}");
                    0
                }
            };
            if read == 0 {
                if frames.is_inside() {
                    tracing::warn!("the client's last message is incomplete");
                }
                return;
            }
            frames.push(buffer.get(..read).unwrap_or_default());
        }
    }

    /// Handles a body; `None` if nothing more is to be read.
    async fn body(&mut self, mut body: Vec<u8>, frames: &mut Frames) -> Option<()> {
        if let Some(recorder) = &mut self.recorder {
            recorder.take(&body);
        }
        match message::read(&mut body, |id| self.asked.borrow().contains(id)) {
            Ok(Message::Request(request)) => self.request(request, &body).await,
            Ok(Message::Response(response)) => {
                self.asked.borrow_mut().remove(response.id());
                self.answers.send(response).await.ok()
            }
            Err(unreadable) => {
                if let Some(more) = unreadable.end.and_then(|end| body.get(end..)) {
                    frames.put_back(more);
                }
                self.refuse(*unreadable).await
            }
        }
    }

    async fn request(&mut self, request: Request, body: &[u8]) -> Option<()> {
        let (method, id, mut params) = request.into_parts();
        if let Some(params) = &mut params {
            self.spellings.take_in(params);
        }
        let written = id.as_ref().and_then(|_| written_answers::internal_name(&method));
        let mut request = Request::build(written.map_or_else(|| method.clone(), Into::into));
        let params = match (&id, notifications::verdict(&method, params.as_ref())) {
            // It has no parameters, but some clients send empty ones.
            (Some(_), _) if method == "shutdown" => None,
            (Some(_), _) => params,
            (None, Verdict::Good) => params,
            (None, Verdict::Tidied(tidied)) => Some(tidied),
            (None, Verdict::Wrong(why)) => {
                let why = format!("{method}: {why}");
                return self.refuse(Unreadable::new(ErrorCode::InvalidParams, why, body)).await;
            }
            (None, Verdict::Unknown) => {
                if !method.starts_with("$/") {
                    tracing::warn!("unknown notification {method}");
                }
                params
            }
        };
        if let Some(id) = &id {
            request = request.id(id.clone());
        }
        if let Some(params) = params {
            if method == "initialize" {
                self.service.inner().hello(&params);
            }
            request = request.params(params);
        }
        self.ready().await?;
        let called = catch_unwind(AssertUnwindSafe(|| self.service.call(request.finish())));
        let answers = Arc::clone(&self.service.inner().written_answers);
        let work: Work = Box::pin(async move {
            let answer = match called {
                Ok(called) => AssertUnwindSafe(called).catch_unwind().await,
                Err(panic) => Err(panic),
            };
            let response = match answer {
                Ok(response) => response.unwrap_or_default(),
                Err(_) => id.map(|id| Response::from_error(id, fault())),
            };
            response.map(|response| match written {
                Some(_) => Answer::of_written(response, &answers),
                None => Answer::Values(response),
            })
        });
        self.work.send(work).await.ok()?;
        (method != "exit").then_some(())
    }

    /// Waits until the service accepts requests, which it does not during `initialize`. The service does not wake this
    /// task, and never becomes ready after a panic in `initialize`. Then the session ends.
    async fn ready(&mut self) -> Option<()> {
        let ready = async {
            loop {
                match poll_fn(|cx| Poll::Ready(self.service.poll_ready(cx))).await {
                    Poll::Ready(ready) => return ready.ok(),
                    Poll::Pending => tokio::task::yield_now().await,
                }
            }
        };
        runtime::timeout(INITIALIZE, ready).await.ok()?
    }

    /// Answers an invalid message with an error. An invalid notification has no answer, so it is shown to the person.
    /// If it may contain an edit, the session is notified in the order of messages.
    async fn refuse(&mut self, unreadable: Unreadable) -> Option<()> {
        tracing::warn!("{}", unreadable.why);
        let session = self.service.inner().session();
        let answered = unreadable.code != ErrorCode::InvalidParams;
        let work: Work = Box::pin(async move {
            session.unreadable(&unreadable.why, &unreadable.peek);
            answered.then(|| Answer::Values(unreadable.answer()))
        });
        self.work.send(work).await.ok()
    }
}
