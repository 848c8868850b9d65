//! What holds for the documents of every format, whatever is in them.

mod corpus;
mod edits;
mod endings;
mod fixes;
mod formats;
mod generate;
mod kept_answers;
mod offers;
mod queries;
mod totality;
mod work;
mod work_blocks;
