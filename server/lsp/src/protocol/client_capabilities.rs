//! The client's capabilities that change answers.

use agmark_syntax::Encoding;
use lsp_types as lsp;

/// The client's capabilities that change answers.
#[derive(Clone, Debug, Default)]
pub struct ClientCapabilities {
    pub encoding: Encoding,
    pub pull_diagnostics: bool,
    pub refresh_diagnostics: bool,
    pub diagnostic_versions: bool,
    pub related_information: bool,
    pub diagnostic_tags: Vec<lsp::DiagnosticTag>,
    /// Whether diagnostics can link to the page of their rule.
    pub rule_links: bool,
    pub hierarchical_symbols: bool,
    pub definition_links: bool,
    pub document_changes: bool,
    pub whole_lines_fold: bool,
    pub fold_limit: Option<usize>,
    pub hover_markdown: bool,
    pub snippets: bool,
    pub code_action_literals: bool,
    /// It asks for the edit of a chosen code action.
    pub resolves_actions: bool,
    pub prepare_rename: bool,
    pub configuration: bool,
    pub register_configuration: bool,
    pub register_watchers: bool,
    pub progress: bool,
    /// The file operations that it supports in edits.
    pub file_operations: Vec<lsp::ResourceOperationKind>,
    /// It can show a document.
    pub shows_documents: bool,
    /// It can show questions to the person.
    pub asks: bool,
    /// It notifies before files are renamed.
    pub renames_files: bool,
    /// It opens the documents in the answers of commands by itself (experimental: `agmark.documents`).
    pub opens_answers: bool,
    /// It handles `agmark/status` (experimental: `agmark.status`).
    pub hears_status: bool,
    /// It applies edits that the server sends.
    pub applies_edits: bool,
    /// It has a command that shows locations (experimental: `agmark.references`).
    pub shows_references: bool,
}

impl ClientCapabilities {
    pub fn read(capabilities: &lsp::ClientCapabilities) -> Self {
        let text = capabilities.text_document.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let publish = text.and_then(|t| t.publish_diagnostics.as_ref());
        let folding = text.and_then(|t| t.folding_range.as_ref());
        let hover = text.and_then(|t| t.hover.as_ref()).and_then(|h| h.content_format.as_ref());
        let announced = |what: &str| {
            let experimental = capabilities.experimental.as_ref();
            let flag = experimental.and_then(|e| e.get("agmark")?.get(what)?.as_bool());
            flag.unwrap_or(false)
        };
        let yes = |flag: Option<Option<bool>>| flag.flatten().unwrap_or(false);
        Self {
            encoding: encoding(capabilities),
            pull_diagnostics: text.is_some_and(|t| t.diagnostic.is_some()),
            // Read from the message itself: see `record::Input`.
            refresh_diagnostics: false,
            diagnostic_versions: yes(publish.map(|p| p.version_support)),
            related_information: yes(publish.map(|p| p.related_information)),
            rule_links: yes(publish.map(|p| p.code_description_support)),
            diagnostic_tags: publish
                .and_then(|p| p.tag_support.as_ref())
                .map(|t| t.value_set.clone())
                .unwrap_or_default(),
            hierarchical_symbols: yes(text
                .and_then(|t| t.document_symbol.as_ref())
                .map(|s| s.hierarchical_document_symbol_support)),
            definition_links: yes(text.and_then(|t| t.definition.as_ref()).map(|d| d.link_support)),
            document_changes: yes(workspace
                .and_then(|w| w.workspace_edit.as_ref())
                .map(|e| e.document_changes)),
            whole_lines_fold: yes(folding.map(|f| f.line_folding_only)),
            fold_limit: folding.and_then(|f| f.range_limit).map(|n| n as usize),
            hover_markdown: hover.is_none_or(|formats| formats.contains(&lsp::MarkupKind::Markdown)),
            snippets: yes(text
                .and_then(|t| t.completion.as_ref())
                .and_then(|c| c.completion_item.as_ref())
                .map(|i| i.snippet_support)),
            code_action_literals: text
                .and_then(|t| t.code_action.as_ref())
                .is_some_and(|a| a.code_action_literal_support.is_some()),
            resolves_actions: text.and_then(|t| t.code_action.as_ref()).is_some_and(resolves_edits),
            prepare_rename: yes(text.and_then(|t| t.rename.as_ref()).map(|r| r.prepare_support)),
            configuration: yes(workspace.map(|w| w.configuration)),
            register_configuration: yes(workspace
                .and_then(|w| w.did_change_configuration.as_ref())
                .map(|c| c.dynamic_registration)),
            register_watchers: yes(workspace
                .and_then(|w| w.did_change_watched_files.as_ref())
                .map(|c| c.dynamic_registration)),
            file_operations: workspace
                .and_then(|w| w.workspace_edit.as_ref())
                .filter(|e| e.document_changes == Some(true))
                .and_then(|e| e.resource_operations.clone())
                .unwrap_or_default(),
            shows_documents: capabilities
                .window
                .as_ref()
                .and_then(|w| w.show_document.as_ref())
                .is_some_and(|s| s.support),
            asks: capabilities.window.as_ref().is_some_and(|w| w.show_message.is_some()),
            renames_files: yes(workspace.and_then(|w| w.file_operations.as_ref()).map(|f| f.will_rename)),
            opens_answers: announced("documents"),
            hears_status: announced("status"),
            applies_edits: yes(workspace.map(|w| w.apply_edit)),
            shows_references: announced("references"),
            progress: yes(capabilities.window.as_ref().map(|w| w.work_done_progress)),
        }
    }
}

/// Whether a client keeps the data of code actions and asks for their edits.
fn resolves_edits(actions: &lsp::CodeActionClientCapabilities) -> bool {
    let resolves = actions.resolve_support.as_ref().is_some_and(|s| s.properties.iter().any(|p| p == "edit"));
    resolves && actions.data_support == Some(true)
}

/// The first of the client's encodings, in its order of preference. The server supports all encodings of the protocol.
fn encoding(capabilities: &lsp::ClientCapabilities) -> Encoding {
    let offered = capabilities.general.as_ref().and_then(|g| g.position_encodings.as_ref());
    let known = |kind: &lsp::PositionEncodingKind| match kind.as_str() {
        "utf-8" => Some(Encoding::Utf8),
        "utf-16" => Some(Encoding::Utf16),
        "utf-32" => Some(Encoding::Utf32),
        _ => None,
    };
    offered.and_then(|kinds| kinds.iter().find_map(known)).unwrap_or_default()
}
