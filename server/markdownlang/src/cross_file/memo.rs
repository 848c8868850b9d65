//! What is kept of the last check of a chunk.

use std::sync::Arc;

use crate::type_check::{Found, Variables};
use crate::types::Type;

/// What was found in a chunk, and for what.
#[derive(Default)]
pub(super) struct Memo {
    pub main: Option<Main>,
    /// For each template that the chunk defines.
    pub templates: Vec<Option<Template>>,
}

pub(super) struct Main {
    pub schema: u64,
    pub before: Variables,
    pub found: Arc<Found>,
    pub after: Variables,
}

pub(super) struct Template {
    pub schema: u64,
    pub dot: Type,
    pub found: Arc<Found>,
}
