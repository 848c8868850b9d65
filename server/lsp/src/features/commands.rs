//! Executes the commands of formats.

use agmark_syntax::{
    AnyFormat, Command, Document, Edit, FileChange, LfDocument, NewDocument, Outcome, Request, Span,
};
use lsp_types as lsp;
use serde_json::{Map, Value};

use crate::features::workspace_edits;
use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::{RequestedDocument, Snapshot};

/// The commands for documents of all formats.
pub static COMMANDS: &[Command] = &[Command {
    id: TOKENS,
    title: "Return the Tokens of a Document",
    help: "Returns `{\"tokens\": 12}`: what the document costs a model, in tokens of cl100k.",
}];

const TOKENS: &str = "agmark.documentTokens";

/// The option with a text that a command is about, instead of the document.
const TEXT: &str = "text";

/// The effect and the answer of a command.
#[derive(Debug, Default)]
pub struct Effect {
    pub answer: Value,
    pub edit: Option<lsp::WorkspaceEdit>,
    pub written: Option<NewDocument>,
    pub said: Option<String>,
    /// A message to show after the edit is applied, because a person does not see all of it.
    pub done: Option<String>,
}

/// A command with its argument, as a client sends it back: one object with the URI, the range and the options.
pub fn request(
    snapshot: &Snapshot,
    asked: &RequestedDocument<'_>,
    title: String,
    id: &str,
    selection: Span,
    options: &Value,
) -> lsp::Command {
    let mut argument = options.as_object().cloned().unwrap_or_default();
    let range = to_proto::range(asked.document.text(), selection, snapshot.encoding());
    argument.insert("uri".to_owned(), Value::from(asked.open.uri.as_str()));
    argument.insert("range".to_owned(), serde_json::to_value(range).unwrap_or_default());
    lsp::Command { title, command: id.to_owned(), arguments: Some(vec![Value::Object(argument)]) }
}

/// The title of a command.
pub fn title(snapshot: &Snapshot, id: &str) -> String {
    let mut all = snapshot.registry.formats().flat_map(|format| format.info().commands).chain(COMMANDS);
    all.find(|command| command.id == id).map_or(id, |command| command.title).to_owned()
}

/// Executes the command `id`.
///
/// # Errors
/// A message for the person: why the command failed.
pub fn execute(snapshot: &Snapshot, id: &str, arguments: &[Value]) -> Result<Effect, String> {
    let mut knowing = snapshot.registry.formats().filter(|f| f.info().commands.iter().any(|c| c.id == id));
    let first = knowing.next();
    if first.is_none() && id != TOKENS {
        return Err(format!(
            "unknown command \"{id}\": update agmark or the editor's extension to the same version"
        ));
    }
    let (uri, range, options) = read(arguments)?;
    let path = snapshot.key(&uri);
    let document = snapshot
        .document(&path)
        .or_else(|| Some(snapshot.guest(&uri)?.document.clone()))
        .ok_or_else(|| format!("agmark does not know the document {}: open it first", path.display()))?;
    let Some(first) = first else {
        return Ok(tokens(&document));
    };
    let own = &**document.format();
    let format = if own.info().commands.iter().any(|command| command.id == id) {
        own
    } else if options.get(TEXT).is_some() {
        &**first
    } else {
        let (title, is) = (first.info().title, own.info().title);
        return Err(format!("\"{id}\" is for {title}, but {} is {is}", path.display()));
    };
    let text = document.text();
    let selection = match range {
        Some(range) => from_proto::span(text, range, snapshot.encoding()),
        None => Span::at(0),
    };
    let view = snapshot.view(&path, format);
    let plain = LfDocument::of(&document);
    let selection = plain.span(selection);
    let request = Request { document: plain.document(), world: &view, selection, options: &options };
    let outcome = match format.execute(id, &request)? {
        Outcome::Edits(edits) => Outcome::Edits(plain.edits(edits)),
        Outcome::Change(files) => Outcome::Change(plain.files(&path, files)),
        outcome => outcome,
    };
    effect(snapshot, outcome, &|edits| {
        workspace_edits::untouched(snapshot, &path)?;
        let file = workspace_edits::in_file(snapshot, &path, text, &edits);
        file.map(|file| workspace_edits::workspace_edit(snapshot, vec![file]))
            .ok_or_else(|| format!("{} has no URI", path.display()))
    })
}

