//! One program for all of these tests: it is linked once.

mod assist;
mod ast;
mod calls;
mod chunks;
mod diagnostics;
mod diffs;
mod facts;
mod findings;
mod format;
mod prompts;
mod rules;
