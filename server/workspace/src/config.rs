//! `agmark.toml`: the severities of rules, the excluded files, and the settings of formats. A client can set the same
//! keys; the file wins.

mod configs;
mod effective;
mod excludes;
mod foreign;
mod globs;
mod keys;
mod layer;
mod parse;
mod shape;
mod show;
mod tables;

pub use configs::Configs;
pub use effective::{Config, ConfigError, SKIPPED_FOLDERS};
pub use excludes::Excludes;
pub use layer::FILE_NAME;
pub use tables::schema;

#[cfg(test)]
mod tests;
