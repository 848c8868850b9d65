//! `agmark fmt`: formats files.

mod file;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use agmark_files::FileError;
use agmark_syntax::{Document, Registry};
use agmark_workspace::{Configs, Formats, paths};
use rayon::prelude::*;

use crate::diff;
use crate::examples;
use crate::report::{counted, file_message, shown};
use crate::targets::{self, Given, Target};
use crate::terminal::{self, Look};
use crate::{formats as known, log, stdin};
use file::{Formatted, Outcome};

/// How many files are held in memory at a time.
const BATCH: usize = 256;

const AFTER: &str = "\
Files are formatted in place; standard input is printed to standard output. Parts with errors are not changed and are \
named on standard error; the rest of the file is formatted, and the exit code is 1. All lines get the line ending that \
most lines have. A file that changes while it is being formatted is not written, and the exit code is 1.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("fmt", AFTER))]
pub struct Args {
    /// Files or folders to format [default: current directory]; `-` reads standard input
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write nothing; name the files that would change and exit with code 1 if there are any
    #[arg(long)]
    check: bool,
    /// Write nothing; print the changes as a diff
    #[arg(long)]
    diff: bool,
    /// File name of the text on standard input; sets its format and its settings
    #[arg(long, value_name = "NAME")]
    stdin_path: Option<PathBuf>,
}

/// # Errors
/// Invalid usage, or an invalid `agmark.toml`.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match Given::new(&args.paths, args.stdin_path.as_deref())? {
        Given::StandardInput { name } => standard_input(args, name.as_deref()),
        Given::Paths(paths) => files(args, &paths),
    }
}

fn standard_input(args: &Args, name: Option<&Path>) -> anyhow::Result<ExitCode> {
    let text = stdin::read()?;
    let registry = known::registry();
    let format = stdin::format_of(&registry, name, &text)?;
    let path = name.unwrap_or(Path::new("-"));
    let name = name.map_or_else(|| "-".to_owned(), |name| shown(name, Path::new("")));
    // Without a name it has the settings of the working folder.
    let absolute = paths::absolute(path);
    let configs = Arc::new(Configs::new(Arc::clone(&registry)));
    configs.nearest(&absolute)?;
    let formats = Formats::new(Arc::clone(&registry), configs);
    let formatted = match format.map(|format| Document::new(formats.configured(format, &absolute), &text)) {
        Some(document) => file::format_whole(&document).or_else(|| {
            terminal::note(file::not_formattable(&name, &document));
            None
        }),
        None => {
            terminal::note(file::skipped_note(&name, &targets::other_format(&registry, path)));
            None
        }
    };
    let formatted = formatted.unwrap_or_else(|| Formatted { text: text.clone(), skipped: Vec::new() });
    if !args.check && !args.diff {
        terminal::print(&formatted.text)?;
    } else if args.diff {
        let look = Look::of_stdout();
        terminal::print(diff::unified(&name, &text, &formatted.text, look))?;
    }
    if let Some(skipped) = formatted.skipped_lines(&name) {
        terminal::warn(skipped);
    }
    Ok(ExitCode::from(u8::from(!formatted.skipped.is_empty() || (args.check && formatted.text != text))))
}

fn files(args: &Args, paths: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let registry = known::registry();
    let working = std::env::current_dir()?;
    let configs = Arc::new(Configs::new(Arc::clone(&registry)));
    let gathered = targets::gather(paths, &registry, &configs).with_settings(&configs);
    let formats = Formats::new(Arc::clone(&registry), configs);
    let broken = gathered.complain(&working);
    let targets = gathered.targets;
    let look = Look::of_stdout();
    let mut run = Run {
        args,
        registry: &registry,
        working: &working,
        look,
        count: Count { unusable: usize::from(broken), ..Count::default() },
    };
    let mut out = terminal::stdout(look);
    for batch in targets.chunks(BATCH) {
        let outcomes: Vec<_> = batch.par_iter().map(|target| file::read(target, &formats)).collect();
        for (target, outcome) in batch.iter().zip(outcomes) {
            let printed = run.settle(target, outcome);
            terminal::unless_gone(out.write_all(printed.as_bytes()))?;
        }
    }
    let summary = if terminal::is_quiet() { String::new() } else { run.summary() + "\n" };
    terminal::unless_gone(out.write_all(summary.as_bytes()).and_then(|()| out.flush()))?;
    Ok(run.exit_code())
}

