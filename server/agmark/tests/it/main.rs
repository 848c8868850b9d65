//! One program for all of these tests: it is linked once.

mod aaf;
mod aaf_lint;
mod agd;
mod anml;
mod cli;
#[cfg(unix)]
mod disk;
mod garyml;
mod markdownlang;
mod run;
mod setup;
mod support;
