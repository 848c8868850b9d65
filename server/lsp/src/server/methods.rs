//! The protocol's methods, except those with large answers ([`super::written_methods`]). Each one puts its message into
//! the session's mailbox before it awaits anything, so that the session gets messages in the order of their arrival.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use lsp_types as lsp;
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::{Error, Result};

use super::{Server, perform, roots};
use crate::features::{
    action_resolve, call_hierarchy, code_lens, commands, definition, hover, on_type, rename,
    selection_ranges, signature, workspace_edits, workspace_symbols,
};
use crate::outgoing::Outgoing;
use crate::protocol::client_capabilities::ClientCapabilities;
use crate::protocol::server_capabilities;
use crate::protocol::uris;
use crate::runtime::Handle;
use crate::server::client_process;
use crate::session::mailbox::{Mailbox, Message, When};
use crate::session::{self, Session};
use crate::task;
use crate::typing::Pause;

impl LanguageServer for Server {
    async fn initialize(&self, params: lsp::InitializeParams) -> Result<lsp::InitializeResult> {
        let refresh_diagnostics = self.refreshes.load(Ordering::SeqCst);
        let mut client =
            ClientCapabilities { refresh_diagnostics, ..ClientCapabilities::read(&params.capabilities) };
        // Helix can show documents, but up to version 25.07 it does not declare this capability.
        client.shows_documents |= params.client_info.as_ref().is_some_and(|info| info.name == "helix");
        let capabilities = server_capabilities::server(&client, &self.registry, &self.tasks);
        let settings = params.initialization_options.clone().unwrap_or_default();
        let folders = roots(&params);
        let first = session::first(Arc::clone(&self.registry), client, &folders, settings);
        let (mailbox, messages) = Mailbox::new();
        let outgoing = Outgoing::new(
            self.client.clone(),
            Handle::current(),
            Arc::clone(&self.written_answers),
            Arc::clone(&self.temporary_documents),
        );
        let session = Session::new(first, folders, mailbox.clone(), outgoing.clone(), self.gate.clone());
        let orphaned = Arc::clone(&self.orphaned);
        let start = move || {
            if let Some(id) = params.process_id {
                let orphaned = Arc::clone(&orphaned);
                client_process::watch(id, move || orphaned.notify_one());
            }
            if let Err(error) = session.spawn(messages) {
                tracing::error!("no thread can be started, the server ends: {error}");
                orphaned.notify_one();
            }
        };
        if !self.session.open(mailbox, outgoing, start) {
            return Err(Error::invalid_request());
        }
        Ok(lsp::InitializeResult {
            capabilities,
            server_info: Some(lsp::ServerInfo {
                name: "agmark".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    async fn initialized(&self, _: lsp::InitializedParams) {
        self.post(Message::Start);
    }

    async fn shutdown(&self) -> Result<()> {
        self.shut_down.store(true, Ordering::SeqCst);
        if self.session.started().is_some() {
            self.post(Message::GiveUp);
        }
        Ok(())
    }

    async fn did_open(&self, params: lsp::DidOpenTextDocumentParams) {
        self.post(Message::Open(params.text_document));
    }

    async fn did_change(&self, params: lsp::DidChangeTextDocumentParams) {
        self.post(Message::Change(params));
    }

    async fn did_close(&self, params: lsp::DidCloseTextDocumentParams) {
        self.sent_tokens.remove(params.text_document.uri.as_str());
        self.post(Message::Close(params.text_document.uri));
    }

    async fn did_save(&self, params: lsp::DidSaveTextDocumentParams) {
        self.post(Message::Paused { uri: params.text_document.uri, number: None, pause: Pause::Long });
    }

    async fn did_change_configuration(&self, params: lsp::DidChangeConfigurationParams) {
        self.post(Message::SettingsChanged(params.settings));
    }

    async fn did_change_workspace_folders(&self, params: lsp::DidChangeWorkspaceFoldersParams) {
        let folders =
            |list: &[lsp::WorkspaceFolder]| list.iter().filter_map(|f| uris::to_path(&f.uri)).collect();
        let (added, removed) = (folders(&params.event.added), folders(&params.event.removed));
        self.post(Message::Folders { added, removed });
    }

    async fn did_change_watched_files(&self, params: lsp::DidChangeWatchedFilesParams) {
        let changed = params.changes.iter().filter_map(|c| uris::to_path(&c.uri)).collect();
        self.post(Message::FilesChanged(changed));
    }

    async fn hover(&self, params: lsp::HoverParams) -> Result<Option<lsp::Hover>> {
        self.look(move |now| hover::hover(now, &params.text_document_position_params)).await
    }

    async fn goto_definition(
        &self,
        params: lsp::GotoDefinitionParams,
    ) -> Result<Option<lsp::GotoDefinitionResponse>> {
        self.look_when(When::Settled, move |now| {
            definition::definition(now, &params.text_document_position_params)
        })
        .await
    }

    async fn prepare_rename(
        &self,
        params: lsp::TextDocumentPositionParams,
    ) -> Result<Option<lsp::PrepareRenameResponse>> {
        self.look_when(When::Settled, move |now| rename::prepare(now, &params)).await
    }

    async fn rename(&self, params: lsp::RenameParams) -> Result<Option<lsp::WorkspaceEdit>> {
        self.ask_when(When::Settled, move |now, _| rename::rename(now, &params)).await
    }

    async fn symbol(
        &self,
        params: lsp::WorkspaceSymbolParams,
    ) -> Result<Option<lsp::OneOf<Vec<lsp::SymbolInformation>, Vec<lsp::WorkspaceSymbol>>>> {
        self.look_when(When::Settled, move |now| {
            Some(lsp::OneOf::Left(workspace_symbols::symbols(now, &params.query)))
        })
        .await
    }

    async fn selection_range(
        &self,
        params: lsp::SelectionRangeParams,
    ) -> Result<Option<Vec<lsp::SelectionRange>>> {
        self.look(move |now| selection_ranges::selection(now, &params)).await
    }

    async fn code_action_resolve(&self, action: lsp::CodeAction) -> Result<lsp::CodeAction> {
        let tasks = Arc::clone(&self.tasks);
        self.ask_when(When::Settled, move |now, _| action_resolve::resolve(now, &tasks, action)).await
    }

    async fn code_lens_resolve(&self, params: lsp::CodeLens) -> Result<lsp::CodeLens> {
        self.look_when(When::Settled, move |now| code_lens::resolve(now, params)).await
    }

    async fn signature_help(&self, params: lsp::SignatureHelpParams) -> Result<Option<lsp::SignatureHelp>> {
        self.look(move |now| signature::signature(now, &params.text_document_position_params)).await
    }

    async fn on_type_formatting(
        &self,
        params: lsp::DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>> {
        self.look(move |now| on_type::on_type(now, &params)).await
    }

    async fn prepare_call_hierarchy(
        &self,
        params: lsp::CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<lsp::CallHierarchyItem>>> {
        self.look_when(When::Settled, move |now| {
            call_hierarchy::prepare(now, &params.text_document_position_params)
        })
        .await
    }

    async fn incoming_calls(
        &self,
        params: lsp::CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<lsp::CallHierarchyIncomingCall>>> {
        self.look_when(When::Settled, move |now| call_hierarchy::incoming(now, &params.item)).await
    }

    async fn outgoing_calls(
        &self,
        params: lsp::CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<lsp::CallHierarchyOutgoingCall>>> {
        self.look_when(When::Settled, move |now| call_hierarchy::outgoing(now, &params.item)).await
    }

    async fn will_rename_files(&self, params: lsp::RenameFilesParams) -> Result<Option<lsp::WorkspaceEdit>> {
        self.ask_when(When::Settled, move |now, _| workspace_edits::will_rename(now, &params)).await
    }

    async fn execute_command(&self, params: lsp::ExecuteCommandParams) -> Result<Option<lsp::LSPAny>> {
        let Some(started) = self.session.started() else { return Err(Error::invalid_request()) };
        let outgoing = started.outgoing.clone();
        match task::find(&self.tasks, &params.command) {
            Some(task) => self.run_task(task, params, started).await,
            None => {
                self.ask_when(When::Settled, move |now, _| {
                    let effect = commands::execute(now, &params.command, &params.arguments)?;
                    Ok(Some(perform(now, &outgoing, commands::title(now, &params.command), effect)))
                })
                .await
            }
        }
    }
}
