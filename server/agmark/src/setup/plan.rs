//! The changes of a setup: they are shown first and then made.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use agmark_files::{Before, FileError, FileLocation, Missing, Rights, Root, SafePath};
use anyhow::{Context as _, bail};

use super::folders::Folders;
use super::grammars::Build;
use crate::diff;
use crate::log;
use crate::report::counted;
use crate::terminal::{Look, plain};

/// The largest file of setup's own, in bytes: far more than any of them has.
const MAX_FILE_BYTES: usize = 1 << 28;

/// The changes, and the steps for the user.
#[derive(Debug)]
pub struct Plan {
    /// Folders of the user, which are kept if they are empty.
    keep: Vec<PathBuf>,
    changes: Vec<Change>,
    steps: Vec<String>,
    /// Why the editor is not ready after all changes.
    unfinished: Option<String>,
}

#[derive(Debug)]
enum Change {
    /// A file that setup owns.
    Place {
        path: PathBuf,
        before: Option<Vec<u8>>,
        text: String,
    },
    /// The same for a file that is not text.
    PlaceBytes {
        path: PathBuf,
        before: Option<Vec<u8>>,
        bytes: Vec<u8>,
    },
    /// A file of the user: the change is shown as a diff.
    Edit {
        path: PathBuf,
        before: Option<String>,
        /// None if setup created the file, so that it is removed.
        after: Option<String>,
    },
    Remove {
        path: PathBuf,
    },
    /// A folder that setup alone writes in goes with all that is in it.
    RemoveFolder {
        path: PathBuf,
    },
    Build(Build),
    /// A program is run.
    Run {
        program: PathBuf,
        arguments: Vec<String>,
    },
}

impl Change {
    /// The change, for the log.
    fn said(&self) -> String {
        match self {
            Self::Place { path, .. } | Self::PlaceBytes { path, .. } => format!("writing {}", path.display()),
            Self::Edit { path, .. } => format!("editing {}", path.display()),
            Self::Remove { path } | Self::RemoveFolder { path } => format!("removing {}", path.display()),
            Self::Build(build) => format!("building {}", build.target.display()),
            Self::Run { program, arguments } => {
                format!("running {} {}", program.display(), arguments.join(" "))
            }
        }
    }
}

