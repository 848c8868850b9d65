//! One MCP server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientConfig, ContentBlock, Implementation, PaginatedRequestParams,
};
use rmcp::service::{NotificationContext, RoleClient, RunningService};
use rmcp::{ClientHandler, ServiceExt};
use serde_json::{Map, Value};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::bounded::{Bounded, TooMuch};
use super::fault::{self, CallFault, Challenge};
use super::remote::{Address, Remote};
use super::{NotStarted, Surroundings, expanded};
use crate::consent::{Wanted, What};
use crate::events::Event;
use crate::process::{Process, not_found};
use crate::secret::Redactor;
use crate::sign_in::Store;
use crate::tape::{Listed, Outcome};

/// So many tools of one server are taken: a model takes fewer.
const MOST_TOOLS: usize = 512;

/// Bytes of the descriptions and schemas of a server's tools.
const MOST_ABOUT_TOOLS: usize = 4 << 20;

/// A server that runs.
pub struct Server {
    name: String,
    around: Surroundings,
    /// Hides what the server was sent: it may repeat that in its errors.
    redactor: Redactor,
    /// The sign-in that it is used with: its tokens change while the server runs.
    sign_in: Option<Store>,
    service: Mutex<Option<RunningService<RoleClient, Ear>>>,
    peer: rmcp::Peer<RoleClient>,
    process: Mutex<Option<Process>>,
    tools: Mutex<Vec<Listed>>,
    /// The server has said that its tools are others now.
    changed: Arc<AtomicBool>,
    over: TooMuch,
}

/// What we hear from a server while it runs.
pub struct Ear {
    changed: Arc<AtomicBool>,
}

impl Ear {
    /// An ear that sets `changed` when the tools are others.
    pub fn new(changed: &Arc<AtomicBool>) -> Self {
        Self { changed: Arc::clone(changed) }
    }
}

/// Why a server is not ready, and what it asks for if that is a sign-in.
pub struct Unready {
    pub message: String,
    pub challenge: Option<Challenge>,
}

