//! Diffs in `.Diff`: three formats for changes of files, which are read, checked and applied in memory.
//!
//! Reading never fails: malformed parts are [`Problem`]s with positions. Applying returns the new text of each file or
//! one [`Refusal`].

mod apply;
pub mod base;
pub mod document;
mod find;
mod hunk;
mod lines;
mod model;
mod name;
pub mod plan;
mod problem;
mod read;
mod search_replace;
mod steps;
mod unified;
mod v4a;
pub(crate) mod world_files;

pub use apply::apply;
pub use hunk::{Hunk, HunkLine, HunkPosition, Sign};
pub use model::{Action, Diff, DiffFormat, FileDiff};
pub use plan::{Change, PathState, plan};
pub use problem::{Problem, ProblemKind, Refusal, RefusalKind};
pub use steps::{Step, steps};
