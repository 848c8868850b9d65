//! Messages to the client, and how they are written.

use lsp_types::notification::{Notification, PublishDiagnostics};
use serde::Serialize;
use tower_lsp::jsonrpc::{Id, Request, Response};

use crate::server::written_answers::WrittenAnswers;
use crate::transport::spellings::Spellings;

/// Shorter messages than this are written at once, in bytes.
const SHORT: usize = 64 << 10;

pub enum Answer {
    Values(Response),
    /// A result that is JSON already.
    Written {
        id: Id,
        result: Vec<u8>,
    },
}

impl Answer {
    /// An answer of a handler that stores its result in `written`.
    pub fn of_written(response: Response, written: &WrittenAnswers) -> Self {
        match response.result().and_then(|number| written.take(number)) {
            Some(result) => Self::Written { id: response.id().clone(), result },
            None => Self::Values(response),
        }
    }

    /// # Errors
    /// If it cannot be written as JSON.
    pub fn frame(self, spellings: &Spellings) -> serde_json::Result<WrittenFrame> {
        match self {
            Self::Values(response) => WrittenFrame::of(&response, spellings),
            Self::Written { id, result } if spellings.is_empty() => {
                let start = br#"{"jsonrpc":"2.0","result":"#;
                let mut rest = result;
                rest.extend_from_slice(br#","id":"#);
                serde_json::to_writer(&mut rest, &id)?;
                rest.push(b'}');
                Ok(WrittenFrame::new(start, rest))
            }
            Self::Written { id, result } => {
                let response = Response::from_ok(id, serde_json::from_slice(&result)?);
                WrittenFrame::of(&response, spellings)
            }
        }
    }
}

/// A notification or request of the server.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn ask_frame(
    ask: &Request,
    written: &WrittenAnswers,
    spellings: &Spellings,
) -> serde_json::Result<WrittenFrame> {
    let numbered = ask.params().filter(|_| ask.method() == PublishDiagnostics::METHOD);
    let Some(params) = numbered.and_then(|number| written.take(number)) else {
        return WrittenFrame::of(ask, spellings);
    };
    if !spellings.is_empty() {
        let params: serde_json::Value = serde_json::from_slice(&params)?;
        return WrittenFrame::of(
            &Request::build(PublishDiagnostics::METHOD).params(params).finish(),
            spellings,
        );
    }
    let start = br#"{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":"#;
    let mut rest = params;
    rest.push(b'}');
    Ok(WrittenFrame::new(start, rest))
}

/// The bytes of a message in two parts, so that a long body is not copied.
pub struct WrittenFrame {
    pub start: Vec<u8>,
    pub rest: Vec<u8>,
}

impl WrittenFrame {
    /// # Errors
    /// If the message cannot be written as JSON.
    pub fn of(message: &impl Serialize, spellings: &Spellings) -> serde_json::Result<Self> {
        Ok(Self::new(b"", spellings.body(message)?))
    }

    fn new(first: &[u8], rest: Vec<u8>) -> Self {
        let mut start = format!("Content-Length: {}\r\n\r\n", first.len() + rest.len()).into_bytes();
        start.extend_from_slice(first);
        if rest.len() > SHORT {
            return Self { start, rest };
        }
        start.extend_from_slice(&rest);
        Self { start, rest: Vec::new() }
    }
}
