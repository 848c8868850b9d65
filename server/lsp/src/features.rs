//! One file a feature: plain data in (a snapshot, the protocol's parameters), plain data out.

pub mod actions;
pub mod calls;
pub mod commands;
pub mod completion;
pub mod definition;
pub mod diagnostics;
pub mod edits;
pub mod folding;
pub mod formatting;
pub mod highlight;
pub mod hints;
pub mod hover;
pub mod lens;
pub mod links;
pub mod names;
pub mod references;
pub mod rename;
pub mod selection;
pub mod signature;
pub mod symbols;
pub mod tokens;
pub mod typing;
pub mod workspace_symbols;
