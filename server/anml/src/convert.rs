//! Conversions: ARIA snapshots and HTML pages to ANML, and ANML to a tree in JSON.

pub mod aria;
mod element_builder;
pub mod html;
pub mod tree;
