//! The program `agmark`: one file a subcommand. It puts formats, server and tools together.

use std::process::ExitCode;

mod output;
mod report;
mod terminal;

pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
