//! `references`: where a name is defined and used, in all documents.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Location, WantedUses};
use agmark_workspace::NameUse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::elements;
use crate::workspace::Moment;
use crate::{Access, Answer, Context, FilePath, LoadedFile, Paging, Row, Tool, ToolError, ToolInfo};

pub struct References;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// The name, as an id: `task`
    name: String,
    /// A file that defines or uses the name; needed if different files have different names of this text
    #[serde(default)]
    path: Option<String>,
    #[serde(flatten)]
    paging: Paging,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    places: Vec<NamePlace>,
}

#[derive(Clone, Serialize, JsonSchema)]
struct NamePlace {
    path: String,
    line: usize,
    /// Whether it defines the name; otherwise it uses it
    defines: bool,
    text: String,
}

impl Tool for References {
    const INFO: ToolInfo = ToolInfo {
        name: "references",
        title: "Find references",
        description: "Lists where a name is defined and used, in all documents.",
        examples: &[],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let moment = context.fresh_moment()?;
        let file = home(context, &moment, &input.name, input.path.as_deref())?;
        let found = with_name(&moment, &file, &input.name, |name| {
            let definitions = name.definitions();
            let is_definition =
                |place: &Location| definitions.iter().any(|d| d.path == place.path && d.span == place.span);
            let all = name.locations();
            all.into_iter().map(|place| (is_definition(&place), place)).collect::<Vec<_>>()
        })?;
        let rows = input.paging.page(context, found.len(), |number| {
            let (defines, location) = &found[number];
            let path = path_of(context, &file, &location.path);
            let file = path.as_ref().and_then(|path| loaded(context, &file, path).ok());
            let (line, text) = match file.as_ref().and_then(|file| file.document.as_ref()) {
                Some(document) => {
                    let at = location.span.start;
                    (elements::line(document, at), elements::line_text(document, at))
                }
                None => (1, String::new()),
            };
            let path =
                path.map_or_else(|| location.path.display().to_string(), |path| path.shown().to_owned());
            let kind = if *defines { "defines" } else { "uses" };
            let row = format!("{path}:{line} {kind} {text}");
            Ok(Row::new(row, NamePlace { path, line, defines: *defines, text }))
        })?;
        let (page, places, text) = rows.into_parts();
        Ok(Answer::new(text, Output { places }).with_page(page))
    }
}

/// The file in which a name is looked up: the named one, otherwise the only one that defines it.
///
/// # Errors
/// If no file defines the name, or several define different names of this text.
pub fn home(
    context: &Context,
    moment: &Moment,
    name: &str,
    path: Option<&str>,
) -> Result<Arc<LoadedFile>, ToolError> {
    if let Some(path) = path {
        return context.load(path);
    }
    let plain = plain(name);
    let mut homes = Vec::new();
    let mut known = Vec::new();
    for path in moment.index.paths() {
        context.check_cancelled()?;
        let Some(file) = moment.index.file(&path) else { continue };
        let mut definitions = file.definitions().iter();
        if let Some(definition) = definitions.find(|d| d.text == plain || d.text == name) {
            homes.push((path, definition.global));
        } else if known.len() < 10_000 {
            known.extend(file.definitions().iter().map(|d| d.text));
        }
    }
    match &homes[..] {
        [] => {
            let what = format_args!("no document defines {name}");
            Err(ToolError::unknown(what, plain, known.iter().copied(), "call `search` with names: true"))
        }
        [(path, _), rest @ ..]
            if rest.iter().all(|(_, global)| *global) && (rest.is_empty() || homes[0].1) =>
        {
            let path = context.workspace().known_path(path);
            let path = path.ok_or_else(|| ToolError::new("the file is gone", "repeat the call"))?;
            context.workspace().load(&path)
        }
        several => {
            let paths = several.iter().take(20).filter_map(|(path, _)| context.workspace().known_path(path));
            let paths: Vec<_> = paths.map(|path| path.shown().to_owned()).collect();
            let what = format_args!("several documents define {name}");
            Err(ToolError::new(what, format_args!("pass path: {}", paths.join(", "))))
        }
    }
}

/// The file of a place. The document in which the name was looked up does not have to be a file.
pub fn path_of(context: &Context, home: &LoadedFile, absolute: &Path) -> Option<FilePath> {
    if **home.path.absolute() == *absolute {
        return Some(home.path.clone());
    }
    context.workspace().known_path(absolute)
}

/// A file with places of a name. The document in which the name was looked up is the one that was read for it.
///
/// # Errors
/// If it cannot be read.
pub fn loaded(
    context: &Context,
    home: &Arc<LoadedFile>,
    path: &FilePath,
) -> Result<Arc<LoadedFile>, ToolError> {
    if home.path.remote_name().is_some() && home.path == *path {
        return Ok(Arc::clone(home));
    }
    context.workspace().load(path)
}

/// Calls `with` with the name in a file that defines or uses it.
///
/// # Errors
/// If the file has no such name.
pub fn with_name<T>(
    moment: &Moment,
    file: &LoadedFile,
    written: &str,
    with: impl FnOnce(&NameUse<'_>) -> T,
) -> Result<T, ToolError> {
    let document = file.document()?;
    let offset = match elements::find(file, written) {
        Ok(found) if found.iter().any(|element| element.definition.is_some()) => {
            let defined = found.iter().find(|element| element.definition.is_some());
            defined.map(|element| element.name_span.start)
        }
        found => {
            let plain = plain(written);
            let names = document.names().iter().filter(|(name, _)| *name.text == *plain);
            let used = names.filter_map(|(name, _)| document.references(name).first().copied());
            match used.map(|span| span.start).min() {
                Some(start) => Some(start),
                None => found?.first().map(|element| element.name_span.start),
            }
        }
    };
    let path = file.path.absolute();
    let view = moment.view(path, &**document.format());
    let name = offset
        .and_then(|at| NameUse::at(&moment.index, &view, path, document, at as usize, WantedUses::Places));
    let Some(name) = name else {
        let what = format_args!("{written} is not a name that documents refer to");
        return Err(ToolError::new(what, "call `outline` for the ids"));
    };
    Ok(with(&name))
}

/// A name without the sign with which references are written.
fn plain(name: &str) -> &str {
    name.trim().trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_')
}
