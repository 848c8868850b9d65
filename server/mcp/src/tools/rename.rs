//! `rename`: renames a name in all documents.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Edit, Span};
use agmark_workspace::Stamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::elements::counted;
use super::references;
use crate::{Access, Answer, Context, FileChange, Tool, ToolError, ToolInfo};

pub struct Rename;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// The name, as an id: `task`
    name: String,
    /// The new name
    to: String,
    /// A file that defines or uses the name; needed if different files have different names of this text
    #[serde(default)]
    path: Option<String>,
    /// Write nothing, only count
    #[serde(default)]
    preview: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The number of places in each file
    files: BTreeMap<String, usize>,
    places: usize,
}

impl Tool for Rename {
    const INFO: ToolInfo = ToolInfo {
        name: "rename",
        title: "Rename",
        description: "Renames a name with all its uses in all documents: everything or nothing.",
        examples: &[],
        access: Access::Write { destructive: false, idempotent: false, previews: true },
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        if !input.preview {
            context.check_may_write()?;
        }
        // A file that another program changed a moment ago counts, too.
        let moment = context.fresh_moment()?;
        let file = references::home(context, &moment, &input.name, input.path.as_deref())?;
        let found = references::with_name(&moment, &file, &input.name, |name| {
            let format = file.document()?.format();
            let new = format.check_name(&name.name, &input.to).map_err(ToolError::message)?;
            let locations = name.locations();
            if let Some(taken) = name.taken(&new, &locations) {
                let path = references::path_of(context, &file, &taken.path);
                let path = path.map_or_else(String::new, |path| format!(" in {path}"));
                let what = format!("{} {new} is already defined{path}", name.name.space);
                return Err(ToolError::new(what.trim(), "choose another name"));
            }
            // The index has only files.
            let has_new = || file.defined_names(&new).iter().any(|other| other.space == name.name.space);
            if file.path.remote_name().is_some() && new != *name.name.text && has_new() {
                let what = format!("{} {new} is already defined in {}", name.name.space, file.path);
                return Err(ToolError::new(what.trim(), "choose another name"));
            }
            Ok((new, locations))
        });
        let (new, locations) = found??;
        let mut spans: BTreeMap<Arc<Path>, Vec<Span>> = BTreeMap::new();
        for location in locations {
            spans.entry(location.path).or_default().push(location.span);
        }
        let mut changes = Vec::new();
        let mut files = BTreeMap::new();
        for (path, spans) in spans {
            context.check_cancelled()?;
            let shown = references::path_of(context, &file, &path).ok_or_else(|| {
                ToolError::new(format_args!("{} is outside of the roots", path.display()), "rename it there")
            })?;
            let file = references::loaded(context, &file, &shown)?;
            let known = moment.index.file(&path).map(|file| file.stamp);
            if known.is_some_and(|known| known != Stamp::of(std::iter::once(&*file.text))) {
                let what = format_args!("{shown} is being changed, and nothing was renamed");
                return Err(ToolError::new(what, "repeat the call"));
            }
            let edits: Vec<Edit> = spans.iter().map(|span| Edit::replace(*span, &new)).collect();
            files.insert(shown.shown().to_owned(), edits.len());
            let text = Edit::apply(&file.text, &edits);
            changes.push(FileChange { file, text });
        }
        if !input.preview {
            context.change_all(changes)?;
        }
        let places: usize = files.values().sum();
        let done = if input.preview { "would be renamed" } else { "renamed" };
        let (count, of) = (counted(places, "place"), counted(files.len(), "file"));
        let mut text = format!("{} → {new}: {count} in {of} {done}\n", input.name);
        files.iter().for_each(|(path, count)| text.push_str(&format!("{path} {count}\n")));
        Ok(Answer::new(text, Output { files, places }))
    }
}
