//! The older transport for servers: messages arrive in an event stream, whose first event is the address for answers.

use std::io;
use std::pin::Pin;

use futures_util::{Sink, Stream, StreamExt, stream};
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use rmcp::service::{RoleClient, RxJsonRpcMessage, TxJsonRpcMessage};
use url::Url;

use super::invalid_message;

/// The maximum number of bytes of an event.
const MAX_LENGTH: usize = 16 << 20;

type Messages = Pin<Box<dyn Stream<Item = RxJsonRpcMessage<RoleClient>> + Send>>;
type Posts = Pin<Box<dyn Sink<TxJsonRpcMessage<RoleClient>, Error = io::Error> + Send>>;

/// Opens the event stream at an address; `None` if the address is not an event stream.
pub async fn connect(http: &reqwest::Client, url: &str) -> Option<(Posts, Messages)> {
    let response = http.get(url).header(ACCEPT, "text/event-stream").send().await.ok()?;
    let kind = response.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    if !response.status().is_success() || !kind.starts_with("text/event-stream") {
        return None;
    }
    let base = response.url().clone();
    let mut events = Box::pin(events(response));
    let first = events.next().await?;
    if first.name != "endpoint" {
        return None;
    }
    let endpoint = base.join(first.data.trim()).ok()?;
    // Messages are sent only to the server that the program names.
    if endpoint.origin() != base.origin() {
        return None;
    }
    let messages = events.filter_map(|event| async move {
        let replacement = invalid_message::replacement(event.data.as_bytes());
        serde_json::from_str(replacement.as_deref().unwrap_or(&event.data)).ok()
    });
    Some((posts(http.clone(), endpoint), Box::pin(messages)))
}

fn posts(http: reqwest::Client, endpoint: Url) -> Posts {
    let sink = futures_util::sink::unfold((http, endpoint), |(http, endpoint), message| async move {
        let sent = http.post(endpoint.clone()).json(&message).send().await;
        sent.and_then(reqwest::Response::error_for_status).map_err(io::Error::other)?;
        Ok((http, endpoint))
    });
    Box::pin(sink)
}

/// One event of a stream.
#[derive(Debug, Default, PartialEq)]
struct Event {
    name: String,
    data: String,
}

fn events(response: reqwest::Response) -> impl Stream<Item = Event> + Send {
    let bytes = Box::pin(response.bytes_stream());
    stream::unfold((bytes, EventParser::default()), |(mut bytes, mut parser)| async move {
        loop {
            if let Some(event) = parser.next() {
                return Some((event, (bytes, parser)));
            }
            parser.push(&bytes.next().await?.ok()?)?;
        }
    })
}

/// Reads events from pieces of a stream.
#[derive(Debug, Default)]
struct EventParser {
    text: Vec<u8>,
}

impl EventParser {
    /// Adds a piece; `None` if the event is too long.
    fn push(&mut self, bytes: &[u8]) -> Option<()> {
        self.text.extend_from_slice(bytes);
        (self.text.len() <= MAX_LENGTH).then_some(())
    }

    /// The next complete event with data.
    fn next(&mut self) -> Option<Event> {
        loop {
            let end = blank_line(&self.text)?;
            let block: Vec<u8> = self.text.drain(..end).collect();
            let event = event(&String::from_utf8_lossy(&block));
            if !event.data.is_empty() {
                return Some(event);
            }
        }
    }
}

/// The offset after the first blank line.
fn blank_line(text: &[u8]) -> Option<usize> {
    let mut start = 0;
    for (at, byte) in text.iter().enumerate() {
        if *byte == b'\n' {
            if text[start..at].iter().all(|byte| *byte == b'\r') {
                return Some(at + 1);
            }
            start = at + 1;
        }
    }
    None
}

fn event(block: &str) -> Event {
    let mut event = Event::default();
    for line in block.lines() {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut event.name),
            "data" => {
                if !event.data.is_empty() {
                    event.data.push('\n');
                }
                event.data.push_str(value);
            }
            _ => {}
        }
    }
    event
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_arrive_in_pieces() {
        let mut parser = EventParser::default();
        let mut seen = Vec::new();
        for piece in ["event: endp", "oint\r\nda", "ta: /m?x=1\r\n\r", "\n: ping\n\ndata:a\ndata: b\n\nda"] {
            parser.push(piece.as_bytes()).unwrap();
            while let Some(event) = parser.next() {
                seen.push((event.name, event.data));
            }
        }
        let pair = |name: &str, data: &str| (name.to_owned(), data.to_owned());
        assert_eq!(seen, [pair("endpoint", "/m?x=1"), pair("", "a\nb")]);
        assert!(parser.push(&vec![b'x'; MAX_LENGTH + 1]).is_none());
    }
}
