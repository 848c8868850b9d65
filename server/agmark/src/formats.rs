//! The formats that the program is put together with: one row each, and the rules of its other parts.

use std::sync::Arc;

use agmark_syntax::Registry;

use crate::tasks::run;

/// All formats. Making them is cheap: grammars and queries are set up when they are first used.
pub fn registry() -> Arc<Registry> {
    let rows = [
        agmark_anml::formats(),
        agmark_aaf::formats(),
        vec![Arc::new(agmark_garyml::Garyml::default()) as _],
        vec![Arc::new(agd::Agd) as _],
        vec![Arc::new(agmark_markdownlang::Markdownlang) as _],
    ];
    let registry = Registry::new(rows.into_iter().flatten().collect());
    Arc::new(registry.with_rules(&agmark_audit::rules::GROUP).with_rules(&run::findings::GROUP))
}
