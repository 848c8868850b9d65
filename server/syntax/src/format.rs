//! The contract that each format implements, the registry of all formats, and detection.

mod any;
mod candidate;
pub(crate) mod chunk_layout;
mod contract;
mod data;
pub mod detection;
mod info;
mod layout;
pub(crate) mod layout_changes;
pub mod line_edits;
pub mod registry;
pub mod setting;

pub use any::AnyFormat;
pub use candidate::{Candidate, Claim, Surroundings, WholeText};
pub use contract::{Format, Piece};
pub use data::{Data, ErasedData};
pub use info::{FormatInfo, Namespace, Triggers};
pub use layout::{Formatted, format_chunks, format_document, is_mostly_errors};
pub use layout_changes::layout_edits;
