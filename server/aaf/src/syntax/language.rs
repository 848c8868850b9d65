//! The languages of pages and components: HTML, Vue, Svelte, JSX and TSX.
//!
//! All of them are read into the elements of HTML, so that names, rules and features exist only once. JSX and TSX are
//! read with their grammars. A Vue template is HTML with other attributes, and Svelte is HTML with expressions and
//! blocks. An expression in braces has an unknown value and is never wrong. An expression that is only a literal (`{"high"}`, `{true}`) counts as its text.

use agmark_syntax::WholeText;
use tree_sitter_language::LanguageFn;

use super::jsx;
use crate::syntax::html::{Dialect, Dom};
use crate::syntax::libraries::ComponentMap;

/// The language of a page or a component.
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
    /// The tree-sitter grammar: for colours, and for the elements of scripts.
    pub const fn grammar(self) -> LanguageFn {
        match self {
            Language::Html | Language::Vue => tree_sitter_html::LANGUAGE,
            Language::Svelte => tree_sitter_svelte_ng::LANGUAGE,
            Language::Jsx => tree_sitter_javascript::LANGUAGE,
            Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
        }
    }

    /// Its dialect of tags; `None` for scripts, whose elements are read from the grammar's tree.
    fn dialect(self, mapping: &ComponentMap) -> Option<Dialect<'_>> {
        match self {
            Language::Html => Some(Dialect::Html),
            Language::Vue => Some(Dialect::Vue(mapping)),
            Language::Svelte => Some(Dialect::Svelte(mapping)),
            Language::Jsx | Language::Tsx => None,
        }
    }

    /// Whether expressions in its text have other marks than single braces.
    pub fn writes_tags(self) -> bool {
        matches!(self, Language::Html | Language::Vue)
    }

    /// Whether its files are components. The elements around a component are in other files, and the elements in it may
    /// be conditional.
    pub fn is_component(self) -> bool {
        self != Language::Html
    }

    /// Whether a text may have elements. Most scripts, and many parts of others, have none and are not parsed.
    pub fn may_have_elements(self, text: &dyn WholeText) -> bool {
        !matches!(self, Language::Jsx | Language::Tsx) || text.has("</") || text.has("/>")
    }

    /// The elements of a text, with components of known libraries.
    pub fn read(self, text: &str) -> Dom {
        self.read_with(text, &ComponentMap::default())
    }

    /// The elements of a text, with the components of `mapping`.
    pub fn read_with(self, text: &str, mapping: &ComponentMap) -> Dom {
        let dialect = self.dialect(mapping);
        let dom = dialect.map_or_else(|| self.script_elements(text), |dialect| Dom::of(text, dialect));
        self.marked(text, mapping, dom)
    }

    /// The elements of a piece that starts in the middle of a text.
    pub fn read_inside(self, text: &str, mapping: &ComponentMap) -> Dom {
        let dialect = self.dialect(mapping);
        let dom = dialect.map_or_else(|| self.script_elements(text), |dialect| Dom::inside(text, dialect));
        self.marked(text, mapping, dom)
    }

    /// The elements, with what components become.
    fn marked(self, text: &str, mapping: &ComponentMap, mut dom: Dom) -> Dom {
        if self.is_component() {
            for element in &mut dom.elements {
                element.becomes =
                    text.get(element.tag.name.clone()).and_then(|name| mapping.element_of(name));
            }
        }
        dom
    }

    /// The elements of JSX or TSX.
    fn script_elements(self, text: &str) -> Dom {
        // The grammars are slow for extreme depths. Such a text is read as HTML.
        if is_deep(text) {
            return Dom::new(text);
        }
        let tree = agmark_syntax::parse::parse(&self.grammar().into(), text, None);
        tree.map_or_else(Dom::default, |tree| jsx::dom(text, &tree))
    }

    /// The language of a file name extension.
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

/// The deepest nesting for which the grammars of scripts are used.
const DEEP: usize = 2000;

/// Whether elements are nested deeper than that. A quick estimate that ignores strings and expressions.
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
    // A comparison sign looks like a start tag but is never closed.
    deepest > DEEP && closed > DEEP
}
