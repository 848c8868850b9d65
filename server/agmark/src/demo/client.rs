//! A very small client of the language server: a real process, real messages.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Value, json};

/// Maximum time for an answer, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// Characters of a URI that are not encoded.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A server process and the two ends of the talk with it.
pub struct Client {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    asked: u64,
}

impl Client {
    /// Starts the server that `program` is.
    ///
    /// # Errors
    /// When the process cannot be started.
    pub fn start(program: &Path) -> anyhow::Result<Self> {
        let mut child = Command::new(program)
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{}: cannot be started", program.display()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("the server has no standard input and output");
        };
        let (send, messages) = mpsc::channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(message)) = receive(&mut output) {
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, messages, asked: 0 })
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request; returns its result.
    ///
    /// # Errors
    /// When the server answers with an error, or not at all.
    pub fn request(&mut self, method: &str, params: Value) -> anyhow::Result<Value> {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        let until = Instant::now() + PATIENCE;
        loop {
            let mut message = match self
                .messages
                .recv_timeout(until.saturating_duration_since(Instant::now()))
            {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => bail!("the server did not answer {method}"),
                Err(RecvTimeoutError::Disconnected) => bail!("the server ended before it answered {method}"),
            };
            match (message.get("method").is_some(), message.get("id")) {
                (true, Some(asked)) => self.answer(asked.clone(), &message)?,
                (false, Some(answered)) if *answered == json!(id) => {
                    if let Some(error) = message.get("error") {
                        bail!(
                            "{method}: {}",
                            error.get("message").and_then(Value::as_str).unwrap_or("failed")
                        );
                    }
                    return Ok(message.get_mut("result").map(Value::take).unwrap_or_default());
                }
                _ => {}
            }
        }
    }

    /// # Errors
    /// When the server is gone.
    pub fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// Says goodbye.
    ///
    /// # Errors
    /// When the server does not end as it should.
    pub fn end(&mut self) -> anyhow::Result<()> {
        self.request("shutdown", Value::Null)?;
        self.notify("exit", Value::Null)?;
        let status = self.child.wait()?;
        if !status.success() {
            bail!("the server ended with {status}");
        }
        Ok(())
    }

    /// What the server asks of an editor: we have no settings, and agree to everything.
    fn answer(&mut self, id: Value, request: &Value) -> io::Result<()> {
        let items = request.pointer("/params/items").and_then(Value::as_array).map(Vec::len);
        let result = items.map_or(Value::Null, |n| vec![Value::Null; n].into());
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }))
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        let body = message.to_string();
        let sent = write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len());
        // Only a closed pipe of standard output ends a command quietly.
        sent.and_then(|()| self.input.flush())
            .map_err(|error| io::Error::other(format!("the server ended: {error}")))
    }
}

impl Drop for Client {
    /// Ends the server, however the demo ends.
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The next message; none at the end.
fn receive(output: &mut impl BufRead) -> io::Result<Option<Value>> {
    let mut length = 0;
    loop {
        let mut header = String::new();
        if output.read_line(&mut header)? == 0 {
            return Ok(None);
        }
        let header = header.trim_end();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("Content-Length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body)?;
    Ok(serde_json::from_slice(&body).ok())
}

/// The address of a file.
pub fn address(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", utf8_percent_encode(&path, PATH))
}

/// The file at an address.
pub fn file(address: &str) -> PathBuf {
    let path = percent_decode_str(address.strip_prefix("file://").unwrap_or(address)).decode_utf8_lossy();
    // `/C:/x` is `C:/x`.
    let drive = path.as_bytes().get(2) == Some(&b':');
    PathBuf::from(if drive { &path[1..] } else { &path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_server_that_ends_is_an_error() {
        let mut client = Client::start(Path::new("true")).expect("it is started");
        client.child.wait().expect("it ends");
        let error = client.request("initialize", Value::Null).expect_err("there is no answer");
        assert!(error.to_string().starts_with("the server ended"), "{error}");
        assert!(!crate::terminal::is_gone(&error));
    }

    #[test]
    fn addresses_go_both_ways() {
        for (path, expected) in
            [("/tmp/a b/ü%.agd", "file:///tmp/a%20b/%C3%BC%25.agd"), ("C:/x/y.agd", "file:///C%3A/x/y.agd")]
        {
            assert_eq!(address(Path::new(path)), expected);
            assert_eq!(file(expected), Path::new(path));
        }
    }
}
