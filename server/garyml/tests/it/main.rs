//! One program for all of these tests: it is linked once.

mod assist;
mod ast;
mod chunks;
mod diagnostics;
mod diffs;
mod facts;
mod format;
mod prompts;
mod rules;
