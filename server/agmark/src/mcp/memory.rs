//! The tools `agd_memory_*`: one AGD document in which agents keep what they learn.

mod get;
mod memory_document;
mod save;
mod search;
mod toc;

use agmark_mcp::AnyTool;

/// The tools over the memory document.
pub fn all() -> Vec<Box<dyn AnyTool>> {
    vec![Box::new(toc::Toc), Box::new(get::Get), Box::new(search::Search), Box::new(save::Save)]
}
