//! HTML, as far as annotations need it: tags with their attributes, comments, and the nesting of elements.
//!
//! Highlighting and selection use the tree of `tree-sitter-html`. Analysis cannot: a lone `<`, `>` or `&` in a text,
//! which every browser accepts, is an error in that tree, and annotations that error recovery skips would not be
//! checked. So tags are read like the tokenizer of the HTML standard (13.2.5), and nested by the rules for elements
//! that end without an end tag (13.1.2.4).

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
