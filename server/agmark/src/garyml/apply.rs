//! `agmark garyml apply`: a diff of a document becomes a change of files, all of it or nothing.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_files::{ChangeError, FileChange, FileError, Root, SafePath, change_files};
use agmark_garyml::diff::base::{checked, choose};
use agmark_garyml::diff::{Change, Diff, PathState, Refusal, Step, document, plan, steps};
use agmark_syntax::Text;
use agmark_syntax::text::MAX_BYTES;
use anyhow::Context;

use super::input::Input;
use super::workspace_files::WorkspaceFiles;
use crate::examples;
use crate::report::shown;
use crate::terminal::{self, Look, plain};

const AFTER: &str = "\
    Paths count from the document's folder, or from the nearest folder above it, up to the workspace's, in which the \
    files are. If a hunk does not fit, nothing is changed, the hunk is named, and the exit code is 1. A diff cannot \
    change files outside of that folder, files that a link leads to, and `.git`. If the run is killed, each file is \
    whole: as it was, or as the diff has it.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("garyml apply", AFTER))]
pub struct Args {
    /// The document; `-` is standard input, whose paths count from the working folder
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Id of a `.Diff` in the document
    #[arg(value_name = "DIFF-ID")]
    diff: String,
    /// Print the changes without writing them
    #[arg(long)]
    dry_run: bool,
}

/// # Errors
/// When the document cannot be read or has no such diff, and when a file cannot be read or written: nothing is
/// changed then.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let input = Input::read(&args.file)?;
    let working = std::env::current_dir()?;
    let around = WorkspaceFiles::new(&input.path, &working);
    let effect = if args.dry_run { Effect::Preview } else { Effect::Write };
    let diff = match CheckedDiff::new(&input, &args.diff, &around, effect) {
        Ok(diff) => diff,
        Err(error) if error.is::<DiffRefused>() => {
            terminal::complain(error);
            return Ok(ExitCode::FAILURE);
        }
        Err(error) => return Err(error),
    };
    if diff.is_empty() {
        terminal::note(NOTHING);
    } else if args.dry_run {
        terminal::print(diff.preview(Look::of_stdout()))?;
    } else {
        diff.write()?;
        terminal::print(diff.report(&working))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The note on a diff that changes nothing.
pub const NOTHING: &str = "nothing to change: the diff changes only file modes, which are ignored";

/// A diff that does not fit the files.
#[derive(Debug, thiserror::Error)]
#[error("{name}:{line}: {reason}: nothing was changed")]
pub struct DiffRefused {
    name: String,
    /// Line of the hunk in the document, from 1.
    line: usize,
    reason: String,
}

/// Whether a diff is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Preview,
    Write,
}

/// A diff that fits the files.
pub struct CheckedDiff {
    root: Root,
    /// The folder that its paths count from.
    base: PathBuf,
    changes: Vec<Change>,
}

impl CheckedDiff {
    /// Compares a diff of a document with the files.
    ///
    /// # Errors
    /// [`DiffRefused`] when it does not fit the files. Others when the diff does not exist, and when a file cannot be read or
    /// must not be written.
    pub fn new(input: &Input, id: &str, around: &WorkspaceFiles, effect: Effect) -> anyhow::Result<Self> {
        let diff = document::by_id(&input.whole.structure(), id)
            .with_context(|| format!("{}: no diff to apply", input.name))?;
        let base = base(&diff, around);
        anyhow::ensure!(
            around.contains(&base),
            "{}: outside of the workspace",
            plain(&shown(&base, around.working()))
        );
        let root = Root::open(&base)?;
        if effect == Effect::Write {
            let paths = diff.files.iter().flat_map(|file| file.paths());
            paths.filter_map(|path| checked(path).ok()).for_each(|path| root.tidy(&path));
        }
        let unreadable = std::cell::RefCell::new(None);
        let look = |path: &str| {
            at(&root, path).unwrap_or_else(|why| {
                unreadable.borrow_mut().get_or_insert(why);
                PathState::Nothing
            })
        };
        let planned = plan(&diff, look);
        if let Some(why) = unreadable.into_inner() {
            return Err(why.context("nothing was changed"));
        }
        let changes = planned.map_err(|refusal| refused(input, &refusal))?;
        for change in &changes {
            root.check(&SafePath::new(&change.path)?).context("nothing was changed")?;
        }
        Ok(Self { root, base, changes })
    }

