//! The kinds of the grammar's nodes, looked up by number, because comparing names is slow.

use std::sync::LazyLock;

use agmark_syntax::Span;
use tree_sitter::{Language, Node};

/// The kind of a node. Nodes that the server does not use are `Other`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntaxKind {
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
    /// The opener of a text or code block.
    Opener,
    /// The word after an opening fence.
    Language,
    /// The text inside a block.
    Inside,
    /// The closer of a block.
    Closer,
    Other,
}

/// A node with its kind. It may be read without a tree.
#[derive(Clone, Copy, Debug)]
pub struct SyntaxNode<'a> {
    pub kind: SyntaxKind,
    span: Span,
    /// For a block that is read without a tree, the text inside.
    inside: Option<Span>,
    node: Option<Node<'a>>,
}

static TABLE: LazyLock<Vec<SyntaxKind>> = LazyLock::new(|| {
    let language: Language = tree_sitter_garyml::LANGUAGE.into();
    let count = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
    (0..count).map(|id| by_name(language.node_kind_for_id(id).unwrap_or(""))).collect()
});

impl SyntaxKind {
    pub fn of(node: Node<'_>) -> Self {
        TABLE.get(usize::from(node.kind_id())).copied().unwrap_or(Self::Other)
    }

    /// Whether the node is the value of a parameter or the content of a header.
    pub fn is_value(self) -> bool {
        use SyntaxKind::*;
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

    pub fn is_text_block(self) -> bool {
        matches!(self, Self::TextBlock | Self::UnterminatedTextBlock)
    }

    /// Whether the node is an error.
    pub fn is_broken(self) -> bool {
        use SyntaxKind::*;
        matches!(
            self,
            StrayText | UnterminatedString | UnterminatedList | UnterminatedTextBlock | UnterminatedCodeBlock
        )
    }
}

impl<'a> SyntaxNode<'a> {
    pub fn new(node: Node<'a>) -> Self {
        Self { kind: SyntaxKind::of(node), span: Span::of(node), inside: None, node: Some(node) }
    }

    /// A node that is read without a tree. It is not a list. `inside` is the text inside a block.
    pub fn without_tree(kind: SyntaxKind, span: Span, inside: Option<Span>) -> Self {
        Self { kind, span, inside, node: None }
    }

    pub fn span(self) -> Span {
        self.span
    }

    /// Its named children, if it is read from a tree.
    pub fn children(self) -> Vec<Self> {
        let Some(node) = self.node else { return Vec::new() };
        let mut cursor = node.walk();
        node.named_children(&mut cursor).map(Self::new).collect()
    }

    /// The id of a reference, without the `@`.
    pub fn identifier(self) -> Option<Span> {
        let span = (self.kind == SyntaxKind::Reference).then_some(self.span)?;
        Some(Span { start: span.start + 1, end: span.end })
    }

    /// The text inside of a block.
    pub fn inside(self) -> Option<Span> {
        let child = || self.children().into_iter().find(|child| child.kind == SyntaxKind::Inside);
        self.inside.or_else(|| child().map(Self::span))
    }

    /// The text that the node covers.
    pub fn text(self, source: &str) -> &str {
        self.span().text(source)
    }
}

fn by_name(name: &str) -> SyntaxKind {
    match name {
        "directive" => SyntaxKind::Directive,
        "command" => SyntaxKind::Command,
        "parameter" => SyntaxKind::Parameter,
        "content" => SyntaxKind::Content,
        "code_block" => SyntaxKind::CodeBlock,
        "unterminated_code_block" => SyntaxKind::UnterminatedCodeBlock,
        "text_line" => SyntaxKind::TextLine,
        "comment_line" => SyntaxKind::CommentLine,
        "indent" => SyntaxKind::Indent,
        "header_parameter" => SyntaxKind::HeaderParameter,
        "directive_name" | "command_name" => SyntaxKind::Name,
        "key" => SyntaxKind::Key,
        ":" => SyntaxKind::Colon,
        "string" => SyntaxKind::String,
        "unterminated_string" => SyntaxKind::UnterminatedString,
        "number" => SyntaxKind::Number,
        "boolean" => SyntaxKind::Boolean,
        "reference" => SyntaxKind::Reference,
        "list" => SyntaxKind::List,
        "unterminated_list" => SyntaxKind::UnterminatedList,
        "plain" => SyntaxKind::Plain,
        "text_block" => SyntaxKind::TextBlock,
        "unterminated_text_block" => SyntaxKind::UnterminatedTextBlock,
        "text_body" | "diff_body" => SyntaxKind::TextBody,
        "stray_text" => SyntaxKind::StrayText,
        "comment" => SyntaxKind::Comment,
        "text_block_start" | "code_block_start" => SyntaxKind::Opener,
        "language" => SyntaxKind::Language,
        "text_content" | "diff_content" | "code" => SyntaxKind::Inside,
        "text_block_end" | "code_block_end" => SyntaxKind::Closer,
        _ => SyntaxKind::Other,
    }
}
