//! The program `agmark`.

use std::process::ExitCode;

fn main() -> ExitCode {
    agmark::main()
}
