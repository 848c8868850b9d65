//! Values with spans from JSON and YAML.
//!
//! Both readers give the same [`Parsed`]: a tree of [`Node`]s in which every key and every value knows
//! the bytes that it stands in, and the [`Problem`]s that were met on the way. Neither reader fails: what
//! could be read is in the tree, and whatever could not is a problem with a place, a sentence and, where
//! there is an obvious one, a [`Repair`].
//!
//! ```
//! let parsed = agmark_schema::yaml::parse("site: {name: Ledger}\n");
//! let name = parsed.root.at("/site/name").unwrap();
//! assert_eq!((name.as_str(), name.span.clone()), (Some("Ledger"), 13..19));
//! assert!(parsed.problems.is_empty());
//! ```
//!
//! Nothing here recurses deeper than [`MAX_DEPTH`], so that no input can exhaust the stack: containers
//! that are nested deeper are left out of the tree, with a problem.

mod convert;
pub mod json;
pub mod pointer;
mod problem;
#[cfg(feature = "validate")]
pub mod validate;
mod value;
pub mod yaml;

pub use pointer::Located;
pub use problem::{Parsed, Problem, ProblemKind, Repair, shown};
pub use value::{Key, Map, Member, Node, Style, Value};

/// How many containers may stand inside one another.
pub const MAX_DEPTH: usize = 128;

/// How many problems are kept for one text; what comes after is as a rule their consequence.
pub const MAX_PROBLEMS: usize = 200;
