//! The tree-sitter grammar of GaryML: what a person tells an agent.
//!
//! The grammar is total: no text gives an `ERROR` or `MISSING` node. A NUL in the text must be replaced
//! before parsing, since tree-sitter takes it for the end.

use tree_sitter_language::LanguageFn;

#[allow(unsafe_code)]
unsafe extern "C" {
    fn tree_sitter_garyml() -> *const ();
}

/// The grammar itself.
#[allow(unsafe_code)]
// SAFETY: the generated parser gives a language of the ABI that `LanguageFn` stands for.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_garyml) };

/// What the nodes are, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");
pub const TEXTOBJECTS_QUERY: &str = include_str!("../../queries/textobjects.scm");