/// One run of the command.
struct Run<'a> {
    args: &'a Args,
    registry: &'a Registry,
    working: &'a Path,
    look: Look,
    count: Count,
}

/// The number of files with each result.
#[derive(Default)]
struct Count {
    changed: usize,
    same: usize,
    partly: usize,
    /// Changed by another program in the meantime.
    saved: usize,
    unusable: usize,
}

impl Run<'_> {
    /// Handles the result for a file; returns the text for standard output.
    fn settle(&mut self, target: &Target, outcome: Outcome) -> String {
        let name = shown(&target.path, self.working);
        if !self.args.check && !self.args.diff {
            agmark_files::tidy(&target.path);
        }
        log::step(format_args!("{}: {}", target.path.display(), outcome.log_text()));
        match outcome {
            Outcome::Formatted { before, after } => return self.write(target, &name, &before, &after),
            Outcome::NotFormatted(why) if target.named => terminal::note(file::skipped_note(&name, &why)),
            Outcome::Unknown if target.named => {
                terminal::complain(targets::unknown(self.registry, &name));
                self.count.unusable += 1;
            }
            Outcome::Failed(error) => {
                terminal::complain(file_message(error.path(), &error, self.working));
                self.count.unusable += 1;
            }
            Outcome::Fault => {
                let name = terminal::plain(&name);
                terminal::complain(format_args!(
                    "{name}: internal error: the file was not changed; please report this"
                ));
                self.count.unusable += 1;
            }
            Outcome::NotFormatted(_) | Outcome::Unknown => {}
        }
        String::new()
    }

    fn write(&mut self, target: &Target, name: &str, before: &str, after: &Formatted) -> String {
        if let Some(skipped) = after.skipped_lines(name) {
            terminal::warn(skipped);
            self.count.partly += 1;
        }
        if before == after.text {
            self.count.same += 1;
            return String::new();
        }
        let mut printed = String::new();
        if self.args.check {
            printed.push_str(&format!("would format {}\n", terminal::plain(name)));
        }
        if self.args.diff {
            printed.push_str(&diff::unified(name, before, &after.text, self.look));
        }
        if !self.args.check && !self.args.diff {
            if let Err(error) = agmark_files::replace(&target.path, before, &after.text) {
                match &error {
                    FileError::Changed { .. } => self.count.saved += 1,
                    _ => self.count.unusable += 1,
                }
                terminal::complain(file_message(&target.path, error, self.working));
                return printed;
            }
            log::step(format_args!("{}: written", target.path.display()));
            if !terminal::is_quiet() {
                printed.push_str(&format!("formatted {}\n", terminal::plain(name)));
            }
        }
        self.count.changed += 1;
        printed
    }

    fn summary(&self) -> String {
        let done = if self.args.check || self.args.diff { "would be formatted" } else { "formatted" };
        match (self.count.changed, self.count.same) {
            (0, 0) => "no files to format".to_owned(),
            (0, same) => format!("{} already formatted", counted(same, "file")),
            (changed, 0) => format!("{} {done}", counted(changed, "file")),
            (changed, same) => format!("{} {done}, {same} already formatted", counted(changed, "file")),
        }
    }

    fn exit_code(&self) -> ExitCode {
        let failed =
            self.count.partly > 0 || self.count.saved > 0 || (self.args.check && self.count.changed > 0);
        ExitCode::from(if self.count.unusable > 0 { crate::UNUSABLE } else { u8::from(failed) })
    }
}
