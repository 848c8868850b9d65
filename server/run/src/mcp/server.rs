//! One MCP server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agmark_markdownlang::{Server as Spec, Transport};
use reqwest::redirect::Policy;
use rmcp::model::{CallToolRequestParams, CallToolResult, ClientConfig, ContentBlock, Implementation};
use rmcp::service::{NotificationContext, RoleClient, RunningService, ServiceError};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, ServiceExt};
use serde_json::{Map, Value};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::{NotStarted, Surroundings, expanded, legacy};
use crate::events::Event;
use crate::model::http_client;
use crate::process::Process;
use crate::tape::{Listed, Outcome};

/// A server that runs.
pub struct Server {
    name: String,
    around: Surroundings,
    service: Mutex<Option<RunningService<RoleClient, Ear>>>,
    peer: rmcp::Peer<RoleClient>,
    process: Mutex<Option<Process>>,
    tools: Mutex<Vec<Listed>>,
    /// The server has said that its tools are others now.
    changed: Arc<AtomicBool>,
}

/// What we hear from a server while it runs.
struct Ear {
    changed: Arc<AtomicBool>,
}

impl ClientHandler for Ear {
    fn get_info(&self) -> ClientConfig {
        let mut about = ClientConfig::default();
        about.client_info = Implementation::new("agmark", env!("CARGO_PKG_VERSION"));
        about
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.changed.store(true, Ordering::Relaxed);
    }
}

impl Server {
    /// Starts a server, or finds it at its address, and asks it for its tools.
    ///
    /// # Errors
    /// When it does not start in time or is no server.
    pub async fn start(spec: &Spec, around: &Surroundings) -> Result<Self, NotStarted> {
        let name = spec.name.clone();
        let mut process = None;
        let limit = around.limits.start;
        let connected = timeout(limit, connect(spec, around, &mut process)).await;
        let message = match connected {
            Ok(Ok((service, changed, tools))) => {
                let peer = service.peer().clone();
                return Ok(Self {
                    name,
                    around: around.clone(),
                    service: Mutex::new(Some(service)),
                    peer,
                    process: Mutex::new(process),
                    tools: Mutex::new(tools),
                    changed,
                });
            }
            Ok(Err(message)) => message,
            Err(_) => format!("it said nothing within {limit:?}"),
        };
        let mut stderr = String::new();
        if let Some(mut process) = process {
            stderr = process.last_words().await;
            process.stop().await;
        }
        let hidden = |text: &str| around.redactor.text(text);
        Err(NotStarted { name, message: hidden(&message), stderr: hidden(&stderr) })
    }

    /// What its program calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tools that it offers now.
    pub async fn tools(&self) -> Vec<Listed> {
        let mut tools = self.tools.lock().await;
        if self.changed.swap(false, Ordering::Relaxed) {
            match timeout(self.around.limits.tool, listed(&self.name, &self.peer)).await {
                Ok(Ok(new)) => *tools = new,
                Ok(Err(message)) => {
                    self.notice(&format!("it does not say which tools it has now: {message}"))
                }
                Err(_) => self.notice("it does not say in time which tools it has now"),
            }
        }
        tools.clone()
    }

    fn notice(&self, message: &str) {
        let text = format!("server `{}`: {message}", self.name);
        self.around.watch.on(Event::Notice(self.around.redactor.text(&text)));
    }

    /// Calls a tool and waits for its result, as long as a tool may take.
    pub async fn call(&self, tool: &str, arguments: Map<String, Value>) -> Outcome {
        let limit = self.around.limits.tool;
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let peer = &self.peer;
        match timeout(limit, peer.call_tool_once(request)).await {
            Ok(Ok(rmcp::model::CallToolResponse::Complete(result))) => outcome(&result),
            Ok(Ok(_)) => Outcome::Error("the tool asks for more input, which it cannot get here".to_owned()),
            Ok(Err(ServiceError::McpError(error))) => Outcome::Error(error.message.into_owned()),
            Ok(Err(error)) => Outcome::Error(self.gone(&error).await),
            Err(_) => Outcome::Error(format!("the tool did not finish within {limit:?}")),
        }
    }

    async fn gone(&self, error: &ServiceError) -> String {
        let mut said = String::new();
        if let Some(process) = self.process.lock().await.as_mut() {
            said = process.last_words().await;
        }
        let hidden = self.around.redactor.text(&said);
        let said = super::said(&hidden);
        format!("the server `{}` has stopped or cannot be reached ({error}){said}", self.name)
    }

    /// Stops the server. Takes less than a second.
    pub async fn stop(&self) {
        if let Some(mut service) = self.service.lock().await.take() {
            // Servers end when their input does; those that do not are ended below.
            let _ = service.close_with_timeout(Duration::from_millis(100)).await;
        }
        if let Some(mut process) = self.process.lock().await.take() {
            process.stop().await;
        }
    }
}

