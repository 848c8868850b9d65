//! The program itself: what it prints, writes and ends with.

mod check;
mod check_files;
mod check_settings;
mod config;
mod demo;
#[cfg(target_os = "linux")]
mod demo_keys;
mod docs;
mod fix;
mod flags;
mod fmt;
pub mod hostile;
mod input;
mod log;
mod lsp;
#[cfg(unix)]
mod names;
mod output;
mod settings;
mod words;
