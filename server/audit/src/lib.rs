//! Audits AAF pages and sites (6.7): loads pages from files and servers, scores them, and reports missing annotations.
//!
//! [`agmark_aaf::coverage`] computes the scores. This crate finds pages and their manifests, removes what is skipped, and
//! writes reports.

mod charset;
pub mod crawl;
pub mod developer_tools;
pub mod element_identity;
pub mod files;
pub mod http;
pub mod llms_txt;
pub mod manifest;
mod memory_limit;
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
