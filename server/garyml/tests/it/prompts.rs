//! Prompts.

mod calls;
mod documents;

use std::path::{Path, PathBuf};

use agmark_garyml::prompt::Files;

/// Files in the folder `/w`. Those named `.garyml` are project files.
struct PromptFiles<'a>(&'a [(&'a str, &'a str)]);

impl PromptFiles<'_> {
    fn paths(&self, wanted: impl Fn(&str, &str) -> bool) -> Vec<PathBuf> {
        self.0
            .iter()
            .filter(|(name, text)| wanted(name, text))
            .map(|(name, _)| Path::new("/w").join(name))
            .collect()
    }
}

impl Files for PromptFiles<'_> {
    fn read(&self, path: &Path) -> Result<String, String> {
        let found = self.0.iter().find(|(name, _)| Path::new("/w").join(name) == path);
        found
            .map(|(_, text)| (*text).to_owned())
            .ok_or_else(|| format!("{}: the file does not exist", path.display()))
    }

    fn project(&self) -> Vec<PathBuf> {
        self.paths(|name, _| Path::new(name).file_name().is_some_and(|name| name == ".garyml"))
    }

    fn defining(&self, command: &str) -> Vec<PathBuf> {
        self.paths(|_, text| text.contains(&format!(".{command}: ")))
    }

    fn commands(&self) -> Vec<String> {
        let lines = self.0.iter().flat_map(|(_, text)| text.lines());
        let names =
            lines.filter_map(|line| Some(line.trim().strip_prefix('.')?.split_once(": \"")?.0.to_owned()));
        names.collect()
    }
}