type Connected = (RunningService<RoleClient, Ear>, Arc<AtomicBool>, Vec<Listed>);

async fn connect(
    spec: &Spec,
    around: &Surroundings,
    process: &mut Option<Process>,
) -> Result<Connected, String> {
    let changed = Arc::new(AtomicBool::new(false));
    let ear = || Ear { changed: Arc::clone(&changed) };
    let variable = |name: &str| std::env::var(name).ok();
    let service = match &spec.transport {
        Transport::Command { command, args, env } => {
            let args = args.iter().map(|arg| expanded(arg, variable)).collect::<Result<Vec<_>, _>>()?;
            let env = env.iter().map(|(name, value)| Ok((name.clone(), expanded(value, variable)?)));
            let env = env.collect::<Result<Vec<_>, String>>()?;
            let (running, pipes) = around.launcher.start(command, &args, &env)?;
            *process = Some(running);
            ear().serve((pipes.stdout, pipes.stdin)).await.map_err(|error| plain(&error))?
        }
        Transport::Url(url) => {
            let url = expanded(url, variable)?;
            let http = http_client(Policy::limited(5)).map_err(|error| error.to_string())?;
            let config = StreamableHttpClientTransportConfig::with_uri(url.as_str());
            let transport = StreamableHttpClientTransport::with_client(http.clone(), config);
            match ear().serve(transport).await {
                Ok(service) => service,
                // Servers from before streamable HTTP speak over an event stream.
                Err(error) => match legacy::connect(&http, &url).await {
                    Some(transport) => ear().serve(transport).await.map_err(|error| plain(&error))?,
                    None => return Err(format!("{url}: {}", plain(&error))),
                },
            }
        }
    };
    let tools = listed(&spec.name, service.peer()).await?;
    Ok((service, changed, tools))
}

/// Why a server could not be spoken to, without what only its makers understand.
fn plain(error: &rmcp::service::ClientInitializeError) -> String {
    use rmcp::service::ClientInitializeError as E;
    match error {
        E::ConnectionClosed(_) => "it ended, or closed the connection, before it answered".to_owned(),
        E::JsonRpcError(error) => format!("it answered with an error: {}", error.message),
        E::TransportError { error, .. } => {
            let mut innermost: &dyn std::error::Error = &*error.error;
            while let Some(source) = innermost.source() {
                innermost = source;
            }
            innermost.to_string()
        }
        other => other.to_string(),
    }
}

async fn listed(server: &str, peer: &rmcp::Peer<RoleClient>) -> Result<Vec<Listed>, String> {
    if peer.peer_info().is_some_and(|about| about.capabilities.tools.is_none()) {
        return Ok(Vec::new());
    }
    let tools =
        peer.list_all_tools().await.map_err(|error| format!("it does not list its tools: {error}"))?;
    // What every tool has is worth its tokens; titles, icons and output schemas are not.
    Ok(tools
        .into_iter()
        .map(|tool| Listed {
            server: server.to_owned(),
            name: tool.name.into_owned(),
            description: tool.description.map(|text| text.into_owned()).unwrap_or_default(),
            parameters: Value::Object((*tool.input_schema).clone()),
        })
        .collect())
}

/// What the model is told of a result: its text; of pictures and the like only that they are there.
fn outcome(result: &CallToolResult) -> Outcome {
    let mut parts: Vec<String> = result.content.iter().map(part).collect();
    if let Some(value) = &result.structured_content
        && parts.is_empty()
    {
        parts.push(value.to_string());
    }
    let text = parts.join("\n");
    if result.is_error == Some(true) { Outcome::Error(text) } else { Outcome::Ok(text) }
}

fn part(block: &ContentBlock) -> String {
    let about =
        |kind: &str, mime: &str, data: &str| format!("[{kind}, {mime}, {} bytes]", data.len() / 4 * 3);
    match block {
        ContentBlock::Text(text) => text.text.clone(),
        ContentBlock::Image(image) => about("an image", &image.mime_type, &image.data),
        ContentBlock::Audio(audio) => about("a sound", &audio.mime_type, &audio.data),
        other => {
            let value = serde_json::to_value(other).unwrap_or_default();
            let text = value.pointer("/resource/text").and_then(Value::as_str);
            let uri = value.pointer("/resource/uri").or_else(|| value.get("uri")).and_then(Value::as_str);
            match (text, uri) {
                (Some(text), _) => text.to_owned(),
                (None, Some(uri)) => format!("[a resource: {uri}]"),
                (None, None) => value.to_string(),
            }
        }
    }
}
