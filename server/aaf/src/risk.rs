//! Whether an element is dangerous, by its names.
//!
//! The annotator, the rules and the audit all use this judgment. The names of an element are the name of its action,
//! `aria-label`, `aria-labelledby`, `title`, its visible text, the `value` of an input, and the names of the images in
//! it. The method of a form and the address of a request count too. If a template or an expression computes a name, the
//! words written in it count.

mod danger;
pub mod dangerous_words;
mod dynamic_names;
mod element_names;
mod expressions;
pub mod guards;
mod leaving;
mod requests;
mod verbs;

pub use danger::{Danger, danger};
pub use dangerous_words::{dangerous_word, meaning};
pub use element_names::{called, is_button};
pub use leaving::only_leaves;
