//! HTML, as far as annotations need it: tags with their attributes, comments, and which element is inside of which.
//!
//! The tree of `tree-sitter-html` colours, folds and selects. For what elements *mean* it is not enough: a lone
//! `<`, `>` or `&` in a text, which every browser takes, is an error to it, and what its recovery skips would be
//! annotations that nobody checks. So tags are read as the HTML standard's tokenizer reads them (13.2.5), and put
//! into a tree by the rules for elements that end without an end tag (13.1.2.4).

mod dom;
mod entities;
mod tags;
mod text;
mod tokens;

pub use dom::{Dom, Element};
pub use entities::decode;
pub use tags::is_void;
pub use text::{VisibleText, said, visible_text};
pub use tokens::{Attribute, AttributeValue, StartTag};
