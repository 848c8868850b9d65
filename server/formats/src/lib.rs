//! The table of formats, one row each. The program, the tests and the fuzz targets read it.

use std::sync::Arc;

use agmark_syntax::AnyFormat;

/// All formats, in the order in which the program lists them. Making them is cheap: grammars and queries are set up when
/// they are first used.
pub fn all() -> Vec<Arc<dyn AnyFormat>> {
    [
        agmark_anml::formats(),
        agmark_aaf::formats(),
        vec![Arc::new(agmark_garyml::Garyml::default()) as _],
        vec![Arc::new(agd::Agd) as _],
        vec![Arc::new(agmark_markdownlang::Markdownlang) as _],
    ]
    .concat()
}
