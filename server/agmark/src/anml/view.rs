//! `agmark anml view`: a smaller document.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::process::ExitCode;

use agmark_anml::view::{self, Filter, Options, ViewError, Viewed};

use crate::examples;
use crate::input::{self, Input};
use crate::terminal::{self, Look};

const AFTER: &str = "\
    `interactive` keeps what agents act on: elements with an interactive role and elements with a ref; in tables their \
    rows, with the headers. Role names keep elements of these roles with what they say. `compact` drops structure that \
    has neither name nor ref, and passive content with nothing interactive below it. What is deeper than --depth is \
    counted in summaries (`~ 12 links`); --budget folds content first, then deep structure, then long tables, and \
    interactive elements last. Each summary counts the removed elements of its parent. A filter \
    comes first, then the depth, then the budget. The front matter says what was done. ARIA snapshots are converted on \
    the way. If nothing passes the filter, a note says so.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("anml view", AFTER))]
pub struct Args {
    /// Document; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: Input,
    /// Keep this many levels; 1 keeps the top level only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// `interactive`, `compact` or role names, separated by commas
    #[arg(long, value_name = "FILTER")]
    filter: Option<Filter>,
    /// Keep at most this many lines of the body
    #[arg(long, value_name = "LINES")]
    budget: Option<u32>,
    /// Show an element with all its children, regardless of the other options
    #[arg(long, value_name = "#REF", value_parser = reference)]
    expand: Vec<String>,
}

/// A ref, with its `#` or without.
fn reference(text: &str) -> Result<String, String> {
    let name = text.strip_prefix('#').unwrap_or(text);
    if agmark_anml::is_ref(name) {
        Ok(name.to_owned())
    } else {
        Err("no ref: letters and digits, a letter first and a digit last, such as \"#e1\"".to_owned())
    }
}

/// # Errors
/// When the input cannot be read, is a diff, or has no element that is to be expanded.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let options = Options {
        depth: args.depth,
        filter: args.filter.clone(),
        budget: args.budget,
        expand: args.expand.clone(),
    };
    let mut out = terminal::stdout(Look::of_stdout());
    let mut write = |text: &str| out.write_all(text.as_bytes());
    let viewed = if options.reads_twice() {
        let mut file = again(&args.file)?;
        view::view(
            || {
                file.rewind()?;
                file.try_clone()
            },
            &options,
            &mut write,
        )
    } else {
        let mut input = Some(args.file.open()?);
        view::view(|| Ok(input.take().unwrap_or_else(|| Box::new(io::empty()))), &options, &mut write)
    };
    match viewed {
        Err(ViewError::Write(error)) => terminal::unless_gone(Err(error))?,
        Err(error) => {
            terminal::unless_gone(out.flush())?;
            return Err(args.file.fails(&error).into());
        }
        Ok(viewed) => {
            terminal::unless_gone(out.flush())?;
            if let (Viewed::NothingLeft, Some(filter)) = (viewed, &args.filter) {
                terminal::note(filter.nothing_left());
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A file that is read more than once; standard input is copied to a temporary file.
fn again(input: &Input) -> anyhow::Result<File> {
    match input {
        Input::File(path) if path.is_file() => {
            Ok(File::open(path).map_err(|error| input.fails(&input::unreadable(&error)))?)
        }
        // What can be read once only: a pipe.
        _ => {
            let mut file = tempfile::tempfile()?;
            io::copy(&mut input.open()?.by_ref(), &mut file)?;
            Ok(file)
        }
    }
}
