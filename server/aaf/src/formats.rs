//! The formats: pages, components and manifests.

pub mod evidence;
pub mod manifest;
pub mod markup;

use std::sync::Arc;

use agmark_syntax::AnyFormat;

use crate::syntax::language::Language;
use manifest::Manifests;
use markup::{Pages, format_of};

/// All of AAF's formats.
pub fn formats() -> Vec<Arc<dyn AnyFormat>> {
    let sources = [Language::Vue, Language::Svelte, Language::Jsx, Language::Tsx];
    let mut formats: Vec<Arc<dyn AnyFormat>> = vec![Arc::new(Pages), Arc::new(Manifests)];
    formats.extend(sources.map(format_of));
    formats
}
