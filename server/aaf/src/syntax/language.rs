//! Annotations in script sources: JSX and TSX, Svelte, and Vue.
//!
//! What a component's markup says is read into the same elements as HTML is, so that names, rules and features are
//! written once. JSX and Svelte are read through their own grammars; a Vue template is HTML with other attributes, and
//! is read as such. What stands in braces is an expression: unknown, never wrong. An expression that is nothing but a
//! literal (`{"high"}`, `{true}`) is as good as its text.

use tree_sitter_language::LanguageFn;

use super::{jsx, svelte};
use crate::syntax::html::Dom;
use crate::syntax::libraries::ComponentMap;

/// What a page is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Html,
    Vue,
    Svelte,
    /// JavaScript with elements in it.
    Jsx,
    /// TypeScript with elements in it.
    Tsx,
}

impl Language {
    /// The tree-sitter grammar: the one for reading elements, and for colours.
    pub const fn grammar(self) -> LanguageFn {
        match self {
            Language::Html | Language::Vue => tree_sitter_html::LANGUAGE,
            Language::Svelte => tree_sitter_svelte_ng::LANGUAGE,
            Language::Jsx => tree_sitter_javascript::LANGUAGE,
            Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
        }
    }

    /// Whether its elements are read from the grammar's tree.
    pub fn reads_tree(self) -> bool {
        matches!(self, Language::Svelte | Language::Jsx | Language::Tsx)
    }

    /// Whether expressions in its text are not marked by braces alone.
    pub fn writes_tags(self) -> bool {
        matches!(self, Language::Html | Language::Vue)
    }

    /// Whether it is the source of a component: what stands around it is somewhere else, and what stands in it may
    /// be there or not.
    pub fn is_component(self) -> bool {
        self != Language::Html
    }

    /// The elements of a text, with components of known libraries as what they become.
    pub fn read(self, text: &str) -> Dom {
        self.read_with(text, &ComponentMap::default())
    }

    /// The elements of a text, with components as what they become.
    pub fn read_with(self, text: &str, mapping: &ComponentMap) -> Dom {
        let mut dom = self.elements(text);
        if self.is_component() {
            mapping.mark(text, &mut dom);
        }
        dom
    }

    fn elements(self, text: &str) -> Dom {
        // The grammars take long for what nobody writes: it is read as HTML.
        if !self.reads_tree() || is_deep(text) {
            return Dom::new(text);
        }
        let Some(tree) = agmark_syntax::parse::parse(&self.grammar().into(), text, None) else {
            return Dom::default();
        };
        match self {
            Language::Html | Language::Vue => Dom::new(text),
            Language::Svelte => svelte::dom(text, &tree),
            Language::Jsx | Language::Tsx => jsx::dom(text, &tree),
        }
    }

    /// The source that a file name's ending stands for.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" => Some(Language::Html),
            "vue" => Some(Language::Vue),
            "svelte" => Some(Language::Svelte),
            "jsx" | "js" | "mjs" => Some(Language::Jsx),
            "tsx" => Some(Language::Tsx),
            _ => None,
        }
    }
}

/// How deep elements may be nested for the grammars of scripts.
const DEEP: usize = 2000;

/// Whether elements are nested deeper than that, as far as a glance tells: without reading strings and expressions.
fn is_deep(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut depth, mut closed, mut deepest) = (0_usize, 0, 0);
    for at in memchr::memchr2_iter(b'<', b'/', bytes) {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        match (bytes.get(at), next) {
            (Some(b'<'), b'/') => (depth, closed) = (depth.saturating_sub(1), closed + 1),
            (Some(b'/'), b'>') => depth = depth.saturating_sub(1),
            (Some(b'<'), b'a'..=b'z' | b'A'..=b'Z' | b'>') => depth += 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    // A sign of comparison opens nothing, and nothing closes it.
    deepest > DEEP && closed > DEEP
}
