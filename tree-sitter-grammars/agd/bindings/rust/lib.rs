//! The tree-sitter grammar.
