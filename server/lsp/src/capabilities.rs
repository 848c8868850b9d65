//! What client and server tell each other that they can.

use agmark_syntax::{AnyFormat, Encoding, Registry};
use lsp_types as lsp;

use crate::features::commands;
use crate::task::Tasks;
use crate::to_proto::TOKEN_TYPES;

/// What of a client's capabilities changes our answers.
#[derive(Clone, Debug, Default)]
pub struct ClientCan {
    pub encoding: Encoding,
    pub pull_diagnostics: bool,
    pub refresh_diagnostics: bool,
    pub diagnostic_versions: bool,
    pub related_information: bool,
    pub diagnostic_tags: Vec<lsp::DiagnosticTag>,
    pub hierarchical_symbols: bool,
    pub definition_links: bool,
    pub document_changes: bool,
    pub whole_lines_fold: bool,
    pub fold_limit: Option<usize>,
    pub hover_markdown: bool,
    pub snippets: bool,
    pub code_action_literals: bool,
    pub prepare_rename: bool,
    pub configuration: bool,
    pub register_configuration: bool,
    pub register_watchers: bool,
    pub progress: bool,
    /// What it does to files, besides editing them, where an edit says so.
    pub file_operations: Vec<lsp::ResourceOperationKind>,
    /// It shows a document that the server names.
    pub shows_documents: bool,
    /// It asks people questions for the server.
    pub asks: bool,
    /// It tells of files before they get another name.
    pub renames_files: bool,
    /// It opens the documents in the answers of commands by itself (experimental: `agmark.documents`).
    pub opens_answers: bool,
    /// It takes `agmark/status` (experimental: `agmark.status`).
    pub hears_status: bool,
    /// It applies edits that the server sends.
    pub applies_edits: bool,
    /// It has a command that shows places (experimental: `agmark.references`).
    pub shows_references: bool,
}

