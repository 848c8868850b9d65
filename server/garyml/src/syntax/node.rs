//! The kinds of nodes of the grammar. They are looked up once by number, because names are slow to compare.

use std::sync::LazyLock;

use tree_sitter::{Language, Node};

/// What a node is. Anonymous nodes and those nobody asks for are `Other`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    Directive,
    Command,
    Parameter,
    Content,
    CodeBlock,
    UnterminatedCodeBlock,
    TextLine,
    CommentLine,
    Indent,
    HeaderParameter,
    Name,
    Key,
    Colon,
    String,
    UnterminatedString,
    Number,
    Boolean,
    Reference,
    List,
    UnterminatedList,
    Plain,
    TextBlock,
    UnterminatedTextBlock,
    TextBody,
    StrayText,
    Comment,
    /// What opens a text or code block.
    Opener,
    /// The text inside a block.
    Inside,
    /// What closes one.
    Closer,
    Other,
}

/// A node and what it is.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    pub node: Node<'a>,
    pub syntax: Syntax,
}

static TABLE: LazyLock<Vec<Syntax>> = LazyLock::new(|| {
    let language: Language = tree_sitter_garyml::LANGUAGE.into();
    let count = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
    (0..count).map(|id| by_name(language.node_kind_for_id(id).unwrap_or(""))).collect()
});

impl Syntax {
    pub fn of(node: Node<'_>) -> Self {
        TABLE.get(usize::from(node.kind_id())).copied().unwrap_or(Self::Other)
    }

    /// Whether it stands for the value of a parameter or for a header's content.
    pub fn is_value(self) -> bool {
        use Syntax::*;
        matches!(
            self,
            String
                | UnterminatedString
                | Number
                | Boolean
                | Reference
                | List
                | UnterminatedList
                | Plain
                | TextBlock
                | UnterminatedTextBlock
                | TextBody
        )
    }

    /// Whether the node is an error.
    pub fn is_broken(self) -> bool {
        use Syntax::*;
        matches!(
            self,
            StrayText | UnterminatedString | UnterminatedList | UnterminatedTextBlock | UnterminatedCodeBlock
        )
    }
}

impl<'a> Part<'a> {
    pub fn new(node: Node<'a>) -> Self {
        Self { node, syntax: Syntax::of(node) }
    }
}

fn by_name(name: &str) -> Syntax {
    match name {
        "directive" => Syntax::Directive,
        "command" => Syntax::Command,
        "parameter" => Syntax::Parameter,
        "content" => Syntax::Content,
        "code_block" => Syntax::CodeBlock,
        "unterminated_code_block" => Syntax::UnterminatedCodeBlock,
        "text_line" => Syntax::TextLine,
        "comment_line" => Syntax::CommentLine,
        "indent" => Syntax::Indent,
        "header_parameter" => Syntax::HeaderParameter,
        "directive_name" | "command_name" => Syntax::Name,
        "key" => Syntax::Key,
        ":" => Syntax::Colon,
        "string" => Syntax::String,
        "unterminated_string" => Syntax::UnterminatedString,
        "number" => Syntax::Number,
        "boolean" => Syntax::Boolean,
        "reference" => Syntax::Reference,
        "list" => Syntax::List,
        "unterminated_list" => Syntax::UnterminatedList,
        "plain" => Syntax::Plain,
        "text_block" => Syntax::TextBlock,
        "unterminated_text_block" => Syntax::UnterminatedTextBlock,
        "text_body" | "diff_body" => Syntax::TextBody,
        "stray_text" => Syntax::StrayText,
        "comment" => Syntax::Comment,
        "text_block_start" | "code_block_start" => Syntax::Opener,
        "text_content" | "diff_content" | "code" => Syntax::Inside,
        "text_block_end" | "code_block_end" => Syntax::Closer,
        _ => Syntax::Other,
    }
}
