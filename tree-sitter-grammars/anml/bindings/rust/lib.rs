//! The tree-sitter grammar of ANML, and the queries that editors and the server use with it.
//!
//! The grammar is total: a tree has no `ERROR` and no `MISSING` node, whatever the text (a NUL has to be replaced before,
//! as tree-sitter takes it for the end). What is malformed is a node of its own, such as `unterminated_string`.

use tree_sitter_language::LanguageFn;

#[allow(unsafe_code)]
mod parser {
    use super::LanguageFn;

    unsafe extern "C" {
        fn tree_sitter_anml() -> *const ();
        fn tree_sitter_anml_actions() -> *const ();
    }

    /// The language, to be given to a parser.
    // The function is compiled by build.rs from src/parser.c, and has the type that tree-sitter documents for it.
    pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_anml) };

    /// The language of action scripts. It is total, too.
    // As above, from actions/src/parser.c.
    pub const ACTIONS_LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_anml_actions) };
}

pub use parser::{ACTIONS_LANGUAGE, LANGUAGE};

/// What the nodes are called, which fields and children they have.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// Highlighting.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// Languages inside of the language.
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");

/// What can be folded. Subtrees of elements cannot be told from this flat tree: the server folds them.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// What a new line is indented by.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");

/// Definitions of refs and references to them.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// What an editor may select, move to or swap as one thing.
pub const TEXTOBJECTS_QUERY: &str = include_str!("../../queries/textobjects.scm");

/// Highlighting of action scripts.
pub const ACTIONS_HIGHLIGHTS_QUERY: &str = include_str!("../../actions/queries/highlights.scm");
