//! Edits and texts that agmark writes for users: annotations, entries of a manifest, whole manifests. Pure functions of
//! a page and a manifest, for editors and the command line.

pub mod annotate;
pub mod attributes;
pub mod controls;
pub mod derive;
pub mod entry;
pub mod folder;
pub mod json;
pub mod missing;
mod name_words;
pub mod naming;
pub mod views;
