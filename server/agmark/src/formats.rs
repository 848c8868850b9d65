//! The formats of the program, and the rules of its other parts.

use std::sync::Arc;

use agmark_syntax::Registry;

use crate::tasks::run;

/// All formats, with the rules of audits and runs.
pub fn registry() -> Arc<Registry> {
    let registry = Registry::new(agmark_formats::all());
    Arc::new(registry.with_rules(&agmark_audit::rules::GROUP).with_rules(&run::findings::GROUP))
}
