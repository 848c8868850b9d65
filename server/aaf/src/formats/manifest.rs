//! The format of manifest files.

use agmark_syntax::cuts::{LineScan, State};
use agmark_syntax::{
    Action, Candidate, Claim, Completion, Document, Findings, Fold, Format, FormatInfo, Hover, Lens,
    LensOptions, Name, Namespace, Outcome, Piece, Request, Span, Triggers, World,
};

use super::evidence;
use crate::analysis;
use crate::analysis::chunk::{Analysis, ChunkData};
use crate::cross_file;
use crate::cross_file::summary::FileSummary;
use crate::syntax::manifest::{self, ManifestScan, PieceStart};
use crate::vocabulary::namespaces;
use crate::{ide, rules};

/// The highlighting query for manifests.
pub const MANIFEST_HIGHLIGHTS: &str = include_str!("../../queries/json-highlights.scm");

/// The name of manifest files, or the end of it.
const FILE_NAME: &str = "agent-manifest.json";

/// Manifest files.
pub struct Manifests;

/// Whether a file has the name of a manifest: `agent-manifest.json`, `shop.agent-manifest.json`.
fn is_named(file: &Candidate<'_>) -> bool {
    let name = file.path.and_then(|path| path.file_name()).and_then(|name| name.to_str()).unwrap_or("");
    let name = name.to_ascii_lowercase();
    name.strip_suffix(FILE_NAME).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

impl Format for Manifests {
    const INFO: FormatInfo = FormatInfo {
        language_ids: &["agent-manifest"],
        // Other projects have files with this name too.
        candidate_extensions: &[FILE_NAME],
        describes: Some(&[".well-known", "public"]),
        reads_tree: false,
        highlights: MANIFEST_HIGHLIGHTS,
        rules: &rules::MANIFEST_RULES,
        namespaces: &[
            Namespace { space: namespaces::FIELD, is_offered: false, ..Namespace::DEFAULT },
            Namespace { space: namespaces::ACTION, is_called: true, ..Namespace::DEFAULT },
        ],
        triggers: Triggers { completion: &['"'], signature: &[], on_type: &[] },
        commands: ide::commands::MANIFEST,
        ..FormatInfo::new("aaf", "AAF manifest", tree_sitter_json::LANGUAGE)
    };
    type Chunk = ChunkData;
    type Summary = FileSummary;

    fn accepts(&self, head: &str) -> bool {
        evidence::may_be_manifest(head)
    }

    fn claim(&self, file: &Candidate<'_>) -> Claim {
        if !is_named(file) {
            Claim::None
        } else if evidence::of_manifest(file.text) {
            Claim::Own
        } else {
            Claim::Help
        }
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(ManifestScan::new(state))
    }

    fn analyze(&self, piece: &Piece<'_>) -> Analysis {
        analysis::manifest_piece(piece.text, &PieceStart::of(piece.state))
    }

    fn enclosed(&self, text: &str, state: &State) -> Option<(String, usize)> {
        manifest::enclosed(text, state)
    }

    fn check_across_files(&self, document: &Document, world: &dyn World) -> Findings {
        let groups = cross_file::manifest_group::groups(document);
        let mut found = cross_file::manifest::check(document, &groups);
        let is_readable = groups.last().is_some_and(|(_, last)| last.open.is_empty())
            && !groups.iter().any(|(_, group)| group.is_broken);
        if is_readable {
            found.extend(cross_file::on_no_page::check(document, world));
        }
        found.into()
    }

    fn check_name(&self, name: &Name, new: &str) -> Result<String, String> {
        namespaces::check(name, new)
    }

    fn hover(&self, document: &Document, _world: &dyn World, offset: usize) -> Option<Hover> {
        ide::hover::manifest_file(document, offset)
    }

    fn completions(&self, document: &Document, _world: &dyn World, offset: usize) -> Vec<Completion> {
        ide::completion::manifest_file(document, offset)
    }

    fn wide_folds(&self, document: &Document) -> Vec<Fold> {
        analysis::manifest_outline::wide_folds(document)
    }

    fn code_lenses(&self, document: &Document, world: &dyn World, _show: LensOptions) -> Vec<Lens> {
        ide::code_lens::manifest(document, world)
    }

    fn code_actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
        ide::actions::manifest(document, world, selection)
    }

    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
        ide::commands::execute(command, request, None)
    }
}
