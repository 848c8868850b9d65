//! The example workspace: a repair café that is planned by people and agents. All formats, with a few
//! mistakes that are meant.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

/// A file of the workspace.
pub struct File {
    /// Relative to the folder.
    pub path: &'static str,
    pub text: &'static str,
    /// The language that an editor says it is in.
    pub language: &'static str,
    /// The name of its format.
    pub format: &'static str,
    /// What it is, for who sees it for the first time.
    pub about: &'static str,
}

macro_rules! file {
    ($path:literal, $language:literal, $format:literal, $about:literal) => {
        File {
            path: $path,
            text: include_str!(concat!("../../demo/", $path)),
            language: $language,
            format: $format,
            about: $about,
        }
    };
}

pub const FILES: &[File] = &[
    file!("plan.agd", "agd", "AGD", "what agents write together, in blocks with ids"),
    file!("budget.agd", "agd", "AGD", "a second document, which the first one refers to"),
    file!("register.anml", "anml", "ANML", "what an agent sees of a screen"),
    file!("announce.garyml", "garyml", "GaryML", "what a person tells an agent"),
    file!("announce.md", "markdownlang", "markdownlang", "a program that a model runs"),
    file!("queue.md", "markdownlang", "markdownlang", "the program of the next step"),
    file!("site/register.html", "html", "AAF", "what a web page tells an agent"),
    file!("site/.well-known/agent-manifest.json", "json", "AAF", "what a site tells an agent"),
];

/// The program that is run, its input, and a recording of its run.
pub const PROGRAM: &str = "queue.md";
pub const INPUT: &str = "queue.json";
pub const RECORDING: &str = "queue.jsonl";

/// The files besides the documents.
const OTHER_FILES: &[(&str, &str)] =
    &[(INPUT, include_str!("../../demo/queue.json")), (RECORDING, include_str!("../../demo/queue.jsonl"))];

fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().map(|file| (file.path, file.text)).chain(OTHER_FILES.iter().copied())
}

/// A document of the workspace.
pub fn file(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

/// The text of a file of the workspace.
pub fn text(path: &str) -> &'static str {
    all().find(|(known, _)| *known == path).map_or("", |(_, text)| text)
}

/// Writes the files below `folder`, which must be empty or not there.
///
/// # Errors
/// When it has something in it, or cannot be written.
pub fn lay_out(folder: &Path) -> anyhow::Result<()> {
    let taken = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if taken {
        bail!("{}: not empty: name a folder that is not there yet", folder.display());
    }
    for (name, text) in all() {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).map_err(anyhow::Error::from);
        let written = written.and_then(|()| Ok(agmark_files::create(&path, text)?));
        written.with_context(|| format!("{}: cannot be written: name another folder", path.display()))?;
    }
    Ok(())
}
