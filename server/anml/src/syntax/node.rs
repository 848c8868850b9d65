//! The nodes of the grammar as a type.

use std::sync::OnceLock;

use tree_sitter::{Language, Node};

/// The kind of a node. Nodes without a name are `Mark`s: `---`, `:`, `|`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Mark,
    Document,
    FrontMatter,
    Meta,
    MetaKey,
    MetaValue,
    MalformedMeta,
    Element,
    ContentLine,
    SummaryLine,
    TableRow,
    UnknownLine,
    Indent,
    DiffPrefix,
    Role,
    BadRole,
    Ref,
    BadRef,
    DetachedRef,
    Name,
    Attribute,
    Key,
    BadKey,
    Value,
    String,
    Reference,
    MissingValue,
    UnterminatedString,
    State,
    BadState,
    UnclosedState,
    BareWord,
    MisplacedString,
    Unexpected,
    Note,
    Cell,
    CellElement,
    Content,
    Summary,
}

impl Kind {
    /// The kind of `node`.
    pub fn of(node: &Node<'_>) -> Self {
        static KINDS: OnceLock<Vec<Kind>> = OnceLock::new();
        let kinds = KINDS.get_or_init(all);
        kinds.get(usize::from(node.kind_id())).copied().unwrap_or(Self::Mark)
    }

    fn named(name: &str) -> Self {
        match name {
            "document" => Self::Document,
            "front_matter" => Self::FrontMatter,
            "meta" => Self::Meta,
            "meta_key" => Self::MetaKey,
            "meta_value" => Self::MetaValue,
            "malformed_meta" => Self::MalformedMeta,
            "element" => Self::Element,
            "content_line" => Self::ContentLine,
            "summary_line" => Self::SummaryLine,
            "table_row" => Self::TableRow,
            "unknown_line" => Self::UnknownLine,
            "indent" => Self::Indent,
            "diff_prefix" => Self::DiffPrefix,
            "role" => Self::Role,
            "bad_role" => Self::BadRole,
            "ref" => Self::Ref,
            "bad_ref" => Self::BadRef,
            "detached_ref" => Self::DetachedRef,
            "name" => Self::Name,
            "attribute" => Self::Attribute,
            "key" => Self::Key,
            "bad_key" => Self::BadKey,
            "value" => Self::Value,
            "string" => Self::String,
            "reference" => Self::Reference,
            "missing_value" => Self::MissingValue,
            "unterminated_string" => Self::UnterminatedString,
            "state" => Self::State,
            "bad_state" => Self::BadState,
            "unclosed_state" => Self::UnclosedState,
            "bare_word" => Self::BareWord,
            "misplaced_string" => Self::MisplacedString,
            "unexpected" => Self::Unexpected,
            "note" => Self::Note,
            "cell" => Self::Cell,
            "cell_element" => Self::CellElement,
            "content" => Self::Content,
            "summary" => Self::Summary,
            _ => Self::Mark,
        }
    }
}

/// Kinds by their number in the grammar.
fn all() -> Vec<Kind> {
    let language: Language = tree_sitter_anml::LANGUAGE.into();
    let count = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
    let kind = |id: u16| match language.node_kind_for_id(id) {
        Some(name) if language.node_kind_is_named(id) => Kind::named(name),
        _ => Kind::Mark,
    };
    (0..count).map(kind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node that the grammar has and this type has not would be lost without a word.
    #[test]
    fn every_named_node_is_known() {
        let language: Language = tree_sitter_anml::LANGUAGE.into();
        for id in 1..u16::try_from(language.node_kind_count()).expect("a small grammar") {
            let name = language.node_kind_for_id(id).unwrap_or("");
            if language.node_kind_is_named(id) && language.node_kind_is_visible(id) {
                assert_ne!(Kind::named(name), Kind::Mark, "{name}");
            }
        }
    }
}
