//! Renders the prompt of a document.

use std::path::{Path, PathBuf};

use agmark_syntax::{Name, NewDocument, Outcome, PathKind, Request, World};

use crate::analysis::namespaces::COMMAND;
use crate::cross_file::visibility::PROJECT_FILE;
use crate::prompt::{Files, PromptFormat, command_prompt, prompt};

/// The number of folders above the document that are searched for project files.
const MAX_UP: usize = 32;

pub(super) fn render(request: &Request<'_>) -> Result<Outcome, String> {
    let named = request.text("format").unwrap_or("xml");
    let format = PromptFormat::named(named)
        .ok_or_else(|| format!("unknown format \"{named}\": expected xml or markdown"))?;
    let path = request.world.path().unwrap_or(Path::new("untitled.garyml"));
    let files = WorldPromptFiles { world: request.world };
    let text = request.document.text().to_string();
    let made = match request.text("command") {
        Some(call) => command_prompt(call, &text, path, &files, format).map_err(|error| error.to_string())?,
        None => prompt(&text, path, &files, format).ok_or("the document is too large to render")?,
    };
    let stem = path.file_stem().map(|s| s.to_string_lossy().trim_start_matches('.').to_owned());
    let stem = stem.filter(|s| !s.is_empty()).unwrap_or_else(|| "document".to_owned());
    let (ending, language) = match format {
        PromptFormat::Xml => ("xml", "xml"),
        PromptFormat::Markdown => ("md", "markdown"),
    };
    let mut note = agmark_tokens::words(agmark_tokens::count(&made.text));
    for warning in &made.warnings {
        note.push_str(&format!("; {warning}"));
    }
    let name = format!("{stem}.prompt.{ending}");
    Ok(Outcome::Document(NewDocument { name, language: language.to_owned(), text: made.text, note }))
}

/// The files of the workspace, for prompts.
struct WorldPromptFiles<'a> {
    world: &'a dyn World,
}

impl Files for WorldPromptFiles<'_> {
    fn read(&self, path: &Path) -> Result<String, String> {
        let name = self.world.relative(path);
        match self.world.read(&name) {
            Some(text) => Ok(text.to_string()),
            None => Err(match self.world.path_kind(&name) {
                PathKind::Nothing => format!("file \"{name}\" does not exist"),
                PathKind::Unknown | PathKind::Outside => format!("\"{name}\" is outside of the workspace"),
                PathKind::Folder => format!("\"{name}\" is a folder"),
                PathKind::File => format!("\"{name}\" cannot be read"),
            }),
        }
    }

    fn defining(&self, command: &str) -> Vec<PathBuf> {
        let places = self.world.definitions(&Name::new(COMMAND, command), true);
        let mut paths: Vec<PathBuf> = places.into_iter().map(|place| place.path.to_path_buf()).collect();
        paths.dedup();
        paths
    }

    fn commands(&self) -> Vec<String> {
        self.world.names(COMMAND).iter().map(ToString::to_string).collect()
    }

    fn project(&self) -> Vec<PathBuf> {
        let mut all = Vec::new();
        for up in 0..MAX_UP {
            let folder = "../".repeat(up);
            if up > 0 && self.world.path_kind(&folder) != PathKind::Folder {
                break;
            }
            let file = format!("{folder}{PROJECT_FILE}");
            if self.world.path_kind(&file) == PathKind::File {
                all.extend(self.world.resolve_path(&file));
            }
        }
        all
    }
}
