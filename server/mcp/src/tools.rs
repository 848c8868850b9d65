//! The tools for documents of every format.

mod check;
pub(crate) mod elements;
mod explain;
mod fix;
mod format;
mod get;
mod outline;
mod references;
mod rename;
mod search;
mod targets;

pub(crate) use explain::page as rule_page;

use crate::AnyTool;

/// All tools of this crate.
pub fn all() -> Vec<Box<dyn AnyTool>> {
    vec![
        Box::new(outline::Outline),
        Box::new(search::Search),
        Box::new(get::Get),
        Box::new(check::Check),
        Box::new(fix::Fix),
        Box::new(format::Format),
        Box::new(explain::Explain),
        Box::new(references::References),
        Box::new(rename::Rename),
    ]
}
