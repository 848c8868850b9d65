//! The kinds of the grammar's nodes, looked up by number.

use std::sync::OnceLock;

use tree_sitter::{Language, Node};

macro_rules! kinds {
    ($($kind:ident = $name:literal,)*) => {
        /// The kind of a node.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum SyntaxKind {
            $($kind,)*
            /// Brackets, `=`.
            Other,
        }

        fn by_name(name: &str) -> SyntaxKind {
            match name {
                $($name => SyntaxKind::$kind,)*
                _ => SyntaxKind::Other,
            }
        }

        #[cfg(test)]
        const NAMES: &[&str] = &[$($name,)*];
    };
}

kinds! {
    Meta = "meta_block",
    Heading = "heading",
    Paragraph = "paragraph",
    List = "list",
    Quote = "quote",
    Code = "code_block",
    Raw = "raw_block",
    Table = "table_block",
    Extension = "extension_block",
    RefBlock = "ref_block",
    Include = "include_block",
    Unknown = "unknown_block",
    Comment = "comment",
    StrayList = "stray_list",
    StrayQuote = "stray_quote",
    StrayFence = "stray_fence",
    StrayText = "stray_text",
    Tag = "tag",
    UnknownTag = "unknown_tag",
    Text = "text",
    Bold = "bold",
    Italic = "italic",
    CodeSpan = "code",
    Ref = "ref",
    Item = "item",
    QuoteLine = "quote_line",
    Fence = "fence",
    UnterminatedFence = "unterminated_fence",
    FenceOpen = "fence_open",
    FenceBody = "fence_body",
    FenceClose = "fence_close",
    Id = "id",
    UnclosedId = "unclosed_id",
    Identifier = "identifier",
    BadIdentifier = "bad_identifier",
    Hash = "hash",
    BadHash = "bad_hash",
    Attribute = "attribute",
    AttributeName = "attribute_name",
    BadAttributeName = "bad_attribute_name",
    String = "string",
    UnterminatedString = "unterminated_string",
    Boolean = "boolean",
    Integer = "integer",
    BareString = "bare_string",
    AttributeWithoutKey = "attribute_without_key",
    AttributeWithoutValue = "attribute_without_value",
    StrayWords = "stray_words",
}

/// The grammar.
pub fn language() -> Language {
    Language::new(tree_sitter_agd::LANGUAGE)
}

/// The kind of a node.
pub fn kind(node: Node<'_>) -> SyntaxKind {
    static TABLE: OnceLock<Vec<SyntaxKind>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let language = language();
        let count = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
        (0..count).map(|id| by_name(language.node_kind_for_id(id).unwrap_or(""))).collect()
    });
    table.get(usize::from(node.kind_id())).copied().unwrap_or(SyntaxKind::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_has_all_of_them() {
        for name in NAMES {
            assert_ne!(language().id_for_node_kind(name, true), 0, "{name}");
        }
    }
}
