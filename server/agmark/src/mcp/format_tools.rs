//! The tools of single formats.

use agmark_mcp::AnyTool;

/// All tools that know a format, one row each.
pub fn all() -> Vec<Box<dyn AnyTool>> {
    vec![]
}
