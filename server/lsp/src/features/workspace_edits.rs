//! Edits of files in the form that the client supports.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use agmark_files::{Root, SafePath};
use agmark_syntax::{Edit, FileChange, Text};
use agmark_workspace::Stamp;
use lsp_types as lsp;

use crate::protocol::to_proto;
use crate::protocol::uris;
use crate::snapshot::{Documents, Snapshot};

/// Edits of several files, each with the version that they are for.
pub fn workspace_edit(
    snapshot: &Snapshot,
    files: Vec<(lsp::Uri, Option<i32>, Vec<lsp::TextEdit>)>,
) -> lsp::WorkspaceEdit {
    if !snapshot.client.document_changes {
        // The protocol requires a map by URI. The keys do not change.
        #[allow(clippy::mutable_key_type)]
        let changes: HashMap<_, _> = files.into_iter().map(|(uri, _, edits)| (uri, edits)).collect();
        return lsp::WorkspaceEdit { changes: Some(changes), ..Default::default() };
    }
    let edits = files.into_iter().map(|(uri, version, edits)| text_document_edit(uri, version, edits));
    lsp::WorkspaceEdit {
        document_changes: Some(lsp::DocumentChanges::Edits(edits.collect())),
        ..Default::default()
    }
}

/// Edits of several files with spans from the index. A closed file may have changed since it was read, an open one
/// since the request.
///
/// # Errors
/// A message for the person: which file has changed. Then nothing is changed.
pub fn elsewhere(
    snapshot: &Snapshot,
    edits: &[(Arc<Path>, Vec<Edit>)],
) -> Result<lsp::WorkspaceEdit, String> {
    let mut files = Vec::new();
    for (path, edits) in edits {
        let text = current(snapshot, path)?;
        let uri = address(snapshot, path)?;
        let mut edits: Vec<_> = edits.clone();
        edits.sort_by_key(|edit| edit.span);
        let overlap = edits.windows(2).any(|two| two[0].span.end > two[1].span.start);
        let beyond = edits.iter().any(|edit| edit.span.end as usize > text.len());
        if overlap || beyond {
            return Err(changed(path));
        }
        files.extend(in_file(snapshot, path, &text, &edits).map(|(_, version, edits)| (uri, version, edits)));
    }
    Ok(workspace_edit(snapshot, files))
}

/// The text of a file, if it is the text in the index.
fn current(snapshot: &Snapshot, path: &Path) -> Result<Text, String> {
    untouched(snapshot, path)?;
    if let Some(open) = snapshot.documents.get(path) {
        return Ok(open.text.clone());
    }
    let text = snapshot.disk.current_text(path).map_err(|error| format!("{error}. Nothing was changed"))?;
    let known = snapshot.index.file(path).map(|file| file.stamp);
    if known.is_some_and(|known| known != Stamp::of(text.pieces())) {
        return Err(changed(path));
    }
    Ok(text)
}

/// Checks that an open document has not changed since the request.
///
/// # Errors
/// A message for the person, if it has changed or its text is not known.
pub fn untouched(snapshot: &Snapshot, path: &Path) -> Result<(), String> {
    snapshot.in_step(path)?;
    let state = |documents: &Documents| documents.get(path).map(|open| open.state);
    match &snapshot.later {
        Some(later) if state(later) != state(&snapshot.documents) => Err(changed(path)),
        _ => Ok(()),
    }
}

/// The message about a changed file.
fn changed(path: &Path) -> String {
    format!("{} has changed, and no file was edited: try again", path.display())
}

/// Edits of one file, with positions in its text.
pub fn in_file(
    snapshot: &Snapshot,
    path: &Path,
    text: &Text,
    edits: &[Edit],
) -> Option<(lsp::Uri, Option<i32>, Vec<lsp::TextEdit>)> {
    let edits = edits.iter().map(|edit| to_proto::text_edit(text, edit, snapshot.encoding())).collect();
    let version = snapshot.documents.get(path).map(|open| open.version);
    Some((snapshot.uri(path)?, version, edits))
}

