//! The servers of a program.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::{Map, Value};

use super::context::ServerContext;
use super::server::Server;
use super::start_error::StartError;
use crate::consent::PlannedServer;
use crate::recording::{ListedTool, Outcome};

/// The running servers of a program.
pub struct Servers(Vec<Arc<Server>>);

impl Servers {
    /// Starts all servers in parallel.
    ///
    /// # Errors
    /// The first server of the program that did not start. The other servers are stopped.
    pub async fn start(specs: &[&PlannedServer], context: &ServerContext) -> Result<Self, StartError> {
        let started = join_all(specs.iter().map(|spec| Server::start(spec, context))).await;
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

    /// The current tools of the servers, in the order of the program.
    pub async fn tools(&self) -> Vec<ListedTool> {
        let mut all = Vec::new();
        for server in &self.0 {
            all.extend(server.tools().await);
        }
        all
    }

    /// Calls a tool.
    pub async fn call(&self, server: &str, tool: &str, arguments: Map<String, Value>) -> Outcome {
        match self.0.iter().find(|known| known.name() == server) {
            Some(server) => server.call(tool, arguments).await,
            None => Outcome::Error(format!("unknown server `{server}`")),
        }
    }

    /// Stops all servers in parallel.
    pub async fn stop(&self) {
        join_all(self.0.iter().map(|server| server.stop())).await;
    }
}