    /// Whether it changes no file.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The changes as a diff.
    pub fn preview(&self, look: Look) -> String {
        steps(&self.changes).iter().map(|step| preview(step, look)).collect()
    }

    /// Writes all files, or restores those that were written.
    ///
    /// # Errors
    /// When a file cannot be written, or has changed since it was read.
    pub fn write(&self) -> anyhow::Result<()> {
        let change = |change| self.file_change(change);
        let changes = self.changes.iter().map(change).collect::<anyhow::Result<Vec<_>>>()?;
        let done = change_files(&changes, || Ok::<_, FileError>(()));
        done.map_err(|ChangeError { error, not_restored }| {
            for (_, error) in &not_restored {
                terminal::complain(format_args!("could not be put back: {error}"));
            }
            anyhow::Error::from(error).context(match not_restored[..] {
                [] => "nothing was changed",
                _ => "the diff was not applied, and not all files could be put back",
            })
        })
    }

    fn file_change<'a>(&'a self, change: &'a Change) -> anyhow::Result<FileChange<'a>> {
        Ok(FileChange {
            root: &self.root,
            path: SafePath::new(&change.path)?,
            before: change.before.as_deref(),
            after: change.after.as_deref(),
            // A file keeps its permissions under another name.
            like: change.moved_from.as_deref().map(SafePath::new).transpose()?,
        })
    }

    /// The folder that the paths of the changes count from, and the changes.
    pub fn into_changes(self) -> (PathBuf, Vec<Change>) {
        (self.base, self.changes)
    }

    /// A line for each file that it changes. Names are relative to `working`.
    pub fn report(&self, working: &Path) -> String {
        steps(&self.changes).iter().map(|step| told(step, &self.base, working)).collect()
    }
}

/// The folder that the diff's paths count from.
fn base(diff: &Diff, around: &WorkspaceFiles) -> PathBuf {
    let folders = around.folders();
    let exists = |folder: usize, path: &str| folders.get(folder).is_some_and(|f| f.join(path).exists());
    let chosen = choose(diff, folders.len(), exists);
    folders.get(chosen).or(folders.first()).cloned().unwrap_or_default()
}

fn refused(input: &Input, refusal: &Refusal) -> DiffRefused {
    let line = Text::new(input.whole.text()).line_of(refusal.span.start as usize) + 1;
    let reason = plain(&refusal.to_string()).into_owned();
    DiffRefused { name: input.name.clone(), line, reason }
}

fn preview(step: &Step<'_>, look: Look) -> String {
    let (from, to) = step.header();
    let text = crate::diff::between((&plain(&from), &plain(&to)), step.before, step.after, look);
    format!("{}{text}", step.opening().lines().map(|line| format!("{}\n", plain(line))).collect::<String>())
}

fn told(step: &Step<'_>, base: &Path, working: &Path) -> String {
    let name = |path: &str| plain(&shown(&base.join(path), working)).into_owned();
    match (step.from, step.to) {
        (Some(from), Some(to)) if from != to => format!("moved {} to {}\n", name(from), name(to)),
        (Some(from), Some(_)) => format!("changed {}\n", name(from)),
        (Some(from), None) => format!("removed {}\n", name(from)),
        (None, to) => format!("added {}\n", name(to.unwrap_or_default())),
    }
}

/// The file at a path below the diff's folder. Links are not followed.
fn at(root: &Root, path: &str) -> anyhow::Result<PathState> {
    let path = SafePath::new(path)?;
    if root.is_folder(&path)? {
        return Ok(PathState::Folder);
    }
    let Some(bytes) = root.read(&path, MAX_BYTES)? else { return Ok(PathState::Nothing) };
    Ok(String::from_utf8(bytes).map_or(PathState::Unreadable, PathState::File))
}