impl ClientCan {
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

/// The first of the client's encodings, in its order of preference; all of the protocol's are known here.
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

fn some(all: Vec<String>) -> Option<Vec<String>> {
    (!all.is_empty()).then_some(all)
}

/// The commands of all formats and tasks.
fn all_commands(registry: &Registry, tasks: &Tasks) -> Vec<String> {
    let mut all = commands::all(registry);
    all.extend(tasks.iter().flat_map(|task| task.commands()).map(|command| command.id.to_owned()));
    all
}

/// That the server wants to be told of files before they get another name.
fn renames() -> lsp::WorkspaceFileOperationsServerCapabilities {
    let filter = |kind| lsp::FileOperationFilter {
        scheme: Some("file".to_owned()),
        pattern: lsp::FileOperationPattern { glob: "**/*".to_owned(), matches: Some(kind), options: None },
    };
    let kinds = [lsp::FileOperationPatternKind::File, lsp::FileOperationPatternKind::Folder];
    lsp::WorkspaceFileOperationsServerCapabilities {
        will_rename: Some(lsp::FileOperationRegistrationOptions { filters: kinds.map(filter).into() }),
        ..Default::default()
    }
}

/// Characters of all formats, for a request that an editor makes after them.
fn characters(registry: &Registry, of: fn(&dyn AnyFormat) -> &'static [char]) -> Vec<String> {
    let mut all: Vec<String> = registry.formats().flat_map(|f| of(&**f)).map(char::to_string).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// What is advertised to this client: only what it can use, and only what is handled.
pub fn server(client: &ClientCan, registry: &Registry, tasks: &Tasks) -> lsp::ServerCapabilities {
    let formatting = registry.formats().any(|f| f.info().can_format);
    lsp::ServerCapabilities {
        position_encoding: Some(match client.encoding {
            Encoding::Utf8 => lsp::PositionEncodingKind::UTF8,
            Encoding::Utf16 => lsp::PositionEncodingKind::UTF16,
            Encoding::Utf32 => lsp::PositionEncodingKind::UTF32,
        }),
        text_document_sync: Some(lsp::TextDocumentSyncCapability::Options(lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::INCREMENTAL),
            save: Some(lsp::TextDocumentSyncSaveOptions::Supported(true)),
            ..Default::default()
        })),
        hover_provider: Some(lsp::HoverProviderCapability::Simple(true)),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: some(characters(registry, |f| f.info().triggers.completion)),
            resolve_provider: Some(false),
            ..Default::default()
        }),
        definition_provider: Some(lsp::OneOf::Left(true)),
        references_provider: Some(lsp::OneOf::Left(true)),
        document_highlight_provider: Some(lsp::OneOf::Left(true)),
        document_symbol_provider: Some(lsp::OneOf::Left(true)),
        workspace_symbol_provider: Some(lsp::OneOf::Left(true)),
        folding_range_provider: Some(lsp::FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(lsp::SelectionRangeProviderCapability::Simple(true)),
        document_link_provider: Some(lsp::DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: Default::default(),
        }),
        signature_help_provider: some(characters(registry, |f| f.info().triggers.signature)).map(
            |triggers| lsp::SignatureHelpOptions { trigger_characters: Some(triggers), ..Default::default() },
        ),
        document_on_type_formatting_provider: some(characters(registry, |f| f.info().triggers.on_type)).map(
            |mut triggers| lsp::DocumentOnTypeFormattingOptions {
                first_trigger_character: triggers.remove(0),
                more_trigger_character: some(triggers),
            },
        ),
        code_lens_provider: Some(lsp::CodeLensOptions { resolve_provider: Some(true) }),
        inlay_hint_provider: Some(lsp::OneOf::Left(true)),
        call_hierarchy_provider: Some(lsp::CallHierarchyServerCapability::Simple(true)),
        execute_command_provider: some(all_commands(registry, tasks)).map(|commands| {
            lsp::ExecuteCommandOptions { commands, work_done_progress_options: Default::default() }
        }),
        document_formatting_provider: formatting.then_some(lsp::OneOf::Left(true)),
        document_range_formatting_provider: formatting.then_some(lsp::OneOf::Left(true)),
        rename_provider: Some(if client.prepare_rename {
            lsp::OneOf::Right(lsp::RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: Default::default(),
            })
        } else {
            lsp::OneOf::Left(true)
        }),
        code_action_provider: client.code_action_literals.then(|| {
            lsp::CodeActionProviderCapability::Options(lsp::CodeActionOptions {
                code_action_kinds: Some(vec![
                    lsp::CodeActionKind::QUICKFIX,
                    lsp::CodeActionKind::REFACTOR_EXTRACT,
                    lsp::CodeActionKind::REFACTOR_INLINE,
                    lsp::CodeActionKind::REFACTOR_REWRITE,
                    lsp::CodeActionKind::SOURCE,
                    lsp::CodeActionKind::SOURCE_FIX_ALL,
                ]),
                ..Default::default()
            })
        }),
        semantic_tokens_provider: Some(
            lsp::SemanticTokensOptions {
                legend: lsp::SemanticTokensLegend {
                    token_types: TOKEN_TYPES.to_vec(),
                    token_modifiers: Vec::new(),
                },
                range: Some(true),
                full: Some(lsp::SemanticTokensFullOptions::Delta { delta: Some(true) }),
                ..Default::default()
            }
            .into(),
        ),
        diagnostic_provider: client.pull_diagnostics.then(|| {
            lsp::DiagnosticServerCapabilities::Options(lsp::DiagnosticOptions {
                identifier: Some("agmark".to_owned()),
                inter_file_dependencies: true,
                workspace_diagnostics: true,
                work_done_progress_options: Default::default(),
            })
        }),
        workspace: Some(lsp::WorkspaceServerCapabilities {
            workspace_folders: Some(lsp::WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(lsp::OneOf::Left(true)),
            }),
            file_operations: client.renames_files.then(renames),
        }),
        ..Default::default()
    }
}