impl From<String> for Unready {
    fn from(message: String) -> Self {
        Self { message, challenge: None }
    }
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
    pub async fn start(spec: &Wanted, around: &Surroundings) -> Result<Self, NotStarted> {
        let name = spec.server.clone();
        let mut process = None;
        let over = TooMuch::default();
        let (limits, limit) = (around.limits, around.limits.start);
        let redactor =
            around.redactor.and(spec.sent().into_iter().filter_map(|name| std::env::var(name).ok()));
        let connected = match &spec.what {
            What::Command { .. } => match timeout(limit, start(spec, around, &mut process, &over)).await {
                Ok(Ok(connected)) => Ok(Remote { connected, sign_in: None }),
                Ok(Err(_)) if over.is_so() => Err(too_much(limits.server)),
                Ok(Err(message)) => Err(message),
                Err(_) => Err(silent(limit)),
            },
            What::Url { url, headers } => Address { server: &name, url, headers }.connect(around).await,
        };
        let message = match connected {
            Ok(Remote { connected: (service, changed, tools), sign_in }) => {
                let peer = service.peer().clone();
                return Ok(Self {
                    name,
                    around: around.clone(),
                    redactor,
                    sign_in,
                    service: Mutex::new(Some(service)),
                    peer,
                    process: Mutex::new(process),
                    tools: Mutex::new(tools),
                    changed,
                    over,
                });
            }
            Err(message) => message,
        };
        let mut stderr = String::new();
        if let Some(mut process) = process {
            stderr = process.last_words().await;
            process.stop().await;
        }
        let hidden = |text: &str| redactor.text(text);
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
                Ok(Err(Unready { message, .. })) => {
                    self.notice(&format!("it does not say which tools it has now: {message}"))
                }
                Err(_) => self.notice("it does not say in time which tools it has now"),
            }
        }
        tools.clone()
    }

    fn notice(&self, message: &str) {
        let text = format!("server `{}`: {message}", self.name);
        self.around.watch.on(Event::Notice(self.hidden(&text)));
    }

    /// Calls a tool and waits for its result, as long as a tool may take.
    pub async fn call(&self, tool: &str, arguments: Map<String, Value>) -> Outcome {
        let limit = self.around.limits.tool;
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let peer = &self.peer;
        match timeout(limit, peer.call_tool_once(request)).await {
            Ok(Ok(rmcp::model::CallToolResponse::Complete(result))) => match self.sign_in {
                // A server may repeat the token that it was sent.
                Some(_) => outcome(&result).map(|text| self.hidden(text)),
                None => outcome(&result),
            },
            Ok(Ok(_)) => Outcome::Error("the tool asks for more input, which it cannot get here".to_owned()),
            Ok(Err(error)) => Outcome::Error(match fault::of_call(&error) {
                CallFault::Told(message) => self.hidden(&message),
                CallFault::Gone(why) => self.hidden(&self.gone(&why).await),
            }),
            Err(_) => Outcome::Error(format!("the tool did not finish within {limit:?}")),
        }
    }

    /// A text without what the server was sent.
    fn hidden(&self, text: &str) -> String {
        match &self.sign_in {
            Some(sign_in) => sign_in.hiding(&self.redactor).text(text),
            None => self.redactor.text(text),
        }
    }

    async fn gone(&self, why: &str) -> String {
        if self.over.is_so() {
            return format!("the server `{}` was left: {}", self.name, too_much(self.around.limits.server));
        }
        let mut said = String::new();
        if let Some(process) = self.process.lock().await.as_mut() {
            said = process.last_words().await;
        }
        let hidden = self.around.redactor.text(&said);
        let said = super::said(&hidden);
        format!("the server `{}` has stopped or cannot be reached: {why}{said}", self.name)
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

pub type Connected = (RunningService<RoleClient, Ear>, Arc<AtomicBool>, Vec<Listed>);

/// Starts a command and connects to it.
async fn start(
    spec: &Wanted,
    around: &Surroundings,
    process: &mut Option<Process>,
    over: &TooMuch,
) -> Result<Connected, String> {
    let What::Command { command, args, env, file, folder, .. } = &spec.what else {
        return Err("it has no command".to_owned());
    };
    let variable = |name: &str| std::env::var(name).ok();
    let file = file.as_deref().ok_or_else(|| not_found(command))?;
    let args = args.iter().map(|arg| expanded(arg, variable)).collect::<Result<Vec<_>, _>>()?;
    let env = env.iter().map(|(name, value)| Ok((named(name)?, expanded(value, variable)?)));
    let env = env.collect::<Result<Vec<_>, String>>()?;
    let (running, pipes) = around.launcher.start(file, folder, &args, &env)?;
    *process = Some(running);
    let stdout = Bounded::new(pipes.stdout, around.limits.server, over.clone());
    let changed = Arc::default();
    let service =
        Ear::new(&changed).serve((stdout, pipes.stdin)).await.map_err(|error| fault::of_start(&error))?;
    let tools = listed(&spec.server, service.peer()).await.map_err(|unready| unready.message)?;
    Ok((service, changed, tools))
}

/// What is said of a server that does not answer in time.
pub fn silent(limit: Duration) -> String {
    format!("it said nothing within {limit:?}")
}

fn too_much(limit: u64) -> String {
    format!("it has said more than {} MiB", limit >> 20)
}

/// The name of a variable, if it can be one.
fn named(name: &str) -> Result<String, String> {
    if name.is_empty() || name.contains(['=', '\0']) {
        return Err(format!("{name:?} is not the name of an environment variable: rename it in `env`"));
    }
    Ok(name.to_owned())
}

/// The tools of a server.
///
/// # Errors
/// When it does not list them, or lists too much.
pub async fn listed(server: &str, peer: &rmcp::Peer<RoleClient>) -> Result<Vec<Listed>, Unready> {
    if peer.peer_info().is_some_and(|about| about.capabilities.tools.is_none()) {
        return Ok(Vec::new());
    }
    let (mut all, mut about, mut cursor) = (Vec::new(), 0, None);
    for _ in 0..MOST_TOOLS {
        let page = PaginatedRequestParams::default().with_cursor(cursor);
        let page = peer.list_tools(Some(page)).await;
        let page = page.map_err(|error| {
            let message = match fault::of_call(&error) {
                CallFault::Told(why) | CallFault::Gone(why) => format!("it does not list its tools: {why}"),
            };
            Unready { message, challenge: fault::challenge_of_call(&error) }
        })?;
        for tool in page.tools {
            // What every tool has is worth its tokens; titles, icons and output schemas are not.
            let tool = Listed {
                server: server.to_owned(),
                name: tool.name.into_owned(),
                description: tool.description.map(|text| text.into_owned()).unwrap_or_default(),
                parameters: Value::Object((*tool.input_schema).clone()),
            };
            about += tool.name.len() + tool.description.len() + tool.parameters.to_string().len();
            all.push(tool);
        }
        if all.len() > MOST_TOOLS || about > MOST_ABOUT_TOOLS {
            let most = MOST_ABOUT_TOOLS >> 20;
            let message =
                format!("it lists more than {MOST_TOOLS} tools, or more than {most} MiB about them");
            return Err(message.into());
        }
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(all);
        }
    }
    Err(format!("it lists its tools on more than {MOST_TOOLS} pages").into())
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
