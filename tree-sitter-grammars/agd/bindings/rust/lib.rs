//! The tree-sitter grammar of AGD, and its queries.
//!
//! The grammar is total: whatever the text, and from whatever legal cut of a document, the tree has no `ERROR` and no
//! `MISSING` node. Malformed parts have separate nodes (`unterminated_string`, `stray_list`, `unknown_block`, ...).

use tree_sitter_language::LanguageFn;

#[allow(unsafe_code)]
unsafe extern "C" {
    fn tree_sitter_agd() -> *const ();
}

/// The grammar, for `tree_sitter::Language::new`.
// SAFETY: the generated parser defines this function with this signature.
#[allow(unsafe_code)]
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_agd) };

/// The kinds of nodes, with their fields and children, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// What is coloured how, with the capture names that Neovim and Helix share.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// Which bodies are text in another language.
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");

/// What can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// What is indented.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");

/// Ids as definitions, and what refers to them.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// Blocks and their insides, for motions and selections.
pub const TEXTOBJECTS_QUERY: &str = include_str!("../../queries/textobjects.scm");
