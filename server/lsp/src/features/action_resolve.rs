//! Code actions without their edits, for clients that ask for the edit of the chosen action. Computing and sending all
//! edits at each move of the cursor takes long in a large document.

use lsp_types as lsp;
use serde::{Deserialize, Serialize};

use crate::features::actions::{self, Edits};
use crate::snapshot::Snapshot;
use crate::task::Tasks;

/// The data of an action that the client sends back to get its edit.
#[derive(Deserialize, Serialize)]
struct Data {
    uri: lsp::Uri,
    version: i32,
    range: lsp::Range,
    /// The number of earlier actions with this title and kind.
    number: usize,
}

/// The actions, without edits if the client resolves them.
pub fn actions(
    snapshot: &Snapshot,
    tasks: &Tasks,
    params: &lsp::CodeActionParams,
) -> Option<lsp::CodeActionResponse> {
    if !snapshot.client.resolves_actions {
        return actions::actions(snapshot, tasks, params, Edits::All);
    }
    let mut all = actions::actions(snapshot, tasks, params, Edits::ForSelection)?;
    let uri = &params.text_document.uri;
    let version = snapshot.opened(uri).map_or(0, |(_, open)| open.version);
    let mut seen: Vec<(String, Option<lsp::CodeActionKind>)> = Vec::new();
    for action in &mut all {
        let lsp::CodeActionOrCommand::CodeAction(action) = action else { continue };
        if action.edit.take().is_none() && action.command.is_some() {
            continue;
        }
        let name = (action.title.clone(), action.kind.clone());
        let number = seen.iter().filter(|other| **other == name).count();
        seen.push(name);
        let data = Data { uri: uri.clone(), version, range: params.range, number };
        action.data = serde_json::to_value(data).ok();
    }
    Some(all)
}

/// The action with its edit.
///
/// # Errors
/// If the document has changed since the actions were listed.
pub fn resolve(
    snapshot: &Snapshot,
    tasks: &Tasks,
    action: lsp::CodeAction,
) -> Result<lsp::CodeAction, String> {
    let data = action.data.clone().and_then(|data| serde_json::from_value::<Data>(data).ok());
    let Some(data) = data else { return Ok(action) };
    let version = snapshot.opened(&data.uri).map(|(_, open)| open.version);
    if version != Some(data.version) {
        return Err("the document has changed: choose the action again".to_owned());
    }
    let params = lsp::CodeActionParams {
        text_document: lsp::TextDocumentIdentifier { uri: data.uri },
        range: data.range,
        context: lsp::CodeActionContext {
            only: action.kind.clone().map(|kind| vec![kind]),
            ..Default::default()
        },
        work_done_progress_params: Default::default(),
        partial_result_params: Default::default(),
    };
    let all = actions::actions(snapshot, tasks, &params, Edits::All).unwrap_or_default();
    let mut same = all.into_iter().filter_map(|one| match one {
        lsp::CodeActionOrCommand::CodeAction(one) => {
            (one.title == action.title && one.kind == action.kind).then_some(one)
        }
        lsp::CodeActionOrCommand::Command(_) => None,
    });
    let edit = same.nth(data.number).and_then(|one| one.edit);
    let edit = edit.ok_or("the action is not possible any more: choose it again")?;
    Ok(lsp::CodeAction { edit: Some(edit), ..action })
}
