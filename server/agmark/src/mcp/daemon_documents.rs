//! Documents of a daemon for the tools.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use agmark_daemon::{Client, DocumentKeys, Outcome, Server, ServerError};
use agmark_mcp::{ChangeListener, RemoteDocuments, ToolError};
use anyhow::Context as _;
use tokio::runtime::Handle;

use super::block_changes::block_changes;

/// The time in which a daemon must answer.
const WAITING: Duration = Duration::from_secs(10);
/// The time before a new attempt to follow a document.
const RETRY: Duration = Duration::from_secs(1);
/// The number of connections that wait for the next call.
const IDLE: usize = 8;

/// Documents in the Redis that a person named in the environment.
pub struct DaemonDocuments {
    /// `None` without `--redis`.
    server: Option<Server>,
    /// Connections that no call uses at the moment.
    idle: Mutex<Vec<Client>>,
}

/// A connection lives between two calls, so one thread serves all of them.
fn runtime() -> Result<&'static Handle, ToolError> {
    static RUNTIME: OnceLock<Option<Handle>> = OnceLock::new();
    let start = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
        let handle = runtime.handle().clone();
        let thread = thread::Builder::new().name("agmark-redis".to_owned());
        thread.spawn(move || runtime.block_on(std::future::pending::<()>())).ok()?;
        Some(handle)
    };
    RUNTIME
        .get_or_init(start)
        .as_ref()
        .ok_or_else(|| ToolError::new("no thread for Redis", "repeat the call"))
}

impl DaemonDocuments {
    /// The Redis whose URL is in an environment variable. Nothing is connected yet. Without a variable, all calls fail.
    ///
    /// # Errors
    /// If the variable is not set, or is not a URL.
    pub fn of_environment(variable: Option<&str>) -> anyhow::Result<Self> {
        let url = |variable: &str| {
            std::env::var(variable).ok().filter(|url| !url.is_empty()).with_context(|| {
                format!("the environment variable {variable} is not set: write the URL of Redis into it, such as redis://127.0.0.1:6379/")
            })
        };
        let url = variable.map(url).transpose()?;
        let server = url.map(|url| Server::at(&url)).transpose()?;
        Ok(Self { server, idle: Mutex::default() })
    }

    fn with_client<T>(
        &self,
        work: impl AsyncFn(&mut Client) -> Result<T, WorkError>,
    ) -> Result<T, ToolError> {
        let server = self.server.clone().ok_or_else(|| {
            let next = "a person can start the server with --redis; AGD_REDIS_URL names the Redis";
            ToolError::new("documents of a daemon (agdd://) are not allowed", next)
        })?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let done: Result<T, anyhow::Error> = runtime()?.block_on(async {
            if let Some(mut client) = idle {
                match work(&mut client).await {
                    Ok(done) => {
                        self.keep(client);
                        return Ok(done);
                    }
                    // Redis may have closed a connection that was idle.
                    Err(WorkError::NothingSent(ServerError::Connection { .. })) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            let mut client = Client::connect(server).await?;
            let done = work(&mut client).await?;
            self.keep(client);
            Ok(done)
        });
        done.map_err(|error| match error.downcast::<ServerError>() {
            Ok(error @ ServerError::Connection { .. }) => {
                ToolError::new(error, "a person must make Redis available")
            }
            // The message of the others says what to do.
            Ok(error) => ToolError::message(error),
            Err(error) => ToolError::message(format_args!("{error:#}")),
        })
    }

    fn keep(&self, client: Client) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE {
            idle.push(client);
        }
    }
}

/// Why work with a connection failed.
enum WorkError {
    /// It can be repeated.
    NothingSent(ServerError),
    Other(anyhow::Error),
}

impl From<WorkError> for anyhow::Error {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::NothingSent(error) => error.into(),
            WorkError::Other(error) => error,
        }
    }
}

impl RemoteDocuments for DaemonDocuments {
    fn scheme(&self) -> &'static str {
        "agdd:"
    }

    fn extension(&self) -> &'static str {
        "agd"
    }

    fn is_allowed(&self) -> bool {
        self.server.is_some()
    }

    fn read(&self, name: &str) -> Result<String, ToolError> {
        let keys = DocumentKeys::of_prefix(name);
        let state =
            self.with_client(async |client| client.state(&keys.state).await.map_err(WorkError::NothingSent))?;
        state.map(|state| state.content).ok_or_else(|| {
            ToolError::new(
                format_args!("agdd://{name} does not exist"),
                format_args!("a person can store it: `agmark agd seed {name} FILE`"),
            )
        })
    }

    fn apply(&self, name: &str, operations: &[String]) -> Result<Vec<(usize, String)>, ToolError> {
        let keys = DocumentKeys::of_prefix(name);
        let outcome = self.with_client(async |client| {
            let after = client.last_result(&keys).await.map_err(WorkError::NothingSent)?;
            let sent = |error: anyhow::Error| WorkError::Other(error);
            let ids = client.push(&keys.stream, operations).await.map_err(|error| sent(error.into()))?;
            client.outcome(&keys, after, &ids, WAITING).await.map_err(|error| sent(error.into()))
        })?;
        match outcome {
            Outcome::Done(failed) => Ok(failed
                .into_iter()
                .map(|(index, result)| (index, format!("{} ({})", result.reason, result.status)))
                .collect()),
            Outcome::Waiting => Err(ToolError::new(
                format_args!(
                    "no daemon has answered within {} s; the operations wait in {}",
                    WAITING.as_secs(),
                    keys.stream
                ),
                format_args!(
                    "do not send them again; a person can start `agmark agd daemon --stream {}`, then `get` shows what was applied",
                    keys.stream
                ),
            )),
        }
    }

    fn replace(&self, name: &str, before: &str, after: &str) -> Result<(), ToolError> {
        let operations = block_changes(before, after)?;
        let lines = operations.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
        let failed = self.apply(name, &lines.map_err(ToolError::message)?)?;
        let Some((_, reason)) = failed.first() else { return Ok(()) };
        let (failed, all) = (failed.len(), operations.len());
        let what = format_args!("{failed} of {all} changed blocks were not replaced: {reason}");
        Err(ToolError::new(what, "others changed them: look at the document, and repeat the call"))
    }

    fn follow(&self, name: &str, listener: Box<dyn ChangeListener>) {
        let (Some(server), Ok(runtime)) = (self.server.clone(), runtime()) else { return };
        let keys = DocumentKeys::of_prefix(name);
        runtime.spawn(async move {
            while listener.is_needed() {
                // Redis may be back later.
                if follow(&server, &keys, &*listener).await.is_err() {
                    tokio::time::sleep(RETRY).await;
                }
            }
        });
    }
}

/// Tells a listener about changes until it is not needed.
async fn follow(
    server: &Server,
    keys: &DocumentKeys,
    listener: &dyn ChangeListener,
) -> Result<(), ServerError> {
    let mut client = Client::connect(server.clone()).await?;
    let mut after = client.last_result(keys).await?;
    let mut known = None;
    while listener.is_needed() {
        // The results do not show a content that `agd seed` has replaced.
        let version = client.version(&keys.state).await?;
        if known.as_ref() != Some(&version) {
            listener.changed();
            known = Some(version);
        }
        if let Some(last) = client.results(keys, &after).await?.pop() {
            after = last.id;
        }
    }
    Ok(())
}
