//! Diffs in `.Diff`: three ways to write a change of files, read into one, checked and applied in memory.
//!
//! Reading never fails: what is malformed is a [`Problem`] with its place. Applying gives the whole new text of
//! each file or one [`Refusal`], never a part.

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
pub use hunk::{Hunk, HunkLine, Place, Sign};
pub use model::{Action, Diff, DiffFormat, FileDiff};
pub use plan::{At, Change, plan};
pub use problem::{Problem, ProblemKind, Refusal, RefusalKind};
pub use steps::{Step, steps};
