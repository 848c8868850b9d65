//! `agmark fmt`: writes files in their canonical form.

mod one;

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_syntax::Document;
use agmark_workspace::{Configs, files};
use rayon::prelude::*;

use crate::diff;
use crate::report::{shown, unread};
use crate::targets::{self, Given, Target};
use crate::terminal::{self, Look};
use crate::{formats, stdin};
use one::{Laid, Outcome};

/// How many files are held in memory at a time.
const BATCH: usize = 256;

/// Write files in canonical form
///
/// Files are written in place, standard input to standard output. What has errors is left as it is, byte for
/// byte, and named; the rest of the file is formatted, and the exit code is 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files and folders; `-` is standard input, none the working folder
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write nothing; name the files that would change, and end with exit code 1 if there are any
    #[arg(long)]
    check: bool,
    /// Write nothing; show what would change
    #[arg(long)]
    diff: bool,
    /// The name of what comes from standard input: tells its format
    #[arg(long, value_name = "NAME")]
    stdin_path: Option<PathBuf>,
}

/// # Errors
/// Wrong usage, and an `agmark.toml` that is wrong.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match Given::new(&args.paths, args.stdin_path.as_deref())? {
        Given::StandardInput { name } => one_text(args, name.as_deref()),
        Given::Paths(paths) => all(args, &paths),
    }
}

fn one_text(args: &Args, name: Option<&Path>) -> anyhow::Result<ExitCode> {
    let text = stdin::read()?;
    let format = stdin::format_of(&formats::registry(), name, &text)?;
    let name = name.map_or_else(|| "-".to_owned(), |name| name.to_string_lossy().into_owned());
    let laid = match format.map(|format| Document::new(format, &text)) {
        Some(document) => one::lay_out(&document).or_else(|| {
            terminal::note(one::no_layout(&name, &document));
            None
        }),
        None => {
            terminal::note(format_args!("{name}: in none of agmark's formats, left alone"));
            None
        }
    };
    let laid = laid.unwrap_or_else(|| Laid { text: text.clone(), left: Vec::new() });
    if !args.check && !args.diff {
        terminal::print(&laid.text)?;
    } else if args.diff {
        let look = Look::of_stdout();
        terminal::print(diff::unified(&name, &text, &laid.text, look))?;
    }
    if let Some(left) = laid.left_lines(&name) {
        terminal::warn(left);
    }
    Ok(ExitCode::from(u8::from(!laid.left.is_empty() || (args.check && laid.text != text))))
}

/// How many files came to what.
#[derive(Default)]
struct Count {
    changed: usize,
    same: usize,
    partly: usize,
    unusable: usize,
}

fn all(args: &Args, paths: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let working = std::env::current_dir()?;
    let registry = formats::registry();
    let targets = targets::gather(paths, &registry, &Configs::new(registry.clone()))?;
    let look = Look::of_stdout();
    let mut out = terminal::stdout(look);
    let mut count = Count::default();
    for batch in targets.chunks(BATCH) {
        let outcomes: Vec<_> = batch.par_iter().map(|target| one::read(target, &registry)).collect();
        for (target, outcome) in batch.iter().zip(outcomes) {
            let name = shown(&target.path, &working);
            let said = settle(args, target, (&name, &working), outcome, &mut count, look);
            terminal::unless_gone(out.write_all(said.as_bytes()))?;
        }
    }
    terminal::unless_gone(writeln!(out, "{}", summary(args, &count)).and_then(|()| out.flush()))?;
    Ok(ExitCode::from(if count.unusable > 0 {
        crate::UNUSABLE
    } else {
        u8::from(count.partly > 0 || (args.check && count.changed > 0))
    }))
}

/// Does with a file what was asked for; gives what is to be said on standard output.
fn settle(
    args: &Args,
    target: &Target,
    (name, working): (&str, &Path),
    outcome: Outcome,
    count: &mut Count,
    look: Look,
) -> String {
    let mut said = String::new();
    match outcome {
        Outcome::Laid { before, laid } => {
            if let Some(left) = laid.left_lines(name) {
                terminal::warn(left);
                count.partly += 1;
            }
            if before == laid.text {
                count.same += 1;
                return said;
            }
            if args.check {
                let _ = writeln!(said, "would format {}", terminal::plain(name));
            }
            if args.diff {
                said.push_str(&diff::unified(name, &before, &laid.text, look));
            }
            if !args.check && !args.diff {
                if let Err(error) = files::write(&target.path, &laid.text) {
                    terminal::complain(error);
                    count.unusable += 1;
                    return said;
                }
                let _ = writeln!(said, "formatted {}", terminal::plain(name));
            }
            count.changed += 1;
        }
        Outcome::NoLayout(why) if target.named => terminal::note(one::said_of(name, &why)),
        Outcome::Unknown(error) if target.named => {
            terminal::complain(error);
            count.unusable += 1;
        }
        Outcome::Failed(error) => {
            terminal::complain(unread(&error, working));
            count.unusable += 1;
        }
        Outcome::NoLayout(_) | Outcome::Unknown(_) => {}
    }
    said
}

fn summary(args: &Args, count: &Count) -> String {
    let files = |n: usize| format!("{n} file{}", if n == 1 { "" } else { "s" });
    let done = if args.check || args.diff { "would be formatted" } else { "formatted" };
    match (count.changed, count.same) {
        (0, 0) => "no file to format here".to_owned(),
        (0, same) => format!("{}: nothing to do", files(same)),
        (changed, 0) => format!("{} {done}", files(changed)),
        (changed, same) => format!("{} {done}, {same} in form already", files(changed)),
    }
}
