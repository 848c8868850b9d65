//! What all readers of AGD share: the classes of lines, the kinds of blocks, markup, values and lists of references.
//! Everything works on strings and knows neither trees nor documents.

pub mod kind;
pub mod line;
pub mod markup;
pub mod refs;
pub mod value;
pub mod writer;
