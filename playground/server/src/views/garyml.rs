//! `agmark garyml prompt`.

use std::path::{Path, PathBuf};

use agmark_garyml::prompt::{self, Files, PromptFormat};
use serde_json::{Value, json};

use super::{Request, counted};

/// The prompt of a document, in the format `form`.
pub fn prompt(request: &Request) -> Result<Value, String> {
    let form = request.text("form");
    let format = PromptFormat::named(form).ok_or_else(|| format!("unknown format `{form}`"))?;
    let text = request.text("text");
    let made = prompt::prompt(text, Path::new("/task.garyml"), &NoFiles, format)
        .ok_or_else(|| "the document is too large".to_owned())?;
    let mut answer = counted(&made.text);
    answer["whole"] = json!(agmark_tokens::count(text));
    answer["warnings"] = json!(made.warnings);
    Ok(answer)
}

/// A page has one document and no other files.
struct NoFiles;

impl Files for NoFiles {
    fn read(&self, path: &Path) -> Result<String, String> {
        Err(format!("{}: this page has no other files", path.display()))
    }

    fn project(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    fn defining(&self, _: &str) -> Vec<PathBuf> {
        Vec::new()
    }

    fn commands(&self) -> Vec<String> {
        Vec::new()
    }
}