/// Changes of files as one edit, in an order in which each step is possible.
///
/// # Errors
/// A message for the person: a file has changed or exists, or the client does not support the change.
pub fn changes(snapshot: &Snapshot, changes: &[FileChange]) -> Result<lsp::WorkspaceEdit, String> {
    let mut edited = Vec::new();
    let mut steps = Steps::default();
    for change in changes {
        let path = change.path();
        // An open document may be anywhere, because the person has opened it.
        if !matches!(change, FileChange::Edit { .. }) || !snapshot.documents.contains_key(path) {
            guard(snapshot, path)?;
        }
        match change {
            FileChange::Edit { before, edits, .. } => {
                let now = unchanged(snapshot, path, before)?;
                edited.extend(in_file(snapshot, path, &now, edits));
            }
            FileChange::Create { text, .. } => {
                can(snapshot, lsp::ResourceOperationKind::Create, path)?;
                free(snapshot, path)?;
                let uri = address(snapshot, path)?;
                let edit = lsp::TextEdit { range: lsp::Range::default(), new_text: text.clone() };
                steps.made.push(operation(lsp::ResourceOp::Create(lsp::CreateFile {
                    uri: uri.clone(),
                    options: None,
                    annotation_id: None,
                })));
                if !text.is_empty() {
                    steps.made.push(edit_of(text_document_edit(uri, None, vec![edit])));
                }
            }
            FileChange::Delete { before, .. } => {
                can(snapshot, lsp::ResourceOperationKind::Delete, path)?;
                unchanged(snapshot, path, before)?;
                let uri = address(snapshot, path)?;
                let file = lsp::DeleteFile { uri, options: None };
                steps.gone.push(operation(lsp::ResourceOp::Delete(file)));
            }
            FileChange::Rename { to, before, edits, .. } => {
                can(snapshot, lsp::ResourceOperationKind::Rename, path)?;
                guard(snapshot, to)?;
                let now = unchanged(snapshot, path, before)?;
                free(snapshot, to)?;
                // Edited under its old name, where an open document has its version.
                edited.extend(in_file(snapshot, path, &now, edits).filter(|_| !edits.is_empty()));
                steps.moved.push(operation(lsp::ResourceOp::Rename(lsp::RenameFile {
                    old_uri: address(snapshot, path)?,
                    new_uri: address(snapshot, to)?,
                    options: None,
                    annotation_id: None,
                })));
            }
        }
    }
    if steps.is_empty() {
        return Ok(workspace_edit(snapshot, edited));
    }
    let edited =
        edited.into_iter().map(|(uri, version, edits)| edit_of(text_document_edit(uri, version, edits)));
    let all = steps.made.into_iter().chain(edited).chain(steps.moved).chain(steps.gone);
    Ok(lsp::WorkspaceEdit {
        document_changes: Some(lsp::DocumentChanges::Operations(all.collect())),
        ..Default::default()
    })
}

/// The steps that create and rename files.
#[derive(Default)]
struct Steps {
    made: Vec<lsp::DocumentChangeOperation>,
    moved: Vec<lsp::DocumentChangeOperation>,
    gone: Vec<lsp::DocumentChangeOperation>,
}

impl Steps {
    fn is_empty(&self) -> bool {
        self.made.is_empty() && self.moved.is_empty() && self.gone.is_empty()
    }
}

fn operation(operation: lsp::ResourceOp) -> lsp::DocumentChangeOperation {
    lsp::DocumentChangeOperation::Op(operation)
}

fn edit_of(edit: lsp::TextDocumentEdit) -> lsp::DocumentChangeOperation {
    lsp::DocumentChangeOperation::Edit(edit)
}

