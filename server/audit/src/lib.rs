//! Audits AAF pages and sites (6.7): loads pages from files, scores them, and reports what is missing.
//!
//! What counts and how scores are put together is [`agmark_aaf::coverage`]; here is everything around it: where
//! pages and their manifests come from, what is left out of them, and how a report is written.

mod charset;
pub mod clue;
pub mod contract;
pub mod crawl;
pub mod devtools;
pub mod files;
mod gate;
pub mod http;
pub mod llms;
pub mod options;
pub mod page;
pub mod page_source;
pub mod render;
pub mod report;
pub mod robots;
pub mod rules;
pub mod schema;
pub mod selector;

pub use options::{Options, PageSettings};
pub use page::{Area, Audited, Finding};
pub use report::{Failed, Format, Report};
pub use selector::{Selector, SelectorError};
