//! The tree-sitter grammar of markdownlang: YAML front matter, then Markdown with the actions of Go's
//! `text/template`.
//!
//! It is total: for every text, the tree has no ERROR and no MISSING node. A malformed part is a node with a name
//! (`unterminated_string`, `unclosed_action`, `unexpected_token`, …). Control structures are not matched:
//! `{{ if }}`, `{{ else }}` and `{{ end }}` are siblings.

// The parser is C.
#![allow(unsafe_code)]

pub mod lines;

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_markdownlang() -> *const ();
}

/// The language, for `tree_sitter::Parser::set_language`.
// SAFETY: the function is the generated parser's, compiled by build.rs, and has this signature.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_markdownlang) };

/// The kinds of nodes, their fields and children, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// Captures for highlighting, with the names that editors share.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// YAML in the front matter, Markdown (combined) in the text.
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");

/// What an editor can fold without the server: front matter and comments.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// How actions indent the lines after them.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");

/// Scopes, definitions and references of template variables.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// Text objects for selections and movements.
pub const TEXTOBJECTS_QUERY: &str = include_str!("../../queries/textobjects.scm");
