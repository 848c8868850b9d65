//! The methods with large answers, which are written as JSON ([`super::written_answers`]). Like all others, they put
//! their message into the session's mailbox before they await anything.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use lsp_types as lsp;
use serde::Serialize;
use serde_json::Value;
use tower_lsp::jsonrpc::Result;

use super::Server;
use crate::cancel::Cancel;
use crate::features::{
    action_resolve, code_lens, completion, diagnostics, document_highlight, document_links, folding,
    formatting, inlay_hints, references, semantic_tokens, symbols,
};
use crate::protocol::json::Json;
use crate::session::mailbox::When;
use crate::snapshot::Snapshot;

impl Server {
    /// Like [`Self::ask_when`], with a written answer.
    async fn write_when<T: Serialize>(
        &self,
        when: When,
        question: impl FnOnce(&Snapshot, &Cancel) -> std::result::Result<T, String> + Send + 'static,
    ) -> Result<Value> {
        let json = self.ask_when(when, move |now, cancel| written(&question(now, cancel)?)).await?;
        Ok(self.written_answers.put(json))
    }

    /// Like [`Self::look`], with a written answer.
    async fn write<T: Serialize>(
        &self,
        question: impl FnOnce(&Snapshot) -> T + Send + 'static,
    ) -> Result<Value> {
        self.write_when(When::Now, move |now, _| Ok(question(now))).await
    }

    /// Like [`Self::look_patiently`], with a written answer.
    async fn write_patiently<T: Serialize>(
        &self,
        when: When,
        question: impl Fn(&Snapshot, &Cancel) -> T + Clone + Send + 'static,
    ) -> Result<Value> {
        let json = self.look_patiently(when, move |now, cancel| written(&question(now, cancel))).await?;
        Ok(self.written_answers.put(json.map_err(super::refused)?))
    }

    /// Like [`Self::write`], for an answer that the feature writes.
    async fn write_json(
        &self,
        question: impl FnOnce(&Snapshot) -> Option<Json> + Send + 'static,
    ) -> Result<Value> {
        let bytes = |answer: Option<Json>| answer.map_or_else(|| b"null".to_vec(), Json::into_bytes);
        let json = self.look(move |now| bytes(question(now))).await?;
        Ok(self.written_answers.put(json))
    }

    pub async fn completions(&self, params: lsp::CompletionParams) -> Result<Value> {
        self.write(move |now| completion::complete(now, &params.text_document_position)).await
    }

    pub async fn all_references(&self, params: lsp::ReferenceParams) -> Result<Value> {
        self.write_when(When::Settled, move |now, _| Ok(references::references(now, &params))).await
    }

    pub async fn highlights(&self, params: lsp::DocumentHighlightParams) -> Result<Value> {
        self.write(move |now| document_highlight::highlight(now, &params.text_document_position_params)).await
    }

    pub async fn outline(&self, params: lsp::DocumentSymbolParams) -> Result<Value> {
        self.write_json(move |now| symbols::symbols(now, &params.text_document.uri)).await
    }

    pub async fn folds(&self, params: lsp::FoldingRangeParams) -> Result<Value> {
        self.write_json(move |now| folding::folding(now, &params.text_document.uri)).await
    }

    pub async fn links(&self, params: lsp::DocumentLinkParams) -> Result<Value> {
        self.write(move |now| document_links::links(now, &params.text_document.uri)).await
    }

    pub async fn code_actions(&self, params: lsp::CodeActionParams) -> Result<Value> {
        let tasks = Arc::clone(&self.tasks);
        let when = When::CompleteFor(params.text_document.uri.clone());
        self.write_patiently(when, move |now, _| action_resolve::actions(now, &tasks, &params)).await
    }

    pub async fn diagnostics(&self, params: lsp::DocumentDiagnosticParams) -> Result<Value> {
        // A client that does not support refreshing is answered when all files are known.
        let when = match self.refreshes.load(Ordering::SeqCst) {
            true => When::Complete,
            false => When::Paused(params.text_document.uri.clone()),
        };
        let json = self.look_patiently(when, move |now, _| diagnostics::document(now, &params)).await?;
        Ok(self.written_answers.put(json))
    }

    pub async fn workspace_diagnostics(&self, params: lsp::WorkspaceDiagnosticParams) -> Result<Value> {
        self.write_patiently(When::Complete, move |now, cancel| diagnostics::workspace(now, &params, cancel))
            .await
    }

    pub async fn format(&self, params: lsp::DocumentFormattingParams) -> Result<Value> {
        self.write_when(When::Now, move |now, _| formatting::document(now, &params.text_document.uri)).await
    }

    pub async fn format_range(&self, params: lsp::DocumentRangeFormattingParams) -> Result<Value> {
        self.write_when(When::Now, move |now, _| {
            formatting::range(now, &params.text_document.uri, params.range)
        })
        .await
    }

    pub async fn code_lenses(&self, params: lsp::CodeLensParams) -> Result<Value> {
        self.write(move |now| code_lens::lenses(now, &params.text_document.uri)).await
    }

    pub async fn hints(&self, params: lsp::InlayHintParams) -> Result<Value> {
        self.write(move |now| inlay_hints::hints(now, &params)).await
    }

    pub async fn tokens(&self, params: lsp::SemanticTokensParams) -> Result<Value> {
        let sent = Arc::clone(&self.sent_tokens);
        self.write_json(move |now| semantic_tokens::full(now, &params.text_document.uri, &sent)).await
    }

    pub async fn tokens_delta(&self, params: lsp::SemanticTokensDeltaParams) -> Result<Value> {
        let sent = Arc::clone(&self.sent_tokens);
        self.write_json(move |now| semantic_tokens::delta(now, &params, &sent)).await
    }

    pub async fn tokens_in_range(&self, params: lsp::SemanticTokensRangeParams) -> Result<Value> {
        self.write_json(move |now| semantic_tokens::range(now, &params.text_document.uri, params.range)).await
    }
}

fn written(answer: &impl Serialize) -> std::result::Result<Vec<u8>, String> {
    serde_json::to_vec(answer).map_err(|error| format!("the answer could not be written as JSON: {error}"))
}
