//! A page: its elements, and what their annotations say.

mod action_names;
mod annotated;
mod annotation;
pub mod components;
pub mod conditions;
mod context;
pub mod handlers;
pub mod instances;
mod markup;
pub mod read_options;
mod relations;
pub mod resolve;
mod stored_page;
pub mod submits;

use std::ops::Deref;
use std::sync::OnceLock;

use crate::syntax::component_start::ComponentStart;
use crate::syntax::language::Language;
use crate::syntax::libraries::ComponentMap;

pub use action_names::{is_part_of, wholes};
pub use annotated::Annotated;
pub use annotation::{Annotation, Value};
use instances::Instances;
pub use markup::{Markup, Owner};
pub use stored_page::KeptPage;
use submits::Submits;

/// A page of HTML, or the source of a component: its markup, and what is computed from it on demand.
pub struct Page<'a> {
    markup: Markup<'a>,
    submits: OnceLock<Submits>,
    instances: OnceLock<Instances>,
}

impl<'a> Deref for Page<'a> {
    type Target = Markup<'a>;

    fn deref(&self) -> &Markup<'a> {
        &self.markup
    }
}

impl<'a> Page<'a> {
    /// Reads a page of HTML.
    pub fn new(text: &'a str) -> Self {
        Self::of(text, Language::Html)
    }

    /// Reads a page or a component.
    pub fn of(text: &'a str, source: Language) -> Self {
        Self::with(text, source, &ComponentMap::default())
    }

    /// Reads a page or a component; `mapping` says what the project's own components become.
    pub fn with(text: &'a str, source: Language, mapping: &ComponentMap) -> Self {
        Markup::with(text, source, mapping).into()
    }

    /// Reads a piece that starts in the middle of a page or a component.
    pub fn inside(text: &'a str, source: Language, mapping: &ComponentMap, start: ComponentStart) -> Self {
        Markup::inside(text, source, mapping, start).into()
    }

    /// The same piece of a page that has annotations in other pieces.
    #[must_use]
    pub fn annotated_elsewhere(self) -> Self {
        self.markup.annotated_elsewhere().into()
    }

    /// The page that a document keeps. The text is not read again.
    pub fn of_kept(text: &'a str, source: Language, kept: &KeptPage) -> Self {
        Markup::of_kept(text, source, kept).into()
    }

    /// Which control submits which form.
    pub fn submits(&self) -> &Submits {
        self.submits.get_or_init(|| Submits::of(&self.markup))
    }

    /// Which elements carry which action.
    pub fn instances(&self) -> &Instances {
        self.instances.get_or_init(|| Instances::of(&self.markup))
    }
}

impl<'a> From<Markup<'a>> for Page<'a> {
    fn from(markup: Markup<'a>) -> Self {
        Page { markup, submits: OnceLock::new(), instances: OnceLock::new() }
    }
}
