//! The formats: pages, components and manifests.

pub mod evidence;
pub mod manifest;
pub mod markup;
mod uncut;

use std::sync::Arc;

use agmark_syntax::AnyFormat;

use crate::syntax::language::Source;
use manifest::Manifests;
use markup::{Pages, format_of};

/// All of AAF's formats.
pub fn formats() -> Vec<Arc<dyn AnyFormat>> {
    let sources = [Source::Vue, Source::Svelte, Source::Jsx, Source::Tsx];
    let mut formats: Vec<Arc<dyn AnyFormat>> = vec![Arc::new(Pages), Arc::new(Manifests)];
    formats.extend(sources.map(format_of));
    formats
}
