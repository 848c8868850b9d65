//! Servers from before streamable HTTP: an event stream brings messages, and says where to post ours.

use std::io;
use std::pin::Pin;

use futures_util::{Sink, Stream, StreamExt, stream};
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use rmcp::service::{RoleClient, RxJsonRpcMessage, TxJsonRpcMessage};
use url::Url;

use super::garbled;

/// No event is longer.
const LONGEST: usize = 16 << 20;

type Messages = Pin<Box<dyn Stream<Item = RxJsonRpcMessage<RoleClient>> + Send>>;
type Posts = Pin<Box<dyn Sink<TxJsonRpcMessage<RoleClient>, Error = io::Error> + Send>>;

/// Opens the event stream at an address; nothing if there is none.
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
    // Messages go nowhere but to the server that was named.
    if endpoint.origin() != base.origin() {
        return None;
    }
    let messages = events.filter_map(|event| async move {
        let instead = garbled::instead(event.data.as_bytes());
        serde_json::from_str(instead.as_deref().unwrap_or(&event.data)).ok()
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
    stream::unfold((bytes, Lines::default()), |(mut bytes, mut lines)| async move {
        loop {
            if let Some(event) = lines.next() {
                return Some((event, (bytes, lines)));
            }
            lines.push(&bytes.next().await?.ok()?)?;
        }
    })
}

/// Puts lines together, and events from them.
#[derive(Debug, Default)]
struct Lines {
    text: Vec<u8>,
}

impl Lines {
    /// Takes what has arrived; nothing if that is more than an event may be.
    fn push(&mut self, bytes: &[u8]) -> Option<()> {
        self.text.extend_from_slice(bytes);
        (self.text.len() <= LONGEST).then_some(())
    }

    /// The next whole event that says something.
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

/// Behind the first blank line.
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
        let mut lines = Lines::default();
        let mut seen = Vec::new();
        for piece in ["event: endp", "oint\r\nda", "ta: /m?x=1\r\n\r", "\n: ping\n\ndata:a\ndata: b\n\nda"] {
            lines.push(piece.as_bytes()).unwrap();
            while let Some(event) = lines.next() {
                seen.push((event.name, event.data));
            }
        }
        let pair = |name: &str, data: &str| (name.to_owned(), data.to_owned());
        assert_eq!(seen, [pair("endpoint", "/m?x=1"), pair("", "a\nb")]);
        assert!(lines.push(&vec![b'x'; LONGEST + 1]).is_none());
    }
}
