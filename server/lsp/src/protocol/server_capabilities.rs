//! The server's capabilities.

use agmark_syntax::{AnyFormat, Encoding, Registry};
use lsp_types as lsp;

use crate::features::commands;
use crate::protocol::client_capabilities::ClientCapabilities;
use crate::protocol::to_proto::TOKEN_TYPES;
use crate::task::Tasks;

fn some(all: Vec<String>) -> Option<Vec<String>> {
    (!all.is_empty()).then_some(all)
}

/// The commands of all formats and tasks.
fn all_commands(registry: &Registry, tasks: &Tasks) -> Vec<String> {
    let mut all = commands::all(registry);
    all.extend(tasks.iter().flat_map(|task| task.commands()).map(|command| command.id.to_owned()));
    all
}

/// The registration for files that will be renamed.
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

/// The trigger characters of all formats for a request.
fn characters(registry: &Registry, of: fn(&dyn AnyFormat) -> &'static [char]) -> Vec<String> {
    let mut all: Vec<String> = registry.formats().flat_map(|f| of(&**f)).map(char::to_string).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The capabilities for a client: those that it can use and the server handles.
pub fn server(client: &ClientCapabilities, registry: &Registry, tasks: &Tasks) -> lsp::ServerCapabilities {
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
        code_action_provider: client.code_action_literals.then(|| code_actions(client.resolves_actions)),
        semantic_tokens_provider: Some(semantic_tokens()),
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

fn code_actions(resolves: bool) -> lsp::CodeActionProviderCapability {
    lsp::CodeActionProviderCapability::Options(lsp::CodeActionOptions {
        code_action_kinds: Some(vec![
            lsp::CodeActionKind::QUICKFIX,
            lsp::CodeActionKind::REFACTOR_EXTRACT,
            lsp::CodeActionKind::REFACTOR_INLINE,
            lsp::CodeActionKind::REFACTOR_REWRITE,
            lsp::CodeActionKind::SOURCE,
            lsp::CodeActionKind::SOURCE_FIX_ALL,
        ]),
        resolve_provider: resolves.then_some(true),
        ..Default::default()
    })
}

fn semantic_tokens() -> lsp::SemanticTokensServerCapabilities {
    lsp::SemanticTokensOptions {
        legend: lsp::SemanticTokensLegend { token_types: TOKEN_TYPES.to_vec(), token_modifiers: Vec::new() },
        range: Some(true),
        full: Some(lsp::SemanticTokensFullOptions::Delta { delta: Some(true) }),
        ..Default::default()
    }
    .into()
}
