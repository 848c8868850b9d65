//! AAF, the agent accessibility framework: annotations in pages, and the manifest of a site.
//!
//! Formats that share one vocabulary and one set of rules: [`Pages`], which are HTML with `data-agent-*` attributes or
//! a manifest in a script; [`Components`], the sources that pages are made from; and [`Manifests`], which are JSON files
//! of that name. All other HTML, scripts and JSON are left alone. Section numbers in this crate are those of the standard
//! proposal, version 0.1.

pub mod address;
mod align;
mod analysis;
mod components;
mod conditions;
mod context;
pub mod coverage;
mod data;
pub mod edit;
mod evidence;
pub mod html;
mod ide;
pub mod identifiers;
pub mod libraries;
mod lookup;
mod manifest;
mod manifests;
mod markup;
mod names;
pub mod page;
pub mod plan;
pub mod prompt;
pub mod reading;
mod relations;
pub mod resolve;
pub mod risk;
pub mod routes;
mod rules;
pub mod script;
pub mod site;
mod submits;
mod summary;
mod suppress;
mod template;
pub mod vocabulary;

use std::sync::Arc;

use agmark_syntax::AnyFormat;
use agmark_syntax::cuts::{LineScan, State};

pub use manifests::{MANIFEST_HIGHLIGHTS, Manifests};
pub use markup::{JSX_HIGHLIGHTS, PAGE_HIGHLIGHTS, Pages, SVELTE_HIGHLIGHTS, format_of};

use script::Source;

/// All of AAF's formats.
pub fn formats() -> Vec<Arc<dyn AnyFormat>> {
    let sources = [Source::Vue, Source::Svelte, Source::Jsx, Source::Tsx];
    let mut formats: Vec<Arc<dyn AnyFormat>> = vec![Arc::new(Pages), Arc::new(Manifests)];
    formats.extend(sources.map(format_of));
    formats
}

/// Pages and manifests are one chunk, whatever their size.
struct Uncut;

impl LineScan for Uncut {
    fn may_cut(&self, _line: &str) -> bool {
        false
    }

    fn pass(&mut self, _line: &str) {}

    fn state(&self) -> State {
        State::default()
    }
}
