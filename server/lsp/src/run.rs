//! The server as a process: over standard input and output, or playing a recording.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agmark_syntax::Registry;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::oneshot;
use tower_lsp::{LspService, Server as Transport};

use crate::record::{Frames, Input, Recorder, frame};
use crate::scratch::Scratch;
use crate::server::Server;
use crate::stdio;
use crate::task::Tasks;

/// How many requests may be on their way at once: more than any client has open, so that none of them can
/// keep a cancellation or an edit from being read.
const CONCURRENCY: usize = 1024;

/// How long answers that are on their way have once the client said goodbye.
const GRACE: Duration = Duration::from_millis(300);

/// How the server is started.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where the client's messages are written down.
    pub record: Option<PathBuf>,
}

/// Serves a client on standard input and output until it says `exit`, is gone, or closes its end. The exit
/// code is 0 after a `shutdown`, else 1, as the protocol has it.
pub fn run(registry: Arc<Registry>, tasks: Tasks, options: &Options) -> std::io::Result<ExitCode> {
    let recorder = options.record.as_deref().map(Recorder::create).transpose()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let clean = runtime.block_on(async {
        let (input, output) = (stdio::input(), stdio::output());
        serve(registry, tasks, input, output, recorder).await
    });
    // A thread may still wait for standard input, which a client need not close.
    runtime.shutdown_background();
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Serves one client; says whether it asked for a shutdown.
async fn serve(
    registry: Arc<Registry>,
    tasks: Tasks,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin,
    recorder: Option<Recorder>,
) -> bool {
    let (ended, input_ended) = oneshot::channel();
    let refreshes = Arc::new(AtomicBool::new(false));
    let input = Input::new(input, recorder, Arc::clone(&refreshes), ended);
    let scratch = Arc::new(Scratch::default());
    let builder =
        LspService::build(|client| Server::new(client, registry, tasks, Arc::clone(&scratch), refreshes))
            .custom_method("window/workDoneProgress/cancel", Server::cancel_task);
    let (service, socket) = if std::env::var_os("AGMARK_TEST_HOOKS").is_some() {
        builder
            .custom_method("agmark/test/panic", Server::test_panic)
            .custom_method("agmark/test/sleep", Server::test_sleep)
            .finish()
    } else {
        builder.finish()
    };
    let shut_down = Arc::clone(&service.inner().shut_down);
    let orphaned = Arc::clone(&service.inner().orphaned);
    let served = Transport::new(input, output, socket).concurrency_level(CONCURRENCY).serve(service);
    tokio::select! {
        () = served => {}
        () = async {
            let _ = input_ended.await;
            tokio::time::sleep(GRACE).await;
        } => {}
        () = orphaned.notified() => tracing::info!("the client's process is gone"),
    }
    scratch.remove();
    shut_down.load(Ordering::SeqCst)
}

/// Plays a recording against a server in this process and prints what the server says, a message a line.
/// No task is run. Each request is answered before the next message is sent, so that two runs print the same.
pub fn replay(registry: Arc<Registry>, recording: &Path) -> std::io::Result<ExitCode> {
    let file = std::io::BufReader::new(std::fs::File::open(recording)?);
    let mut messages = file.lines().collect::<std::io::Result<Vec<_>>>()?;
    messages.iter_mut().for_each(forget_client);
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

/// The client of a recording is gone: its process must not be watched.
fn forget_client(message: &mut String) {
    let Ok(mut value) = serde_json::from_str::<serde_json::Value>(message) else { return };
    if value.get("method").is_some_and(|m| m == "initialize")
        && let Some(process) = value.pointer_mut("/params/processId")
    {
        *process = serde_json::Value::Null;
        *message = value.to_string();
    }
}

async fn play(
    messages: Vec<String>,
    mut to_server: impl AsyncWrite + Unpin,
    mut from_server: impl AsyncRead + Unpin,
) -> std::io::Result<()> {
    let mut frames = Frames::default();
    for message in messages.iter().filter(|m| !m.trim().is_empty()) {
        to_server.write_all(&frame(message)).await?;
        let value: serde_json::Value = serde_json::from_str(message).unwrap_or_default();
        let Some(id) = value.get("id").filter(|_| value.get("method").is_some()) else { continue };
        loop {
            let said = hear(&mut frames, &mut from_server).await?;
            let Some(said) = said else { return Ok(()) };
            if said.get("id") == Some(id) && said.get("method").is_none() {
                break;
            }
        }
    }
    // What is on its way when the recording ends is still printed.
    to_server.write_all(&frame(r#"{"jsonrpc":"2.0","method":"exit"}"#)).await.ok();
    let rest = async { while let Ok(Some(_)) = hear(&mut frames, &mut from_server).await {} };
    let _ = tokio::time::timeout(GRACE, rest).await;
    Ok(())
}

/// The server's next message, printed; none when it has hung up.
async fn hear(
    frames: &mut Frames,
    from_server: &mut (impl AsyncRead + Unpin),
) -> std::io::Result<Option<serde_json::Value>> {
    loop {
        if let Some(body) = frames.next() {
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
