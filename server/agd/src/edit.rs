//! Edits as plain data. Each names a block by its id and may name the hash of the content that it expects. A list of edits
//! is applied as a whole or not at all. An edit is refused if its result would read back as something else.

mod append;
mod apply;
mod attribute;
mod batch;
mod content;
mod error;
mod faithful;
mod logical;
mod operation;
mod report;
#[cfg(test)]
mod tests;

pub use error::{BatchError, EditError};
pub use logical::{LOGICAL_KINDS, StreamOperation};
pub use operation::{OPERATION_FORMS, Operation, OperationError, OperationForm, Target, operations};
pub use report::{Notice, Report};