impl Plan {
    pub fn new(folders: &Folders) -> Self {
        let keep = vec![folders.home.clone(), folders.config.clone(), folders.data.clone()];
        Self { keep, changes: Vec::new(), steps: Vec::new(), unfinished: None }
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// How many changes there are.
    pub fn count(&self) -> usize {
        self.changes.len()
    }

    /// A step that the user has to do.
    pub fn steps(&self) -> &[String] {
        &self.steps
    }

    pub fn step(&mut self, step: impl Into<String>) {
        self.steps.push(step.into());
    }

    /// Sets the reason why the editor is not ready after all changes, with what the user can do.
    pub fn unfinished(&mut self, why: String) {
        self.unfinished = Some(why);
    }

    /// Why the editor is not ready after all changes.
    pub fn why_unfinished(&self) -> Option<&str> {
        self.unfinished.as_deref()
    }

    /// A file of setup's own has these bytes.
    ///
    /// # Errors
    /// If the existing file cannot be read.
    pub fn place_bytes(&mut self, path: PathBuf, bytes: Vec<u8>) -> anyhow::Result<()> {
        let before = read_own(&path)?;
        if before.as_ref() != Some(&bytes) {
            self.changes.push(Change::PlaceBytes { path, before, bytes });
        }
        Ok(())
    }

    /// A file of setup's own has this text.
    ///
    /// # Errors
    /// If the existing file cannot be read.
    pub fn place(&mut self, path: PathBuf, text: &str) -> anyhow::Result<()> {
        let before = read_own(&path)?;
        if before.as_deref() != Some(text.as_bytes()) {
            self.changes.push(Change::Place { path, before, text: text.to_owned() });
        }
        Ok(())
    }

    /// Changes a user's file with `change`, which gets and returns none for a file that does not exist.
    ///
    /// # Errors
    /// If the file cannot be read, or `change` fails.
    pub fn edit(
        &mut self,
        path: PathBuf,
        change: impl FnOnce(Option<&str>) -> anyhow::Result<Option<String>>,
    ) -> anyhow::Result<()> {
        let before = read(&path)?;
        let after = change(before.as_deref()).with_context(|| format!("{} is not changed", shown(&path)))?;
        if after != before {
            self.changes.push(Change::Edit { path, before, after });
        }
        Ok(())
    }

    /// A file is not there; its folder goes with it if nothing else is in it.
    pub fn remove(&mut self, path: PathBuf) {
        if path.is_file() || path.is_symlink() {
            self.changes.push(Change::Remove { path });
        }
    }

    /// A folder of setup's own is not there.
    pub fn remove_folder(&mut self, path: PathBuf) {
        if path.is_dir() {
            self.changes.push(Change::RemoveFolder { path });
        }
    }

    pub fn build(&mut self, build: Build) {
        if !build.is_current() {
            self.changes.push(Change::Build(build));
        }
    }

    pub fn run(&mut self, program: PathBuf, arguments: &[&str]) {
        let arguments = arguments.iter().copied().map(str::to_owned).collect();
        self.changes.push(Change::Run { program, arguments });
    }

    /// The changes for people: one line each, and a diff for files of the user.
    pub fn show(&self, look: Look) -> String {
        let mut out = String::new();
        for change in &self.changes {
            let _ = match change {
                Change::Place { path, before, text } => {
                    let verb = if before.is_some() { "rewrite" } else { "write" };
                    writeln!(out, "{verb} {} ({})", shown(path), counted(text.lines().count(), "line"))
                }
                Change::PlaceBytes { path, before, bytes } => {
                    let verb = if before.is_some() { "rewrite" } else { "write" };
                    writeln!(out, "{verb} {} ({} KiB)", shown(path), bytes.len().div_ceil(1024))
                }
                Change::Edit { path, before, after } => {
                    let verb = if after.is_some() { "edit" } else { "remove" };
                    let after = after.as_deref().unwrap_or_default();
                    let difference =
                        diff::unified(&shown(path), before.as_deref().unwrap_or_default(), after, look);
                    write!(out, "{verb} {}\n{difference}", shown(path))
                }
                Change::Remove { path } => writeln!(out, "remove {}", shown(path)),
                Change::RemoveFolder { path } => {
                    writeln!(out, "remove {} with all that is in it", shown(path))
                }
                Change::Build(build) => writeln!(out, "build {}", shown(&build.target)),
                Change::Run { program, arguments } => {
                    writeln!(out, "run {} {}", shown(program), arguments.join(" "))
                }
            };
        }
        out
    }

    /// Makes the changes, in their order.
    ///
    /// # Errors
    /// At the first change that fails. The changes before it are made, and a second run continues.
    pub fn carry_out(&self) -> anyhow::Result<()> {
        for change in &self.changes {
            log::step(change.said());
            match change {
                Change::Edit { path, before, after: Some(text) } => {
                    write(path, before.as_deref().map(str::as_bytes), text.as_bytes())?;
                }
                Change::Place { path, before, text } => {
                    write_own(path, before.as_deref(), text.as_bytes())?;
                }
                Change::PlaceBytes { path, before, bytes } => write_own(path, before.as_deref(), bytes)?,
                Change::Remove { path } => remove(path, Before::Anything, &self.keep)?,
                Change::Edit { path, before, after: None } => {
                    remove(path, expected(before.as_deref().map(str::as_bytes)), &self.keep)?;
                }
                Change::RemoveFolder { path } => fs::remove_dir_all(path).with_context(|| shown(path))?,
                Change::Build(build) => build.carry_out()?,
                Change::Run { program, arguments } => {
                    let ended = Command::new(program).args(arguments).status();
                    let ended = ended.with_context(|| format!("{} does not start", shown(program)))?;
                    if !ended.success() {
                        bail!("{} {} failed: {ended}", shown(program), arguments.join(" "));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The text of a file that will be written; none if there is none.
fn read(path: &Path) -> anyhow::Result<Option<String>> {
    agmark_files::tidy(path);
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", shown(path))),
    }
}

/// The place of a file of setup's own; none where its folder does not exist. A link there is not followed: what it leads
/// to is not setup's own.
fn own(path: &Path) -> anyhow::Result<Option<FileLocation>> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    let root = match Root::open(folder) {
        Ok(root) => root,
        Err(FileError::NoFolder { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let place = root.place(&SafePath::below(folder, path)?, Missing::Refuse)?.0;
    match place.about() {
        Ok(_) => Ok(Some(place)),
        Err(FileError::Link { .. }) => bail!(
            "{}: this is a symbolic link, which setup does not replace: remove it and run setup again",
            shown(path)
        ),
        Err(error) => Err(error.into()),
    }
}

/// The content of a file that setup owns; none if it does not exist.
fn read_own(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    match own(path)? {
        Some(place) => Ok(place.read(MAX_FILE_BYTES)?),
        None => Ok(None),
    }
}

/// Writes a file of setup's own, and the folders that it is in.
fn write_own(path: &Path, before: Option<&[u8]>, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder).with_context(|| shown(folder))?;
    let place =
        own(path)?.with_context(|| format!("{}: the folder is gone: run this again", shown(folder)))?;
    Ok(place.write(expected(before), Rights::Usual, bytes)?)
}

/// Writes a file, and the folders that it is in.
fn write(path: &Path, before: Option<&[u8]>, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder).with_context(|| shown(folder))?;
    Ok(FileLocation::named(path)?.write(expected(before), Rights::Usual, bytes)?)
}

/// What must still be there when it is changed: the plan was shown with it.
fn expected(before: Option<&[u8]>) -> Before<'_> {
    before.map_or(Before::Nothing, Before::Bytes)
}

/// Removes a file, and the folders around it that are empty then.
fn remove(path: &Path, before: Before<'_>, keep: &[PathBuf]) -> anyhow::Result<()> {
    agmark_files::remove(path, before)?;
    for folder in path.ancestors().skip(1) {
        if keep.iter().any(|kept| kept.starts_with(folder)) || fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    plain(&path.to_string_lossy()).into_owned()
}
