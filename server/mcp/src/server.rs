//! The server: which request is answered where.

mod call;
mod client;
mod client_roots;
mod completion;
pub mod prompts;
mod resources;
mod subscriptions;

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse, Implementation,
    InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ResourceUpdatedNotificationParam, ServerCapabilities, SubscribeRequestParams, SubscriptionFilter, Tool,
    ToolAnnotations, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};

use call::Caller;
use prompts::PromptText;
use subscriptions::Watched;

use crate::resource_text::TextPage;
use crate::tool_table::{ListedTool, ToolTable};
use crate::{Access, Workspace};

/// What the program adds to this crate.
#[derive(Clone)]
pub struct Contents {
    pub tools: ToolTable,
    pub prompts: &'static [PromptText],
    pub pages: &'static [TextPage],
    /// What a model is told about the server as a whole.
    pub instructions: String,
    pub version: &'static str,
}

/// A session with one client. A clone is the same session.
#[derive(Clone)]
pub struct Server {
    caller: Caller,
    contents: Contents,
    watched: Watched,
}

impl Server {
    pub fn new(workspace: Arc<Workspace>, contents: Contents) -> Self {
        Self { caller: Caller::new(workspace, contents.tools.clone()), contents, watched: Watched::default() }
    }
}

impl Server {
    /// Another session with the same workspace.
    pub fn session(&self) -> Self {
        Self { caller: self.caller.session(), watched: Watched::default(), ..self.clone() }
    }
}

// The older protocol subscribes with separate requests.
#[allow(deprecated)]
impl ServerHandler for Server {
    fn get_info(&self) -> InitializeResult {
        let capabilities = ServerCapabilities::builder()
            .enable_completions()
            .enable_prompts()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_tools()
            .build();
        let implementation = Implementation::new("agmark", self.contents.version);
        InitializeResult::new(capabilities)
            .with_server_info(implementation)
            .with_instructions(self.contents.instructions.clone())
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        // Early, so that the first call does not wait for the index.
        self.caller.workspace.with_client_roots(&context.peer).await;
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        self.caller.workspace.forget_roots().await;
        self.caller.workspace.with_client_roots(&context.peer).await;
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let offered = self.contents.tools.offered(&self.caller.workspace.current().options);
        Ok(ListToolsResult::with_all_items(offered.into_iter().map(tool).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.caller.call(request, context).await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let (pages, cursor) = (self.contents.pages, request.and_then(|request| request.cursor));
        self.caller.work(context, move |context| resources::list(context, pages, cursor.as_deref())).await
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates(self.caller.workspace.current().remote_scheme()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let pages = self.contents.pages;
        let read = move |context: &crate::Context| resources::read(context, pages, &request.uri);
        Ok(self.caller.work(context, read).await?.into())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let peer = context.peer.clone();
        let (watched, workspace) =
            (self.watched.clone(), self.caller.workspace.with_client_roots(&peer).await);
        let mut changes = workspace.live_index().changes();
        let uri = request.uri;
        let add = move |context: &crate::Context| {
            crate::resource_text::file_of(context, &uri)
                .map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
            watched.add(context.workspace(), &uri);
            Ok(())
        };
        self.caller.work(context, add).await?;
        if self.watched.begin() {
            let watched = self.watched.clone();
            tokio::spawn(async move {
                while let Some(uris) = watched.next_changed(&workspace, &mut changes).await {
                    if peer.is_transport_closed() {
                        return;
                    }
                    for uri in uris {
                        let _ =
                            peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await;
                    }
                }
            });
        }
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.watched.remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let uris = requested.resource_subscriptions.clone().unwrap_or_default();
        Some(SubscriptionFilter::builder().resource_subscriptions(uris).build())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let (watched, workspace) = (Watched::default(), self.caller.workspace.current());
        let mut changes = workspace.live_index().changes();
        let uris = subscription.accepted().resource_subscriptions.clone().unwrap_or_default();
        let adding = (watched.clone(), Arc::clone(&workspace));
        let add = move || uris.iter().for_each(|uri| adding.0.add(&adding.1, uri));
        let _ = tokio::task::spawn_blocking(add).await;
        loop {
            tokio::select! {
                uris = watched.next_changed(&workspace, &mut changes) => {
                    let Some(uris) = uris else { return Ok(()) };
                    for uri in uris {
                        let _ = subscription.sink().notify_resource_updated(uri).await;
                    }
                }
                () = subscription.cancelled() => return Ok(()),
            }
        }
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(prompts::list(self.contents.prompts))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        Ok(prompts::get(self.contents.prompts, &request)?.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let complete =
            move |context: &crate::Context| Ok(CompleteResult::new(completion::complete(context, &request)));
        self.caller.work(context, complete).await
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // A request of the protocol whose params cannot be read comes as one that is not of the protocol.
        const KNOWN: [&str; 9] = [
            "tools/call",
            "resources/read",
            "resources/subscribe",
            "resources/unsubscribe",
            "prompts/get",
            "completion/complete",
            "logging/setLevel",
            "subscriptions/listen",
            "initialize",
        ];
        let method = request.method;
        if KNOWN.contains(&method.as_str()) {
            return Err(ErrorData::invalid_params(format!("invalid params of {method}"), None));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("unknown method {method}"), None))
    }
}

/// A tool in the protocol's type.
fn tool(listed: &ListedTool) -> Tool {
    let hints = ToolAnnotations::new();
    let hints = match listed.info.access {
        Access::Read => hints.read_only(true).open_world(false),
        Access::Write { destructive, idempotent, .. } => {
            hints.read_only(false).destructive(destructive).idempotent(idempotent).open_world(false)
        }
        Access::Fetch => hints.read_only(true).open_world(true),
        Access::Run => hints.read_only(false).destructive(true).idempotent(false).open_world(true),
    };
    Tool::new(listed.info.name, listed.description(), Arc::clone(&listed.input_schema))
        .with_title(listed.info.title)
        .with_raw_output_schema(Arc::clone(&listed.output_schema))
        .with_annotations(hints)
}
