//! The results of the last check of a chunk.

use std::sync::Arc;

use crate::type_check::Variables;
use crate::type_check::report::TypeReport;
use crate::types::Type;

/// The reports for a chunk, with what they depend on.
#[derive(Default)]
pub(super) struct Memo {
    pub main: Option<MainMemo>,
    /// One for each template that the chunk defines.
    pub templates: Vec<Option<TemplateMemo>>,
}

/// The report for the content outside of templates.
pub(super) struct MainMemo {
    pub schema: u64,
    pub before: Variables,
    pub report: Arc<TypeReport>,
    pub after: Variables,
}

/// The report for a template.
pub(super) struct TemplateMemo {
    pub schema: u64,
    pub dot: Type,
    pub report: Arc<TypeReport>,
}