fn address(snapshot: &Snapshot, path: &Path) -> Result<lsp::Uri, String> {
    snapshot.uri(path).ok_or_else(|| format!("{} has no URI", path.display()))
}

/// The text of a file, if it equals `before`.
fn unchanged(snapshot: &Snapshot, path: &Path, before: &str) -> Result<Text, String> {
    address(snapshot, path)?;
    untouched(snapshot, path)?;
    let now = snapshot.text(path).ok_or_else(|| format!("{} cannot be read", path.display()))?;
    if now.to_string() == before {
        return Ok(now);
    }
    Err(format!("{} has changed or is not saved: save it and try again", path.display()))
}

/// Checks that a document may change the file at `path`: it must be in a folder that the person opened, without a link
/// or `.git` on the way.
fn guard(snapshot: &Snapshot, path: &Path) -> Result<(), String> {
    let check = |root: &Path| {
        let safe = SafePath::below(root, path).map_err(|error| error.to_string())?;
        Root::open(root).and_then(|root| root.check(&safe)).map_err(|error| error.to_string())
    };
    let mut refused = None;
    for root in snapshot.roots.iter().filter(|root| path.starts_with(root)) {
        match check(root) {
            Ok(()) => return Ok(()),
            Err(why) => refused = Some(why),
        }
    }
    match (refused, path.parent()) {
        (Some(why), _) => Err(format!("{why}: nothing was changed")),
        // A document outside of the workspace may use its own folder.
        (None, Some(folder)) => match check(folder) {
            // The folder is created with the file.
            Err(_) if !folder.exists() => Ok(()),
            done => done,
        },
        (None, None) => Err(format!("{} is not a file", path.display())),
    }
}

/// Checks that no file and no unsaved document exists at a path.
fn free(snapshot: &Snapshot, path: &Path) -> Result<(), String> {
    if snapshot.documents.contains_key(path) || path.symlink_metadata().is_ok() {
        return Err(format!("{} already exists: move it away or choose another name", path.display()));
    }
    Ok(())
}

/// Checks that the client supports a kind of file operation.
fn can(snapshot: &Snapshot, kind: lsp::ResourceOperationKind, path: &Path) -> Result<(), String> {
    if snapshot.client.file_operations.contains(&kind) {
        return Ok(());
    }
    let (done, name) = match kind {
        lsp::ResourceOperationKind::Create => ("made", "create"),
        lsp::ResourceOperationKind::Delete => ("removed", "delete"),
        _ => ("renamed", "rename"),
    };
    Err(format!(
        "{} would have to be {done}, which this editor does not do for a language server (it does not announce \
         \"{name}\" among its resource operations): nothing was changed",
        path.display()
    ))
}

fn text_document_edit(
    uri: lsp::Uri,
    version: Option<i32>,
    edits: Vec<lsp::TextEdit>,
) -> lsp::TextDocumentEdit {
    lsp::TextDocumentEdit {
        text_document: lsp::OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: edits.into_iter().map(lsp::OneOf::Left).collect(),
    }
}

/// The edits of links to and in files that are renamed.
///
/// # Errors
/// A message for the person: why the links cannot be changed.
pub fn will_rename(
    snapshot: &Snapshot,
    params: &lsp::RenameFilesParams,
) -> Result<Option<lsp::WorkspaceEdit>, String> {
    let path = |uri: &str| uri.parse().ok().and_then(|uri| uris::to_path(&uri));
    // The new name and its folder may not exist yet, so it is used as written.
    let old = |uri: &str| path(uri).map(|path| snapshot.addresses.named(&path));
    let renames: Vec<_> =
        params.files.iter().filter_map(|file| Some((old(&file.old_uri)?, path(&file.new_uri)?))).collect();
    let edits =
        agmark_workspace::file_renames::edits(&snapshot.index, &renames, &mut |path| snapshot.text(path));
    if edits.is_empty() {
        return Ok(None);
    }
    elsewhere(snapshot, &edits).map(Some)
}
