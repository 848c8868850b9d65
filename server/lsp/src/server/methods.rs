//! The protocol's methods. Each one puts its message into the session's mailbox before it awaits anything, so that the
//! session gets messages in the order of their arrival.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use lsp_types as lsp;
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::{Error, Result};

use super::{Server, perform, roots};
use crate::features::{
    actions, call_hierarchy, code_lens, commands, completion, definition, diagnostics, document_highlight,
    document_links, folding, formatting, hover, inlay_hints, on_type, references, rename, selection_ranges,
    semantic_tokens, signature, symbols, workspace_edits, workspace_symbols,
};
use crate::outgoing::Outgoing;
use crate::protocol::client_capabilities::ClientCapabilities;
use crate::protocol::server_capabilities;
use crate::protocol::uris;
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
            tokio::runtime::Handle::current(),
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

    async fn diagnostic(
        &self,
        params: lsp::DocumentDiagnosticParams,
    ) -> Result<lsp::DocumentDiagnosticReportResult> {
        // A client that does not support refreshing is answered when all files are known.
        let when = match self.refreshes.load(Ordering::SeqCst) {
            true => When::Complete,
            false => When::Paused(params.text_document.uri.clone()),
        };
        self.look_patiently(when, move |now, _| diagnostics::document(now, &params)).await
    }

    async fn workspace_diagnostic(
        &self,
        params: lsp::WorkspaceDiagnosticParams,
    ) -> Result<lsp::WorkspaceDiagnosticReportResult> {
        self.look_patiently(When::Complete, move |now, cancel| {
            diagnostics::workspace(now, &params, cancel).into()
        })
        .await
    }

    async fn hover(&self, params: lsp::HoverParams) -> Result<Option<lsp::Hover>> {
        self.look(move |now| hover::hover(now, &params.text_document_position_params)).await
    }

    async fn completion(&self, params: lsp::CompletionParams) -> Result<Option<lsp::CompletionResponse>> {
        self.look(move |now| completion::complete(now, &params.text_document_position)).await
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

    async fn references(&self, params: lsp::ReferenceParams) -> Result<Option<Vec<lsp::Location>>> {
        self.look_when(When::Settled, move |now| references::references(now, &params)).await
    }

    async fn document_highlight(
        &self,
        params: lsp::DocumentHighlightParams,
    ) -> Result<Option<Vec<lsp::DocumentHighlight>>> {
        self.look(move |now| document_highlight::highlight(now, &params.text_document_position_params)).await
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

    async fn document_symbol(
        &self,
        params: lsp::DocumentSymbolParams,
    ) -> Result<Option<lsp::DocumentSymbolResponse>> {
        self.look(move |now| symbols::symbols(now, &params.text_document.uri)).await
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

    async fn folding_range(&self, params: lsp::FoldingRangeParams) -> Result<Option<Vec<lsp::FoldingRange>>> {
        self.look(move |now| folding::folding(now, &params.text_document.uri)).await
    }

    async fn selection_range(
        &self,
        params: lsp::SelectionRangeParams,
    ) -> Result<Option<Vec<lsp::SelectionRange>>> {
        self.look(move |now| selection_ranges::selection(now, &params)).await
    }

    async fn document_link(&self, params: lsp::DocumentLinkParams) -> Result<Option<Vec<lsp::DocumentLink>>> {
        self.look(move |now| document_links::links(now, &params.text_document.uri)).await
    }

    async fn code_action(&self, params: lsp::CodeActionParams) -> Result<Option<lsp::CodeActionResponse>> {
        let tasks = Arc::clone(&self.tasks);
        let when = When::CompleteFor(params.text_document.uri.clone());
        self.look_patiently(when, move |now, _| actions::actions(now, &tasks, &params)).await
    }

    async fn formatting(&self, params: lsp::DocumentFormattingParams) -> Result<Option<Vec<lsp::TextEdit>>> {
        self.ask(move |now, _| formatting::document(now, &params.text_document.uri)).await
    }

    async fn range_formatting(
        &self,
        params: lsp::DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>> {
        self.ask(move |now, _| formatting::range(now, &params.text_document.uri, params.range)).await
    }

    async fn code_lens(&self, params: lsp::CodeLensParams) -> Result<Option<Vec<lsp::CodeLens>>> {
        self.look(move |now| code_lens::lenses(now, &params.text_document.uri)).await
    }

    async fn code_lens_resolve(&self, params: lsp::CodeLens) -> Result<lsp::CodeLens> {
        self.look_when(When::Settled, move |now| code_lens::resolve(now, params)).await
    }

    async fn inlay_hint(&self, params: lsp::InlayHintParams) -> Result<Option<Vec<lsp::InlayHint>>> {
        self.look(move |now| inlay_hints::hints(now, &params)).await
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

    async fn semantic_tokens_full(
        &self,
        params: lsp::SemanticTokensParams,
    ) -> Result<Option<lsp::SemanticTokensResult>> {
        let sent = Arc::clone(&self.sent_tokens);
        self.look(move |now| semantic_tokens::full(now, &params.text_document.uri, &sent)).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: lsp::SemanticTokensDeltaParams,
    ) -> Result<Option<lsp::SemanticTokensFullDeltaResult>> {
        let sent = Arc::clone(&self.sent_tokens);
        self.look(move |now| semantic_tokens::delta(now, &params, &sent)).await
    }

    async fn semantic_tokens_range(
        &self,
        params: lsp::SemanticTokensRangeParams,
    ) -> Result<Option<lsp::SemanticTokensRangeResult>> {
        self.look(move |now| semantic_tokens::range(now, &params.text_document.uri, params.range)).await
    }
}
