//! The tree-sitter grammar of the toy format.

use tree_sitter_language::LanguageFn;

#[allow(unsafe_code)]
unsafe extern "C" {
    fn tree_sitter_toy() -> *const ();
}

/// The grammar, for `tree_sitter::Language::new`.
// SAFETY: the generated parser defines this function with this signature.
#[allow(unsafe_code)]
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_toy) };

/// What is coloured how.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
