//! The blocks of the library.

mod attribute;
mod block;
mod body;
pub(crate) mod canonical;
pub(crate) mod hash;
mod owned;
mod run;

pub use crate::lexical::kind::Kind;
pub use crate::lexical::markup::RunKind;
pub use attribute::{Attribute, Attributes, Value};
pub use block::Block;
pub use body::Items;
pub use owned::{Content, OwnedBlock};
pub use run::{OwnedRun, Run, Runs};
