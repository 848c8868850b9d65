//! Functions on strings that all readers of AGD share: the classes of lines, the kinds of blocks, markup, values and
//! lists of references.

pub mod kind;
pub mod line;
pub mod markup;
pub mod refs;
pub mod value;
pub mod writer;
