//! The AGD format: documents of blocks that people and agents edit together, each block with an address of its own.
//!
//! There are two ways to read a document. The editor's, [`Agd`], takes any text, says everything that is wrong with it, and
//! understands anew only what was touched. The library's, [`parse`], takes a whole and correct document, or says the
//! first thing that is wrong with it; the [`Document`] that it gives is found its way in by id, edited and written.
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
//! Blocks are found by id in the same time however long the document is. Where the position of a block is asked for often,
//! an index over a document that does not change knows it:
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