/// The effect of an outcome, if the client supports it. `own` makes the edit of the requested document.
pub fn effect(
    snapshot: &Snapshot,
    outcome: Outcome,
    own: &dyn Fn(Vec<Edit>) -> Result<lsp::WorkspaceEdit, String>,
) -> Result<Effect, String> {
    let edits = matches!(outcome, Outcome::Change(_) | Outcome::Edits(_));
    if edits && !snapshot.client.applies_edits {
        return Err("this editor does not apply edits of a language server".to_owned());
    }
    Ok(match outcome {
        Outcome::Change(changes) => changed(snapshot, &changes)?,
        Outcome::Edits(edits) if edits.is_empty() => Effect::default(),
        Outcome::Edits(edits) => Effect { edit: Some(own(edits)?), ..Effect::default() },
        Outcome::Document(written) => {
            let answer = serde_json::json!({
                "name": written.name,
                "language": written.language,
                "text": written.text,
                "note": written.note,
            });
            Effect { answer, written: Some(written), ..Effect::default() }
        }
        Outcome::Value(answer) => Effect { answer, ..Effect::default() },
        Outcome::Message(said) => Effect { said: Some(said), ..Effect::default() },
    })
}

/// What a document costs a model, in tokens of cl100k.
fn tokens(document: &Document) -> Effect {
    let text = document.text();
    let count = agmark_tokens::count(&text.slice(0..text.len()));
    Effect { answer: serde_json::json!({ "tokens": count }), ..Effect::default() }
}

fn changed(snapshot: &Snapshot, changes: &[FileChange]) -> Result<Effect, String> {
    if changes.is_empty() {
        return Ok(Effect::default());
    }
    let done = (changes.len() > 1).then(|| counted(changes));
    Ok(Effect { edit: Some(workspace_edits::changes(snapshot, changes)?), done, ..Effect::default() })
}

/// The numbers of changed files: `2 files changed, 1 created`.
fn counted(changes: &[FileChange]) -> String {
    let count = |is: fn(&FileChange) -> bool| changes.iter().filter(|change| is(change)).count();
    let edited = count(|change| matches!(change, FileChange::Edit { .. }));
    let files = if edited == 1 { "1 file changed".to_owned() } else { format!("{edited} files changed") };
    let others = [
        (count(|change| matches!(change, FileChange::Create { .. })), "created"),
        (count(|change| matches!(change, FileChange::Delete { .. })), "deleted"),
        (count(|change| matches!(change, FileChange::Rename { .. })), "renamed"),
    ];
    let others = others.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    std::iter::once(files).chain(others).collect::<Vec<_>>().join(", ")
}

/// The URI, range and options of the argument.
fn read(arguments: &[Value]) -> Result<(lsp::Uri, Option<lsp::Range>, Value), String> {
    let wrong = || "a command takes one object: {\"uri\": …, \"range\": …, and its options}".to_owned();
    let mut options: Map<String, Value> = match arguments.first() {
        Some(Value::Object(object)) => object.clone(),
        Some(Value::String(uri)) => [("uri".to_owned(), Value::from(uri.as_str()))].into_iter().collect(),
        _ => return Err(wrong()),
    };
    let uri = options.remove("uri").and_then(|uri| uri.as_str()?.parse().ok()).ok_or_else(wrong)?;
    let range = match options.remove("range") {
        None | Some(Value::Null) => None,
        Some(range) => Some(serde_json::from_value(range).map_err(|_| wrong())?),
    };
    Ok((uri, range, Value::Object(options)))
}

/// The ids of the commands of all formats.
pub fn all(registry: &agmark_syntax::Registry) -> Vec<String> {
    let of = |format: &std::sync::Arc<dyn AnyFormat>| {
        format.info().commands.iter().map(|c| c.id.to_owned()).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = registry.formats().flat_map(of).collect();
    all.extend(COMMANDS.iter().map(|command| command.id.to_owned()));
    all.sort_unstable();
    all.dedup();
    all
}
