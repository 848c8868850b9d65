//! The connection to a server, and the list of its tools.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::ClientHandler;
use rmcp::model::{ClientConfig, Implementation, PaginatedRequestParams};
use rmcp::service::{NotificationContext, RoleClient, RunningService};
use serde_json::Value;

use super::errors::{self, CallError, SignInChallenge};
use crate::recording::ListedTool;

/// The maximum number of tools of a server. Models accept fewer.
const MAX_TOOLS: usize = 512;

/// The maximum number of bytes in the descriptions and schemas of a server's tools.
const MAX_SIZE: usize = 4 << 20;

/// A server that is connected and has listed its tools.
pub struct Connection {
    pub service: RunningService<RoleClient, ToolListListener>,
    /// Whether the list of tools has changed since it was read.
    pub changed: Arc<AtomicBool>,
    pub tools: Vec<ListedTool>,
}

/// Listens to changes of a server's list of tools.
pub struct ToolListListener {
    changed: Arc<AtomicBool>,
}

impl ToolListListener {
    /// A listener that sets `changed` when the list of tools has changed.
    pub fn new(changed: &Arc<AtomicBool>) -> Self {
        Self { changed: Arc::clone(changed) }
    }
}

impl ClientHandler for ToolListListener {
    fn get_info(&self) -> ClientConfig {
        let mut config = ClientConfig::default();
        config.client_info = Implementation::new("agmark", env!("CARGO_PKG_VERSION"));
        config
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.changed.store(true, Ordering::Relaxed);
    }
}

/// Why there is no connection, and the sign-in that the server asks for, if any.
pub struct ConnectError {
    pub message: String,
    pub challenge: Option<SignInChallenge>,
}

impl From<String> for ConnectError {
    fn from(message: String) -> Self {
        Self { message, challenge: None }
    }
}

/// The message for a server that does not answer in time.
pub fn no_answer(limit: Duration) -> String {
    format!("no answer within {limit:?}")
}

/// The tools of a server.
///
/// # Errors
/// If the server does not list them, or lists too many.
pub async fn list_tools(
    server: &str,
    peer: &rmcp::Peer<RoleClient>,
) -> Result<Vec<ListedTool>, ConnectError> {
    if peer.peer_info().is_some_and(|about| about.capabilities.tools.is_none()) {
        return Ok(Vec::new());
    }
    let (mut all, mut size, mut cursor) = (Vec::new(), 0, None);
    for _ in 0..MAX_TOOLS {
        let page = PaginatedRequestParams::default().with_cursor(cursor);
        let page = peer.list_tools(Some(page)).await;
        let page = page.map_err(|error| {
            let message = match errors::of_call(&error) {
                CallError::Reported(why) | CallError::Lost(why) => {
                    format!("it did not list its tools: {why}")
                }
            };
            ConnectError { message, challenge: errors::challenge_of_call(&error) }
        })?;
        for tool in page.tools {
            // Titles, icons and output schemas are left out to save tokens.
            let tool = ListedTool {
                server: server.to_owned(),
                name: tool.name.into_owned(),
                description: tool.description.map(|text| text.into_owned()).unwrap_or_default(),
                parameters: Value::Object((*tool.input_schema).clone()),
            };
            size += tool.name.len() + tool.description.len() + tool.parameters.to_string().len();
            all.push(tool);
        }
        if all.len() > MAX_TOOLS || size > MAX_SIZE {
            let size = MAX_SIZE >> 20;
            let message =
                format!("it lists more than {MAX_TOOLS} tools, or more than {size} MiB of descriptions");
            return Err(message.into());
        }
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(all);
        }
    }
    Err(format!("it lists its tools on more than {MAX_TOOLS} pages").into())
}
