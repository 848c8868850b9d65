//! Annotations in script sources: JSX and TSX, Svelte, and Vue.
//!
//! What a component's markup says is read into the same elements as HTML is, so that names, rules and features are
//! written once. JSX and Svelte are read through their own grammars; a Vue template is HTML with other attributes, and
//! is read as such. What stands in braces is an expression: unknown, never wrong. An expression that is nothing but a
//! literal (`{"high"}`, `{true}`) is as good as its text.

mod jsx;
mod svelte;

use tree_sitter::{Language, Tree};

use crate::components;
use crate::html::Dom;
use crate::vocabulary::PREFIX;

/// What a page is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Html,
    Vue,
    Svelte,
    /// JavaScript with elements in it.
    Jsx,
    /// TypeScript with elements in it.
    Tsx,
}

impl Source {
    /// The grammar that colours it, and that JSX and Svelte are read with.
    pub fn grammar(self) -> Language {
        match self {
            Source::Html | Source::Vue => tree_sitter_html::LANGUAGE.into(),
            Source::Svelte => tree_sitter_svelte_ng::LANGUAGE.into(),
            Source::Jsx => tree_sitter_javascript::LANGUAGE.into(),
            Source::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
        }
    }

    /// Whether its elements are read from the grammar's tree.
    pub fn reads_tree(self) -> bool {
        matches!(self, Source::Svelte | Source::Jsx | Source::Tsx)
    }

    /// Whether it is the source of a component: what stands around it is somewhere else, and what stands in it may
    /// be there or not.
    pub fn is_component(self) -> bool {
        self != Source::Html
    }

    /// The elements of a text; `tree` is what the grammar makes of it.
    pub fn dom(self, text: &str, tree: &Tree) -> Dom {
        match self {
            Source::Html | Source::Vue => Dom::new(text),
            // Nothing is looked through that has nothing to say.
            _ if !takes_part(text) => Dom::default(),
            Source::Svelte => svelte::dom(text, tree),
            Source::Jsx | Source::Tsx => jsx::dom(text, tree),
        }
    }

    /// The elements of a text that has not been parsed yet.
    pub fn read(self, text: &str) -> Dom {
        if !self.reads_tree() {
            return Dom::new(text);
        }
        if !takes_part(text) {
            return Dom::default();
        }
        agmark_syntax::parse::parse(&self.grammar(), text, None)
            .map_or_else(Dom::default, |tree| self.dom(text, &tree))
    }

    /// The source that a file name's ending stands for.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" => Some(Source::Html),
            "vue" => Some(Source::Vue),
            "svelte" => Some(Source::Svelte),
            "jsx" | "js" | "mjs" => Some(Source::Jsx),
            "tsx" => Some(Source::Tsx),
            _ => None,
        }
    }
}

/// Whether a script source has annotations at all.
fn takes_part(text: &str) -> bool {
    let has = |needle: &str| memchr::memmem::find(text.as_bytes(), needle.as_bytes()).is_some();
    has(PREFIX) || components::names().any(|name| has(&name))
}
