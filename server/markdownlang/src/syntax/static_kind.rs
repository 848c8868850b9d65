//! The kinds of nodes, from a table.

use std::sync::LazyLock;

use tree_sitter::{Language, Node};

/// The names of the kinds, by their ids.
static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    // The names borrow it, so it is never freed. A static must be `Sync`, which it is not in WebAssembly.
    let language: &Language = Box::leak(Box::new(tree_sitter_markdownlang::LANGUAGE.into()));
    let ids = (0u16..).take(language.node_kind_count());
    ids.map(|id| language.node_kind_for_id(id).unwrap_or_default()).collect()
});

/// A node of the grammar.
pub(crate) trait StaticKind {
    /// The same as [`Node::kind`], which measures and checks a C string at each call.
    fn static_kind(&self) -> &'static str;
}

impl StaticKind for Node<'_> {
    fn static_kind(&self) -> &'static str {
        NAMES.get(usize::from(self.kind_id())).copied().unwrap_or("ERROR")
    }
}
