//! The nodes of a document.

use agmark_syntax::Span;

/// A document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ast {
    /// The version of the first `.GaryML`, as written.
    pub version: Option<String>,
    /// The top-level headers, `.GaryML` among them.
    pub nodes: Vec<Node>,
}

/// A header with everything under it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub kind: NodeKind,
    /// Without the dot.
    pub name: String,
    pub params: Params,
    /// Its contents, on its line or under it; usually one.
    pub contents: Vec<Content>,
    pub children: Vec<Node>,
    /// From its dot to the end of the last item under it, in bytes.
    pub span: Span,
    /// With the dot.
    pub name_span: Span,
    /// Whether it is inside `.Documentation`: a command is defined here, not used.
    pub documented: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    Directive,
    Command,
}

/// Parameters by name, in the order of the text. A repeated key has one list.
pub type Params = Vec<(String, Value)>;

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A key without a value and without a map.
    Null,
    Bool(bool),
    /// As written.
    Number(String),
    Text(String),
    /// The id that a reference names.
    Ref(String),
    List(Vec<Value>),
    Map(Params),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub kind: ContentKind,
    /// The text after the opening fence.
    pub language: Option<String>,
    /// Without its common indent.
    pub value: String,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentKind {
    /// A text block, or lines without quotes.
    Text,
    /// A fenced block.
    Code,
    /// A string on the line of the header or below it.
    Inline,
    /// A reference to a block, whose id is the value.
    Ref,
}

impl Ast {
    /// Every node, each before its children.
    pub fn all(&self) -> impl Iterator<Item = &Node> {
        let mut left: Vec<&Node> = self.nodes.iter().rev().collect();
        std::iter::from_fn(move || {
            let node = left.pop()?;
            left.extend(node.children.iter().rev());
            Some(node)
        })
    }

    /// The first node with this id that is not a command.
    pub fn by_id(&self, id: &str) -> Option<&Node> {
        self.all().find(|n| n.kind == NodeKind::Directive && !n.documented && n.id() == Some(id))
    }

    /// The same without positions, for comparisons.
    #[must_use]
    pub fn without_spans(mut self) -> Self {
        self.nodes.iter_mut().for_each(Node::forget_spans);
        self
    }
}

impl Node {
    pub fn is(&self, name: &str) -> bool {
        self.kind == NodeKind::Directive && self.name == name
    }

    pub fn param(&self, name: &str) -> Option<&Value> {
        self.params.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The text of a parameter; `None` if it is not text.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.param(name)? {
            Value::Text(text) | Value::Number(text) => Some(text),
            _ => None,
        }
    }

    pub fn id(&self) -> Option<&str> {
        self.text("id").filter(|id| !id.trim().is_empty())
    }

    /// Whether it has content that is not blank.
    pub fn has_content(&self) -> bool {
        self.contents.iter().any(|c| !c.value.trim().is_empty())
    }

    fn forget_spans(&mut self) {
        (self.span, self.name_span) = (Span::default(), Span::default());
        self.contents.iter_mut().for_each(|c| c.span = Span::default());
        self.children.iter_mut().for_each(Self::forget_spans);
    }
}

impl Value {
    /// The value as a person writes it; a list with commas.
    pub fn shown(&self) -> String {
        match self {
            Self::Null => String::new(),
            Self::Bool(b) => b.to_string(),
            Self::Number(text) | Self::Text(text) => text.clone(),
            Self::Ref(id) => format!("@{id}"),
            Self::List(items) => items.iter().map(Self::shown).collect::<Vec<_>>().join(", "),
            Self::Map(params) => {
                let one = |(key, value): &(String, Self)| format!("{key}: {}", value.shown());
                params.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Every id that the value refers to.
    pub fn refs(&self) -> Vec<&str> {
        match self {
            Self::Ref(id) => vec![id],
            Self::List(items) => items.iter().flat_map(Self::refs).collect(),
            Self::Map(params) => params.iter().flat_map(|(_, value)| value.refs()).collect(),
            _ => Vec::new(),
        }
    }
}
