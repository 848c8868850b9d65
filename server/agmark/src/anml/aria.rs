//! `agmark anml from-aria`: ARIA snapshots to ANML.

use std::io::{self, Write};
use std::process::ExitCode;

use agmark_anml::aria::AriaReader;

use crate::examples;
use crate::input::{self, Input};
use crate::terminal::{self, Look};

const AFTER: &str = "\
    Accepts snapshots that browser tools print for agents: refs in brackets, `- link \"Home\" [ref=e1]`, with properties \
    (`- /url: x`) and texts; and all in one, `- checkbox \"a\" [checked=true, ref=e1]: x`. Every line becomes something: \
    what cannot be read becomes content.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("anml from-aria", AFTER))]
pub struct Args {
    /// ARIA snapshot; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: Input,
}

/// # Errors
/// When the input cannot be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut reader = AriaReader::new(args.file.open()?);
    let mut out = terminal::stdout(Look::of_stdout());
    let mut buffer = vec![0; 64 << 10];
    loop {
        let read = match io::Read::read(&mut reader, &mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(|error| args.file.fails(&input::unreadable(&error)))?,
        };
        if read == 0 {
            break;
        }
        if let Err(error) = out.write_all(&buffer[..read]) {
            terminal::unless_gone(Err(error))?;
            return Ok(ExitCode::SUCCESS);
        }
    }
    terminal::unless_gone(out.flush())?;
    Ok(ExitCode::SUCCESS)
}
