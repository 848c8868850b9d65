//! Runs the server on standard input and output, or replays a recording.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use agmark_syntax::Registry;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::serve::serve;
use crate::task::Tasks;
use crate::transport::frames::{Frame, Frames, frame};
use crate::transport::record::Recorder;
use crate::transport::stdio;
use crate::transport::{self, GRACE};

/// The options of the server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The file in which the client's messages are recorded.
    pub record: Option<PathBuf>,
}

/// Serves a client on standard input and output until it sends `exit`, ends or closes its end. The exit code is 0
/// after a `shutdown`, otherwise 1, as the protocol requires.
pub fn run(registry: Arc<Registry>, tasks: Tasks, options: &Options) -> std::io::Result<ExitCode> {
    let recorder = options.record.as_deref().map(Recorder::create).transpose()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let clean = runtime.block_on(async {
        let (input, output) = (stdio::input(), stdio::output());
        serve(registry, tasks, input, output, recorder).await
    });
    // A thread may still wait for standard input, which a client does not have to close.
    runtime.shutdown_background();
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Replays a recording with a server in this process and prints the server's messages, one on each line. No task is
/// run. Each request is answered before the next message is sent, so that two runs print the same.
pub fn replay(registry: Arc<Registry>, recording: &Path) -> std::io::Result<ExitCode> {
    let file = std::fs::read(recording)?;
    let messages = file.split(|b| *b == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let messages: Vec<_> = messages.map(forget_client).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let clean = runtime.block_on(async {
        let (client, server) = tokio::io::duplex(1 << 20);
        let (from_client, to_client) = tokio::io::split(server);
        let (answers, requests) = tokio::io::split(client);
        let (clean, played) = tokio::join!(
            serve(registry, Tasks::default(), from_client, to_client, None),
            play(messages, requests, answers)
        );
        played.map(|()| clean)
    });
    runtime.shutdown_background();
    Ok(if clean? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A message to replay, without the id of the client's process, which must not be watched.
fn forget_client(line: &[u8]) -> Vec<u8> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mut message = serde_json::from_slice(line).unwrap_or(serde_json::Value::Null);
    if message.get("method").is_some_and(|m| m == "initialize")
        && let Some(process) = message.pointer_mut("/params/processId")
    {
        *process = serde_json::Value::Null;
        return message.to_string().into_bytes();
    }
    line.to_vec()
}

/// The id of the answer to a message; `None` if it is not a request or is invalid.
fn answered_as(message: &[u8]) -> Option<serde_json::Value> {
    let Ok(transport::Message::Request(request)) = transport::read(&mut message.to_vec(), |_| false) else {
        return None;
    };
    serde_json::to_value(request.id()?).ok()
}

async fn play(
    messages: Vec<Vec<u8>>,
    mut to_server: impl AsyncWrite + Unpin,
    mut from_server: impl AsyncRead + Unpin,
) -> std::io::Result<()> {
    let mut frames = Frames::default();
    for message in &messages {
        to_server.write_all(&frame(message)).await?;
        let Some(id) = answered_as(message) else { continue };
        loop {
            let said = hear(&mut frames, &mut from_server).await?;
            let Some(said) = said else { return Ok(()) };
            if said.get("id") == Some(&id) && said.get("method").is_none() {
                break;
            }
        }
    }
    // Messages on their way at the end of the recording are still printed.
    to_server.write_all(&frame(br#"{"jsonrpc":"2.0","method":"exit"}"#)).await.ok();
    let rest = async { while let Ok(Some(_)) = hear(&mut frames, &mut from_server).await {} };
    let _ = tokio::time::timeout(GRACE, rest).await;
    Ok(())
}

/// Prints the server's next message; `None` at the end.
async fn hear(
    frames: &mut Frames,
    from_server: &mut (impl AsyncRead + Unpin),
) -> std::io::Result<Option<serde_json::Value>> {
    loop {
        if let Some(Frame::Body(body)) = frames.next() {
            println!("{}", String::from_utf8_lossy(&body));
            return Ok(Some(serde_json::from_slice(&body).unwrap_or_default()));
        }
        let mut buffer = vec![0; 64 << 10];
        let read = from_server.read(&mut buffer).await?;
        if read == 0 {
            return Ok(None);
        }
        frames.push(buffer.get(..read).unwrap_or_default());
    }
}
