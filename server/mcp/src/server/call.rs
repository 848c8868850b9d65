//! Calls of tools.

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData};
use rmcp::service::RequestContext;

use tokio::sync::Semaphore;

use super::client::SessionClient;
use super::client_roots::SessionWorkspace;
use crate::{Context, ToolError, ToolTable, Workspace};

/// The number of calls that work at the same time. The others wait.
const AT_ONCE: usize = 64;

/// Calls tools.
#[derive(Clone)]
pub struct Caller {
    pub workspace: SessionWorkspace,
    pub tools: ToolTable,
    turns: Arc<Semaphore>,
}

impl Caller {
    pub fn new(workspace: Arc<Workspace>, tools: ToolTable) -> Self {
        let workspace = SessionWorkspace::new(workspace);
        Self { workspace, tools, turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// The same for another session.
    pub fn session(&self) -> Self {
        Self { workspace: self.workspace.session(), ..self.clone() }
    }

    /// Does other work on a thread that may block.
    pub async fn work<T: Send + 'static>(
        &self,
        context: RequestContext<RoleServer>,
        work: impl FnOnce(&Context) -> Result<T, ErrorData> + Send + 'static,
    ) -> Result<T, ErrorData> {
        let workspace = self.workspace.with_client_roots(&context.peer).await;
        let client = Arc::new(SessionClient::new(None, context));
        let context = Context::new(workspace, client);
        let done = tokio::task::spawn_blocking(move || work(&context)).await;
        done.map_err(|error| ErrorData::internal_error(error.to_string(), None))?
    }

    /// Answers a call on a thread that may block. The reader of messages never waits for it.
    pub async fn call(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tools = self.tools.clone();
        let name = request.name.clone();
        tools.get(&name).map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
        let cancelled = context.ct.clone();
        let turn = tokio::select! {
            turn = Arc::clone(&self.turns).acquire_owned() => turn,
            () = cancelled.cancelled() => return Ok(failed(&ToolError::cancelled())),
        };
        let workspace = self.workspace.with_client_roots(&context.peer).await;
        let client = Arc::new(SessionClient::new(Some(&request), context));
        let asked = Arc::clone(&client);
        let arguments = request.arguments.unwrap_or_default();
        let work = move || {
            let _turn = turn;
            let context = Context::new(workspace, client);
            tools.get(&name).and_then(|tool| tool.call(&context, arguments))
        };
        let answer = match tokio::task::spawn_blocking(work).await {
            Ok(answer) => answer,
            Err(error) => return Err(ErrorData::internal_error(error.to_string(), None)),
        };
        if let Some(question) = asked.open_question() {
            return Ok(question.into());
        }
        Ok(match answer {
            Ok(answer) => {
                let mut result = CallToolResult::success(vec![ContentBlock::text(answer.text)]);
                result.structured_content = Some(answer.value);
                result.into()
            }
            Err(error) => failed(&error),
        })
    }
}

/// An error that the model reads.
fn failed(error: &ToolError) -> CallToolResponse {
    CallToolResult::error(vec![ContentBlock::text(error.to_string())]).into()
}
