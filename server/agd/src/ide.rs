//! What the editor offers: one file for each thing that a person may ask for. All of it is decided from texts and
//! blocks; what is found is edits, words and places.

pub(crate) mod actions;
pub(crate) mod commands;
pub(crate) mod completion;
mod context;
pub(crate) mod hints;
pub(crate) mod hover;
mod ids;
pub(crate) mod lens;
pub(crate) mod on_type;
mod part;
#[cfg(test)]
mod tests;
