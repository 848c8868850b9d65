//! The features, one file each: plain data in (a snapshot and the protocol's parameters), plain data out.

pub mod action_resolve;
pub mod actions;
pub mod call_hierarchy;
pub mod code_lens;
pub mod commands;
pub mod completion;
pub mod definition;
pub mod diagnostics;
pub mod document_highlight;
pub mod document_links;
pub mod folding;
pub mod formatting;
pub mod hover;
pub mod inlay_hints;
pub mod names;
pub mod nearest_diagnostics;
pub mod on_type;
pub mod references;
pub mod rename;
pub mod selection_ranges;
pub mod semantic_tokens;
pub mod shown_diagnostics;
pub mod signature;
pub mod symbols;
pub mod workspace_edits;
pub mod workspace_symbols;
