//! What is offered to a person at an editor: one file a feature.

pub mod actions;
pub mod commands;
pub mod completion;
mod contract;
pub mod hints;
pub mod hover;
pub mod lens;
mod manifest_completion;
mod terms;

use agmark_syntax::Document;

/// The whole text: pages and manifests are one piece.
fn text(document: &Document) -> String {
    document.text().slice(0..document.text().len()).into_owned()
}

/// A number of things.
fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
