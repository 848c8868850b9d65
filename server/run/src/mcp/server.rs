//! One MCP server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::model::CallToolRequestParams;
use rmcp::service::{RoleClient, RunningService};
use serde_json::{Map, Value};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::connection::{ConnectError, Connection, ToolListListener, list_tools, no_answer};
use super::context::ServerContext;
use super::errors::{self, CallError};
use super::limited_reader::LimitReached;
use super::remote::{Address, Remote};
use super::start_error::{StartError, with_stderr};
use super::{command, tool_result};
use crate::consent::{PlannedServer, ServerKind};
use crate::events::Event;
use crate::process::Process;
use crate::recording::{ListedTool, Outcome};
use crate::secret::Redactor;
use crate::sign_in::SignInStore;

/// A running server.
pub struct Server {
    name: String,
    context: ServerContext,
    /// Hides the values that the server was sent: it may repeat them in its errors.
    redactor: Redactor,
    /// The sign-in that it is used with. Its tokens change while the server runs.
    sign_in: Option<SignInStore>,
    service: Mutex<Option<RunningService<RoleClient, ToolListListener>>>,
    peer: rmcp::Peer<RoleClient>,
    process: Mutex<Option<Process>>,
    tools: Mutex<Vec<ListedTool>>,
    /// Whether the list of tools has changed since it was read.
    changed: Arc<AtomicBool>,
    limit_reached: LimitReached,
}

impl Server {
    /// Starts a server or connects to its address, and lists its tools.
    ///
    /// # Errors
    /// If it does not start in time, or is not a server.
    pub async fn start(spec: &PlannedServer, context: &ServerContext) -> Result<Self, StartError> {
        let name = spec.server.clone();
        let mut process = None;
        let limit_reached = LimitReached::default();
        let (limits, limit) = (context.limits, context.limits.start);
        let redactor = context
            .redactor
            .and(spec.secret_variables().into_iter().filter_map(|name| std::env::var(name).ok()));
        let connected = match &spec.kind {
            ServerKind::Command { .. } => {
                match timeout(limit, command::start(spec, context, &mut process, &limit_reached)).await {
                    Ok(Ok(connection)) => Ok(Remote { connection, sign_in: None }),
                    Ok(Err(_)) if limit_reached.is_set() => Err(too_much_output(limits.server)),
                    Ok(Err(message)) => Err(message),
                    Err(_) => Err(no_answer(limit)),
                }
            }
            ServerKind::Url { url, headers } => {
                Address { server: &name, url, headers }.connect(context).await
            }
        };
        let message = match connected {
            Ok(Remote { connection: Connection { service, changed, tools }, sign_in }) => {
                let peer = service.peer().clone();
                return Ok(Self {
                    name,
                    context: context.clone(),
                    redactor,
                    sign_in,
                    service: Mutex::new(Some(service)),
                    peer,
                    process: Mutex::new(process),
                    tools: Mutex::new(tools),
                    changed,
                    limit_reached,
                });
            }
            Err(message) => message,
        };
        let mut stderr = String::new();
        if let Some(mut process) = process {
            stderr = process.final_stderr().await;
            process.stop().await;
        }
        let hidden = |text: &str| redactor.text(text);
        Err(StartError { name, message: hidden(&message), stderr: hidden(&stderr) })
    }

    /// The name in its program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its current tools.
    pub async fn tools(&self) -> Vec<ListedTool> {
        let mut tools = self.tools.lock().await;
        if self.changed.swap(false, Ordering::Relaxed) {
            match timeout(self.context.limits.tool, list_tools(&self.name, &self.peer)).await {
                Ok(Ok(new)) => *tools = new,
                Ok(Err(ConnectError { message, .. })) => {
                    self.notice(&format!("its tools have changed, but it did not list them: {message}"))
                }
                Err(_) => self.notice("its tools have changed, but it did not list them in time"),
            }
        }
        tools.clone()
    }

    fn notice(&self, message: &str) {
        let text = format!("server `{}`: {message}", self.name);
        self.context.watch.on(Event::Notice(self.hidden(&text)));
    }

    /// Calls a tool and waits for its result, up to the time limit for tools.
    pub async fn call(&self, tool: &str, arguments: Map<String, Value>) -> Outcome {
        let limit = self.context.limits.tool;
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let peer = &self.peer;
        match timeout(limit, peer.call_tool_once(request)).await {
            Ok(Ok(rmcp::model::CallToolResponse::Complete(result))) => match self.sign_in {
                // A server may repeat the token that it was sent.
                Some(_) => tool_result::outcome(&result).map(|text| self.hidden(text)),
                None => tool_result::outcome(&result),
            },
            Ok(Ok(_)) => Outcome::Error("the tool asks for more input, which is not supported".to_owned()),
            Ok(Err(error)) => Outcome::Error(match errors::of_call(&error) {
                CallError::Reported(message) => self.hidden(&message),
                CallError::Lost(why) => self.hidden(&self.lost(&why).await),
            }),
            Err(_) => Outcome::Error(format!("the tool did not finish within {limit:?}")),
        }
    }

    /// A text without the values that the server was sent.
    fn hidden(&self, text: &str) -> String {
        match &self.sign_in {
            Some(sign_in) => sign_in.redactor_with(&self.redactor).text(text),
            None => self.redactor.text(text),
        }
    }

    async fn lost(&self, why: &str) -> String {
        if self.limit_reached.is_set() {
            return format!(
                "the server `{}` was stopped: {}",
                self.name,
                too_much_output(self.context.limits.server)
            );
        }
        let mut stderr = String::new();
        if let Some(process) = self.process.lock().await.as_mut() {
            stderr = process.final_stderr().await;
        }
        let hidden = self.context.redactor.text(&stderr);
        let stderr = with_stderr(&hidden);
        format!("the server `{}` has stopped or cannot be reached: {why}{stderr}", self.name)
    }

    /// Stops the server in less than a second.
    pub async fn stop(&self) {
        if let Some(mut service) = self.service.lock().await.take() {
            // Most servers end when their input ends. The others are ended below.
            let _ = service.close_with_timeout(Duration::from_millis(100)).await;
        }
        if let Some(mut process) = self.process.lock().await.take() {
            process.stop().await;
        }
    }
}

fn too_much_output(limit: u64) -> String {
    format!("it wrote more than {} MiB", limit >> 20)
}
