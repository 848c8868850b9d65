//! How much harm an element can do, judged from everything that it is called by.
//!
//! This is the only judge. The annotator writes what it says, the rules hold pages against it, and the audit scores it.
//! An element is called by the name of its action, `aria-label`, `aria-labelledby`, `title`, its visible text, the
//! `value` of an input, and the names of the pictures in it. The method of a form and the address that a control sends
//! to count too. Where a name is put together by a template or an expression, the words that are written there count.

mod danger;
mod dynamic_names;
mod element_names;
mod expressions;
pub mod guards;
mod leaving;
mod requests;
mod verbs;
pub mod words;

pub use danger::{Danger, danger};
pub use element_names::{called, is_button};
pub use leaving::only_leaves;
pub use words::{dangerous_word, meaning};
