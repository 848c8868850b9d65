//! The AGD format: documents of blocks that people and agents edit together. Each block can have its own address.
//!
//! There are two ways to read a document. The editor uses [`Agd`], which reads any text, reports all errors, and reads
//! only changed chunks again. The library function [`parse`] is strict: it returns a [`Document`] or the first error.
//! The blocks of a [`Document`] can be found by id, edited and written.
//!
//! ```
//! use agd::edit::Operation;
//!
//! let mut rules = agd::parse("@h1 Harbour rules [#rules]\n@p Boats leave by noon.\n")?;
//! rules.apply(Operation::SetAttr { id: "rules".into(), key: "season".into(), value: "summer".into() })?;
//! assert_eq!(
//!     agd::serialize(&rules),
//!     "@h1 Harbour rules [#rules season=summer]\n\n@p Boats leave by noon.\n",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Finding a block by id takes the same time however long the document is. An index over an unchanged document also
//! knows the position of each block:
//!
//! ```
//! use agd::index::DocumentIndex;
//!
//! let document = agd::parse("@h1 Tides [#tides]\n\n@ul [#gear]\n- ropes\n- fenders\n")?;
//! let gear = document.find("gear").expect("it is there");
//! assert_eq!(gear.items().collect::<Vec<_>>(), ["ropes", "fenders"]);
//! assert_eq!(DocumentIndex::build(&document).position("gear"), Some(1));
//! # Ok::<(), agd::ParseError>(())
//! ```

pub mod ast;
pub mod convert;
pub mod corpus;
pub mod edit;
pub mod json;

mod analysis;
mod cross_file;
mod document;
mod editor;
mod format;
mod ide;
mod lexical;
mod parser;
mod rules;
#[cfg(test)]
mod samples;
mod suppress;
mod syntax;
mod vocabulary;

pub use document::serialize::serialize;
pub use document::{Blocks, Document, graph, ids, index, parse, search, tokens};
pub use editor::Agd;
pub use parser::{ErrorKind, ParseError};
pub use rules::is_syntax_error;
