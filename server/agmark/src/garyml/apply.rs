//! `agmark garyml apply`: a diff of a document becomes a change of files, all of it or nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_garyml::diff::base::choose;
use agmark_garyml::diff::{Change, Diff, Refusal, Step, document, plan, steps};
use agmark_syntax::Text;
use agmark_workspace::paths;
use anyhow::Context;

use super::around::Around;
use super::input::Input;
use crate::report::shown;
use crate::terminal::{self, Look, plain};

const AFTER: &str = "\
    Paths count from the document's folder, or from the nearest folder above it, up to the workspace's, in which the \
    files are. If a hunk does not fit, nothing is changed, the hunk is named, and the exit code is 1.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER)]
pub struct Args {
    /// The document; `-` is standard input, whose paths count from the working folder
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The id of a `.Diff` in it
    #[arg(value_name = "DIFF-ID")]
    diff: String,
    /// Print what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// # Errors
/// When the document cannot be read or has no such diff, and when a file cannot be read or written: nothing is
/// changed then.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let input = Input::read(&args.file)?;
    let diff = document::by_id(&input.whole.structure(), &args.diff)
        .with_context(|| format!("{}: no diff to apply", input.name))?;
    let working = std::env::current_dir()?;
    let around = Around::new(&input.path, &working);
    let base = base(&diff, &around);
    let refused = std::cell::RefCell::new(None);
    let read = |path: &str| match around.text(&base.join(path)) {
        Ok(text) => text,
        Err(why) => {
            refused.borrow_mut().get_or_insert(why);
            None
        }
    };
    let planned = plan(&diff, read);
    if let Some(why) = refused.into_inner() {
        anyhow::bail!("{why}");
    }
    let changes = match planned {
        Ok(changes) => changes,
        Err(refusal) => return Ok(refuse(&input, &refusal)),
    };
    for change in &changes {
        let path = base.join(&change.path);
        anyhow::ensure!(around.holds(&path), "{}: outside of the workspace", plain(&shown(&path, &working)));
    }
    if args.dry_run {
        let look = Look::of_stdout();
        terminal::print(steps(&changes).iter().map(|step| preview(step, look)).collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    }
    write(&base, &changes)?;
    terminal::print(steps(&changes).iter().map(|step| told(step, &base, &working)).collect::<String>())?;
    Ok(ExitCode::SUCCESS)
}

/// The folder that the diff's paths count from.
fn base(diff: &Diff, around: &Around) -> PathBuf {
    let folders = around.folders();
    let exists = |folder: usize, path: &str| folders.get(folder).is_some_and(|f| f.join(path).exists());
    let chosen = choose(diff, folders.len(), exists);
    let above = || folders.first().map(|own| paths::normal(&own.join("../".repeat(chosen))).into_owned());
    folders.get(chosen).cloned().or_else(above).unwrap_or_default()
}

fn refuse(input: &Input, refusal: &Refusal) -> ExitCode {
    let line = Text::new(input.whole.text()).line_of(refusal.span.start as usize) + 1;
    terminal::complain(format_args!(
        "{}:{line}: {}: nothing was changed",
        input.name,
        plain(&refusal.to_string())
    ));
    ExitCode::FAILURE
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

/// Writes all files, or puts back those that were written.
fn write(base: &Path, changes: &[Change]) -> anyhow::Result<()> {
    let mut undo = Undo::default();
    for change in
        changes.iter().filter(|c| c.after.is_some()).chain(changes.iter().filter(|c| c.after.is_none()))
    {
        let path = base.join(&change.path);
        let done = match &change.after {
            Some(text) => write_one(base, change, &path, text, &mut undo),
            None => fs::remove_file(&path).with_context(|| format!("{}: cannot be removed", path.display())),
        };
        if let Err(error) = done {
            undo.run();
            return Err(error.context("nothing was changed"));
        }
        undo.files.push((path, change.before.clone()));
    }
    Ok(())
}

fn write_one(base: &Path, change: &Change, path: &Path, text: &str, undo: &mut Undo) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        let missing: Vec<_> = folder.ancestors().take_while(|f| !f.exists()).map(Path::to_owned).collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(&folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
            undo.folders.push(folder);
        }
    }
    agmark_files::write(path, text)?;
    // A file keeps what may be done with it under another name.
    if let Some(before) = change.moved_from.as_ref().and_then(|from| fs::metadata(base.join(from)).ok()) {
        fs::set_permissions(path, before.permissions())?;
    }
    Ok(())
}

/// What was done so far, to be taken back.
#[derive(Default)]
struct Undo {
    /// Files with what they said before; none where there was none.
    files: Vec<(PathBuf, Option<String>)>,
    /// Folders that were made.
    folders: Vec<PathBuf>,
}

impl Undo {
    fn run(&self) {
        for (path, before) in self.files.iter().rev() {
            let put_back = match before {
                Some(text) => agmark_files::write(path, text).map_err(anyhow::Error::from),
                None => fs::remove_file(path).map_err(anyhow::Error::from),
            };
            if let Err(error) = put_back {
                terminal::complain(format_args!("{}: could not be put back: {error:#}", path.display()));
            }
        }
        for folder in self.folders.iter().rev() {
            // It is empty, unless somebody else has put something there.
            let _ = fs::remove_dir(folder);
        }
    }
}
