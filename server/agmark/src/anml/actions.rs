//! `agmark anml actions`: checks a script of actions.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_anml::actions;
use agmark_syntax::Severity;

use crate::examples;
use crate::input::Input;
use crate::report::counted;
use crate::rules::style;
use crate::targets::UsageError;
use crate::terminal::{self, Look, plain};

const AFTER: &str = "\
    A line is `click #e4`, `fill #e1 \"text\"`, `scroll #e2 down`; ` -- ` begins a note, `# ` a comment. \
    `# against: login.anml` in the script names the snapshot, beside it; without that it is the file of the same name \
    that ends in .anml. Exit code 1 if there are errors.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("anml actions", AFTER))]
pub struct Args {
    /// An `.anmla` file; `-` reads standard input
    #[arg(value_name = "SCRIPT")]
    script: Input,
    /// Snapshot that contains the refs
    #[arg(long, value_name = "SNAPSHOT")]
    against: Option<Input>,
}

/// # Errors
/// When the script or its snapshot cannot be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.script == Input::Standard && args.against == Some(Input::Standard) {
        return Err(UsageError::MixedInput.into());
    }
    let script = args.script.text()?;
    let targets = match args.against.clone().or_else(|| snapshot(&args.script, &script)) {
        Some(input) => Some(targets(&input)?),
        None => {
            terminal::note("no snapshot: refs are not looked up; name one with --against SNAPSHOT");
            None
        }
    };
    let problems = actions::check(&script, targets.as_ref());
    let (name, look) = (args.script.name(), Look::of_stdout());
    let mut out = String::new();
    for problem in &problems {
        let word = look.paint(style(problem.severity), problem.severity.word());
        let (line, column) = (problem.line, problem.column);
        let _ = writeln!(out, "{name}:{line}:{column}: {word}: {}", plain(&problem.message));
    }
    let errors = problems.iter().filter(|p| p.severity == Severity::Error).count();
    let _ = writeln!(
        out,
        "{}: {}, {}",
        counted(actions::count(&script), "action"),
        counted(errors, "error"),
        counted(problems.len() - errors, "warning")
    );
    terminal::print(out)?;
    Ok(ExitCode::from(u8::from(errors > 0)))
}

/// The elements of a snapshot; those of a diff are the elements that it leaves, if its base is beside it.
fn targets(input: &Input) -> anyhow::Result<actions::Targets> {
    let text = input.text()?;
    let folder = match input {
        Input::File(path) => path.parent().unwrap_or(Path::new("")),
        Input::Standard => Path::new(""),
    };
    let read = |base: &str| Input::File(folder.join(base)).text().ok();
    match actions::targets_after(&text, &read) {
        Some(targets) => Ok(targets),
        None => Ok(actions::targets(text.as_bytes()).map_err(|error| input.fails(&error))?),
    }
}

/// The snapshot that a script names, or the one beside it.
fn snapshot(script: &Input, text: &str) -> Option<Input> {
    let path = match script {
        Input::File(path) => path.as_path(),
        Input::Standard => Path::new(""),
    };
    if let Some(name) = actions::against(text) {
        return Some(Input::File(path.parent().unwrap_or(Path::new("")).join(name)));
    }
    let sibling: PathBuf = path.with_extension("anml");
    (*script != Input::Standard && sibling.is_file()).then_some(Input::File(sibling))
}
