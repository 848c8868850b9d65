//! What is written for people: annotations, entries of a manifest, a whole manifest. Pure functions from a page and a
//! site to edits and texts; the editor and the command line ask for them.

pub mod annotate;
pub mod attributes;
pub mod controls;
pub mod derive;
pub mod entry;
pub mod folder;
pub mod json;
pub mod missing;
pub mod naming;
pub mod views;
mod words;
