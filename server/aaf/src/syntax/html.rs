//! HTML, as far as annotations need it: tags with their attributes, comments, and the nesting of elements.
//!
//! Highlighting and selection use the tree of `tree-sitter-html`. Analysis cannot: a lone `<`, `>` or `&` in a text,
//! which every browser accepts, is an error in that tree, and annotations that error recovery skips would not be
//! checked. So tags are read like the tokenizer of the HTML standard (13.2.5), and nested by the rules for elements
//! that end without an end tag (13.1.2.4).

mod binding;
mod dialect;
mod dom;
mod ends;
mod entities;
mod expression;
mod expression_value;
mod joined;
mod scan;
mod tags;
mod text;
mod token;
mod tokens;

pub use dialect::Dialect;
pub use dom::{Dom, Element, StrayEnd};
pub use entities::decode;
pub use scan::MarkupScan;
pub use tags::{EndTag, end_tag, is_implied};
pub use text::{VisibleText, said, visible_text};
pub use token::{Attribute, AttributeValue, StartTag};
