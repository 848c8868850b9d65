//! Edits as plain data: each names a block by its id, says what becomes of it, and may say which content it was thought
//! of. A list of them is applied as a whole or not at all, and nothing is written that would read back as something else.

mod apply;
mod attribute;
mod error;
mod faithful;
mod operation;
mod report;
#[cfg(test)]
mod tests;

pub use error::{BatchError, EditError};
pub use operation::{FORMS, Form, Operation, OperationError, Target, operations};
pub use report::{Notice, Report};
