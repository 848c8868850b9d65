//! Edits of files in the form that the client takes.

use std::collections::HashMap;
use std::path::Path;

use agmark_syntax::{Edit, FileChange, Text};
use lsp_types as lsp;

use crate::snapshot::Snapshot;
use crate::{paths, to_proto};

/// Edits of several files, each with the version that they are for.
pub fn workspace_edit(
    snapshot: &Snapshot,
    files: Vec<(lsp::Uri, Option<i32>, Vec<lsp::TextEdit>)>,
) -> lsp::WorkspaceEdit {
    if !snapshot.client.document_changes {
        // A map by address, as the protocol has it; addresses do not change while they are keys.
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

/// Edits of one file, counted in its text.
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

/// What a format wants to change in files, some of them new.
///
/// # Errors
/// In a sentence for people: a file changed meanwhile or is there already, or the client makes no files.
pub fn changes(snapshot: &Snapshot, changes: &[FileChange]) -> Result<lsp::WorkspaceEdit, String> {
    let mut edited = Vec::new();
    let mut made = Vec::new();
    for change in changes {
        let path = &*change.path;
        let uri = snapshot.uri(path).ok_or_else(|| format!("{} has no address", path.display()))?;
        match &change.before {
            Some(before) => {
                let now = snapshot.text(path).ok_or_else(|| format!("{} cannot be read", path.display()))?;
                if now.to_string() != *before {
                    return Err(format!("{} changed meanwhile: try again", path.display()));
                }
                edited.extend(in_file(snapshot, path, &now, &change.edits));
            }
            None => {
                if snapshot.text(path).is_some() {
                    return Err(format!(
                        "{} is there already: move it away or choose another name",
                        path.display()
                    ));
                }
                made.push((uri, Edit::apply("", &change.edits)));
            }
        }
    }
    if made.is_empty() {
        return Ok(workspace_edit(snapshot, edited));
    }
    if !snapshot.client.creates_files {
        return Err("this editor cannot make files for a language server".to_owned());
    }
    let mut operations = Vec::new();
    for (uri, text) in made {
        operations.push(lsp::DocumentChangeOperation::Op(lsp::ResourceOp::Create(lsp::CreateFile {
            uri: uri.clone(),
            options: None,
            annotation_id: None,
        })));
        let edit = lsp::TextEdit { range: lsp::Range::default(), new_text: text };
        operations.push(lsp::DocumentChangeOperation::Edit(text_document_edit(uri, None, vec![edit])));
    }
    for (uri, version, edits) in edited {
        operations.push(lsp::DocumentChangeOperation::Edit(text_document_edit(uri, version, edits)));
    }
    Ok(lsp::WorkspaceEdit {
        document_changes: Some(lsp::DocumentChanges::Operations(operations)),
        ..Default::default()
    })
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

/// Files that get another name: the links to them and in them.
pub fn will_rename(snapshot: &Snapshot, params: &lsp::RenameFilesParams) -> Option<lsp::WorkspaceEdit> {
    let path = |uri: &str| uri.parse().ok().and_then(|uri| paths::to_path(&uri));
    let renames: Vec<_> =
        params.files.iter().filter_map(|file| Some((path(&file.old_uri)?, path(&file.new_uri)?))).collect();
    let edits = agmark_workspace::moves::edits(&snapshot.index, &renames, &mut |path| snapshot.text(path));
    let files: Vec<_> = edits
        .iter()
        .filter_map(|(path, edits)| in_file(snapshot, path, &snapshot.text(path)?, edits))
        .collect();
    (!files.is_empty()).then(|| workspace_edit(snapshot, files))
}
