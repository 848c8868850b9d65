//! Parses JSON and YAML into values with spans.
//!
//! Both parsers return [`Parsed`]: a tree of [`Node`]s in which each key and value has its span, and the [`Problem`]s
//! of the text. The parsers never fail: the valid parts are in the tree, and each error is a problem with a span, a
//! message and, if possible, a [`Repair`].
//!
//! ```
//! let parsed = agmark_schema::yaml::parse("site: {name: Ledger}\n");
//! let name = parsed.root.at("/site/name").unwrap();
//! assert_eq!((name.as_str(), name.span.clone()), (Some("Ledger"), 13..19));
//! assert!(parsed.problems.is_empty());
//! ```
//!
//! Recursion is limited to [`MAX_DEPTH`], so that no input can exhaust the stack. More deeply nested containers are
//! skipped with a problem.

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

/// The deepest nesting of containers.
pub const MAX_DEPTH: usize = 128;

/// The largest number of problems of one text.
pub const MAX_PROBLEMS: usize = 200;
