//! The program: one file a subcommand.
fn main() {}
