//! MCP servers: started together, asked for their tools, called, and stopped.

mod bounded;
mod environment;
mod fault;
mod garbled;
mod http;
mod legacy;
mod remote;
mod server;

use std::path::PathBuf;
use std::sync::Arc;

use agmark_task::Watch;
use futures_util::future::join_all;

pub use environment::{expanded, names};
pub use server::Server;

use crate::consent::Wanted;
use crate::events::Event;
use crate::process::Launcher;
use crate::secret::Redactor;
use crate::settings::Limits;
use crate::sign_in::Person;
use crate::tape::{Listed, Outcome};

/// All servers of one program, running.
pub struct Servers(Vec<Arc<Server>>);

/// What servers need to know of their run.
#[derive(Clone)]
pub struct Surroundings {
    pub launcher: Launcher,
    pub limits: Limits,
    pub redactor: Redactor,
    pub watch: Arc<dyn Watch<Event>>,
    /// The person who is asked to sign in at a server, if there is one.
    pub person: Option<Arc<dyn Person>>,
    /// Where sign-ins are kept.
    pub sign_ins: Option<PathBuf>,
}

/// A server that did not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server `{name}` did not start: {message}{}", said(stderr))]
pub struct NotStarted {
    pub name: String,
    pub message: String,
    /// The end of what it said on standard error.
    pub stderr: String,
}

fn said(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!("\nIt said:\n{stderr}") }
}

impl Servers {
    /// Starts all servers at once.
    ///
    /// # Errors
    /// The first in the order of the program that did not start. The others are stopped again.
    pub async fn start(specs: &[&Wanted], around: &Surroundings) -> Result<Self, NotStarted> {
        let started = join_all(specs.iter().map(|spec| Server::start(spec, around))).await;
        let mut servers = Self(Vec::new());
        let mut failed = None;
        for one in started {
            match one {
                Ok(server) => servers.0.push(Arc::new(server)),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        match failed {
            None => Ok(servers),
            Some(error) => {
                servers.stop().await;
                Err(error)
            }
        }
    }

    /// The tools that the servers offer now, in the order of the program.
    pub async fn tools(&self) -> Vec<Listed> {
        let mut all = Vec::new();
        for server in &self.0 {
            all.extend(server.tools().await);
        }
        all
    }

    /// Calls a tool.
    pub async fn call(
        &self,
        server: &str,
        tool: &str,
        arguments: serde_json::Map<String, serde_json::Value>,
    ) -> Outcome {
        match self.0.iter().find(|known| known.name() == server) {
            Some(server) => server.call(tool, arguments).await,
            None => Outcome::Error(format!("no server is called `{server}`")),
        }
    }

    /// Stops all servers at once.
    pub async fn stop(&self) {
        join_all(self.0.iter().map(|server| server.stop())).await;
    }
}
