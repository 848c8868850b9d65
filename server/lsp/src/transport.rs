//! Between the client's bytes and the service: messages are cut out of the stream, read, passed on in order, and
//! answered. A message that cannot be read is answered with an error, and the session goes on.

pub mod frames;
mod message;
mod notifications;
pub mod peek;
pub mod record;
mod spellings;
pub mod stdio;
mod surrogates;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::HashSet;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use futures_util::{FutureExt, SinkExt, StreamExt, stream};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Notify, mpsc};
use tower_lsp::jsonrpc::{ErrorCode, Id, Request, Response};
use tower_lsp::{ClientSocket, Loopback, LspService};
use tower_service::Service;

use crate::server::{Server, fault};
use crate::transport::record::Recorder;
use frames::{Frame, Frames, MAX_BODY, shown};
use message::Unreadable;
pub use message::{Message, read};
use notifications::Verdict;
use spellings::Spellings;

/// How many requests may be on their way at once: more than any client has open, so that none of them can
/// keep a cancellation or an edit from being read.
const CONCURRENCY: usize = 1024;

/// How long answers that are on their way have once the client said goodbye.
pub const GRACE: Duration = Duration::from_millis(300);

/// How long `initialize` may take, which waits for nothing.
const INITIALIZE: Duration = Duration::from_secs(10);

/// What becomes an answer, or nothing.
type Work = Pin<Box<dyn Future<Output = Option<Response>> + Send>>;

/// Ids of requests to the client that it has not answered.
type Asked = RefCell<HashSet<Id>>;

/// Serves until the client says `exit`, closes its end, or takes nothing any more.
pub async fn serve(
    service: LspService<Server>,
    socket: ClientSocket,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin,
    recorder: Option<Recorder>,
) {
    let (asks, answers) = socket.split();
    let (work, mut to_do) = mpsc::channel::<Work>(100);
    let (say, said) = mpsc::channel::<Response>(100);
    let asked = Asked::default();
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
        _ = async { tokio::join!(all, write(output, said, asks, &asked, &spellings)) } => {}
        () = async {
            ended.notified().await;
            tokio::time::sleep(GRACE).await;
        } => {}
    }
}

/// Writes answers and what the server asks and tells on its own.
async fn write(
    mut output: impl AsyncWrite + Unpin,
    mut said: mpsc::Receiver<Response>,
    mut asks: impl stream::Stream<Item = Request> + Unpin,
    asked: &Asked,
    spellings: &Spellings,
) {
    loop {
        let body = tokio::select! {
            response = said.recv() => match response {
                Some(response) => spellings.body(&response),
                None => return,
            },
            Some(ask) = asks.next() => {
                if let Some(id) = ask.id() {
                    asked.borrow_mut().insert(id.clone());
                }
                spellings.body(&ask)
            }
        };
        let body = match body {
            Ok(body) => body,
            Err(error) => {
                tracing::error!("a message could not be written as JSON: {error}");
                continue;
            }
        };
        let written = async {
            output.write_all(&frames::frame(&body)).await?;
            output.flush().await
        };
        if let Err(error) = written.await {
            tracing::error!("the client takes no messages any more: {error}");
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
                    tracing::warn!("the client's messages end in the middle of one");
                }
                return;
            }
            frames.push(buffer.get(..read).unwrap_or_default());
        }
    }

    /// Takes a body; none when nothing that follows is to be read.
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
        let mut request = Request::build(method.clone());
        let params = match (&id, notifications::verdict(&method, params.as_ref())) {
            // Its parameters are none; some clients send empty ones.
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
                    tracing::warn!("{method} without an id is no notification that the server knows");
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
        let work: Work = Box::pin(async move {
            let answer = match called {
                Ok(called) => AssertUnwindSafe(called).catch_unwind().await,
                Err(panic) => Err(panic),
            };
            match answer {
                Ok(answer) => answer.unwrap_or_default(),
                Err(_) => id.map(|id| Response::from_error(id, fault())),
            }
        });
        self.work.send(work).await.ok()?;
        (method != "exit").then_some(())
    }

    /// Waits until the service takes requests: not while it is being initialized. It wakes nobody then, and never
    /// will if that failed inside: then the session is over.
    async fn ready(&mut self) -> Option<()> {
        let ready = async {
            loop {
                match poll_fn(|cx| Poll::Ready(self.service.poll_ready(cx))).await {
                    Poll::Ready(ready) => return ready.ok(),
                    Poll::Pending => tokio::task::yield_now().await,
                }
            }
        };
        tokio::time::timeout(INITIALIZE, ready).await.ok()?
    }

    /// Says what is wrong with a message. A notification of a known form gets no answer, but the person hears
    /// of it; and so does the session, in the order of messages, if an edit is lost with it.
    async fn refuse(&mut self, unreadable: Unreadable) -> Option<()> {
        tracing::warn!("{}", unreadable.why);
        let session = self.service.inner().session();
        let answered = unreadable.code != ErrorCode::InvalidParams;
        let work: Work = Box::pin(async move {
            session.unreadable(&unreadable.why, &unreadable.peek);
            answered.then(|| unreadable.answer())
        });
        self.work.send(work).await.ok()
    }
}
