//! Converts types of `agmark_syntax` to those of the protocol.

use agmark_syntax::highlight::TokenKind;
use agmark_syntax::{ActionKind, Edit, Encoding, Severity, Span, SymbolKind, Tag, Text};
use lsp_types as lsp;

use crate::protocol::client_capabilities::ClientCapabilities;

pub fn position(text: &Text, offset: usize, encoding: Encoding) -> lsp::Position {
    let at = text.position(offset, encoding);
    lsp::Position { line: at.line, character: at.column }
}

pub fn range(text: &Text, span: Span, encoding: Encoding) -> lsp::Range {
    lsp::Range {
        start: position(text, span.start as usize, encoding),
        end: position(text, span.end as usize, encoding),
    }
}

/// An edit. Inserted text gets the line ending of the document.
pub fn text_edit(text: &Text, edit: &Edit, encoding: Encoding) -> lsp::TextEdit {
    let new_text = text.ending().write(&edit.text).into_owned();
    lsp::TextEdit { range: range(text, edit.span, encoding), new_text }
}

/// Markdown or plain text, as the client supports it.
pub fn markup(client: &ClientCapabilities, value: String) -> lsp::MarkupContent {
    let kind = if client.hover_markdown { lsp::MarkupKind::Markdown } else { lsp::MarkupKind::PlainText };
    lsp::MarkupContent { kind, value }
}

pub fn severity(severity: Severity) -> lsp::DiagnosticSeverity {
    match severity {
        Severity::Hint => lsp::DiagnosticSeverity::HINT,
        Severity::Information => lsp::DiagnosticSeverity::INFORMATION,
        Severity::Warning => lsp::DiagnosticSeverity::WARNING,
        Severity::Error => lsp::DiagnosticSeverity::ERROR,
    }
}

/// The number that the protocol has for a severity.
pub fn severity_number(severity: Severity) -> u32 {
    match severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Information => 3,
        Severity::Hint => 4,
    }
}

pub fn tag(tag: Tag) -> lsp::DiagnosticTag {
    match tag {
        Tag::Unnecessary => lsp::DiagnosticTag::UNNECESSARY,
        Tag::Deprecated => lsp::DiagnosticTag::DEPRECATED,
    }
}

pub fn action_kind(kind: ActionKind) -> lsp::CodeActionKind {
    match kind {
        ActionKind::Fix => lsp::CodeActionKind::QUICKFIX,
        ActionKind::Extract => lsp::CodeActionKind::REFACTOR_EXTRACT,
        ActionKind::Inline => lsp::CodeActionKind::REFACTOR_INLINE,
        ActionKind::Rewrite => lsp::CodeActionKind::REFACTOR_REWRITE,
        ActionKind::Source => lsp::CodeActionKind::SOURCE,
    }
}

pub fn symbol_kind(kind: SymbolKind) -> lsp::SymbolKind {
    use lsp::SymbolKind as K;
    match kind {
        SymbolKind::File => K::FILE,
        SymbolKind::Module => K::MODULE,
        SymbolKind::Section => K::NAMESPACE,
        SymbolKind::Class => K::CLASS,
        SymbolKind::Property => K::PROPERTY,
        SymbolKind::Field => K::FIELD,
        SymbolKind::Function => K::FUNCTION,
        SymbolKind::Event => K::EVENT,
        SymbolKind::Variable => K::VARIABLE,
        SymbolKind::Constant => K::CONSTANT,
        SymbolKind::String => K::STRING,
        SymbolKind::Number => K::NUMBER,
        SymbolKind::Array => K::ARRAY,
        SymbolKind::Object => K::OBJECT,
        SymbolKind::Key => K::KEY,
        SymbolKind::Enum => K::ENUM,
        SymbolKind::EnumMember => K::ENUM_MEMBER,
        SymbolKind::Struct => K::STRUCT,
        SymbolKind::Interface => K::INTERFACE,
    }
}

/// The number that the protocol has for a kind.
pub fn symbol_kind_number(kind: SymbolKind) -> u32 {
    let number = serde_json::to_value(symbol_kind(kind)).ok().and_then(|number| number.as_u64());
    number.and_then(|number| u32::try_from(number).ok()).unwrap_or(1)
}

pub fn completion_kind(kind: SymbolKind) -> lsp::CompletionItemKind {
    use lsp::CompletionItemKind as K;
    match kind {
        SymbolKind::File => K::FILE,
        SymbolKind::Module | SymbolKind::Section => K::MODULE,
        SymbolKind::Class | SymbolKind::Object | SymbolKind::Array => K::CLASS,
        SymbolKind::Property | SymbolKind::Key => K::PROPERTY,
        SymbolKind::Field => K::FIELD,
        SymbolKind::Function => K::FUNCTION,
        SymbolKind::Event => K::EVENT,
        SymbolKind::Variable => K::VARIABLE,
        SymbolKind::Constant | SymbolKind::String | SymbolKind::Number => K::CONSTANT,
        SymbolKind::Enum => K::ENUM,
        SymbolKind::EnumMember => K::ENUM_MEMBER,
        SymbolKind::Struct => K::STRUCT,
        SymbolKind::Interface => K::INTERFACE,
    }
}

/// The legend: standard types, which every theme colors, in the order of [`token_type`].
pub const TOKEN_TYPES: [lsp::SemanticTokenType; 13] = [
    lsp::SemanticTokenType::KEYWORD,
    lsp::SemanticTokenType::TYPE,
    lsp::SemanticTokenType::PROPERTY,
    lsp::SemanticTokenType::STRING,
    lsp::SemanticTokenType::NUMBER,
    lsp::SemanticTokenType::ENUM_MEMBER,
    lsp::SemanticTokenType::COMMENT,
    lsp::SemanticTokenType::DECORATOR,
    lsp::SemanticTokenType::OPERATOR,
    lsp::SemanticTokenType::FUNCTION,
    lsp::SemanticTokenType::VARIABLE,
    lsp::SemanticTokenType::PARAMETER,
    lsp::SemanticTokenType::NAMESPACE,
];

/// The index in the legend; `None` for kinds without a standard type, which the editor's own grammar colors.
pub fn token_type(kind: TokenKind) -> Option<u32> {
    Some(match kind {
        TokenKind::Keyword => 0,
        TokenKind::Tag | TokenKind::Type => 1,
        TokenKind::Attribute | TokenKind::Property => 2,
        TokenKind::String | TokenKind::Raw | TokenKind::Link => 3,
        TokenKind::Number => 4,
        TokenKind::Constant | TokenKind::Escape => 5,
        TokenKind::Comment => 6,
        TokenKind::Label => 7,
        TokenKind::Operator => 8,
        TokenKind::Function => 9,
        TokenKind::Variable => 10,
        TokenKind::Parameter => 11,
        TokenKind::Namespace => 12,
        TokenKind::Heading
        | TokenKind::Bold
        | TokenKind::Italic
        | TokenKind::Punctuation
        | TokenKind::Error => {
            return None;
        }
    })
}
