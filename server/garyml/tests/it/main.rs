//! One program for all of these tests: it is linked once.

mod analysis;
mod ast;
mod chunks;
mod diagnostics;
mod diffs;
mod format;
mod ide;
mod prompts;
mod rules;
