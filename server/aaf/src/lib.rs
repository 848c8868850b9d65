//! AAF, the agent accessibility framework: annotations in pages, and the manifest of a site.
//!
//! Three kinds of files share one vocabulary and one set of rules: [`Pages`] (HTML with `data-agent-*` attributes or
//! with a manifest in a script), components (JSX, TSX, Svelte and Vue), and [`Manifests`] (JSON). A file takes part
//! only if it shows that it is meant for AAF (`formats/evidence.rs`). Section numbers in this crate are those of the
//! proposed standard, version 0.1.

pub mod coverage;
pub mod edit;
pub mod manifest;
pub mod page;
pub mod planner;
pub mod risk;
pub mod site;
pub mod syntax;
pub mod vocabulary;

mod analysis;
mod cross_file;
mod formats;
mod ide;
mod rules;
mod suppress;

pub use formats::formats;
pub use formats::manifest::{MANIFEST_HIGHLIGHTS, Manifests};
pub use formats::markup::{
    JSX_HIGHLIGHTS, JsxComponents, PAGE_HIGHLIGHTS, Pages, SVELTE_HIGHLIGHTS, SvelteComponents,
    TsxComponents, VueComponents, format_of,
};
pub use page::read_options::NAME;
