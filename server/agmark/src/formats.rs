//! The formats that the program is put together with: one row each.

use std::sync::Arc;

use agmark_syntax::Registry;

/// All formats. Making them is cheap: grammars and queries are set up when they are first used.
pub fn registry() -> Arc<Registry> {
    let rows = [
        agmark_anml::formats(),
        agmark_aaf::formats(),
        vec![Arc::new(agmark_garyml::Garyml) as _],
        vec![Arc::new(agd::Agd) as _],
        vec![Arc::new(agmark_markdownlang::Markdownlang) as _],
    ];
    Arc::new(Registry::new(rows.into_iter().flatten().collect()))
}
