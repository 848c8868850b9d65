//! The commands of the editor that run programs.

pub const RUN: &str = "agmark.markdownlang.run";
pub const DRY_RUN: &str = "agmark.markdownlang.dryRun";
