//! Builds the nodes from the structure.

use std::collections::HashMap;

use agmark_syntax::{Span, work};

use super::tree::{Ast, Content, ContentKind, Node, NodeKind, Params, Value};
use crate::syntax::content::content;
use crate::syntax::header_kind::HeaderKind;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::{Header, Parameter, Structure};
use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};
use crate::syntax::value;
use crate::syntax::whole::Whole;

impl Ast {
    /// Reads a text. `None` if it is too long to be read at once.
    pub fn parse(text: &str) -> Option<Self> {
        Some(Self::of(&Whole::new(text)?.structure()))
    }

    /// The nodes of a whole document.
    pub fn of(structure: &Structure<'_>) -> Self {
        build(structure)
    }
}

fn build(structure: &Structure<'_>) -> Ast {
    let mut builder = Builder { structure, nodes: Vec::new(), open: Vec::new(), text_of: None };
    for item in &structure.items {
        builder.take(item);
    }
    builder.close_to(0);
    let first = builder.nodes.iter().find(|n| n.is("GaryML"));
    let version = first.and_then(|n| n.text("version")).map(str::to_owned);
    Ast { version, nodes: builder.nodes }
}

struct Builder<'a> {
    structure: &'a Structure<'a>,
    nodes: Vec<Node>,
    open: Vec<OpenNode>,
    /// The header whose text the lines directly before are, and their end.
    text_of: Option<(usize, usize)>,
}

/// A node whose children are not complete.
struct OpenNode {
    header: usize,
    node: Node,
    params: Vec<Given>,
}

/// A parameter with the parameters of its map.
struct Given {
    key: String,
    value: Option<Value>,
    inside: Vec<Given>,
}

impl Builder<'_> {
    fn take(&mut self, item: &LineItem<'_>) {
        let structure = self.structure;
        let text_of = if item.kind == ItemKind::Comment { self.text_of } else { self.text_of.take() };
        match item.kind {
            ItemKind::Comment => {}
            ItemKind::Header(index) => {
                if let Some(header) = self.structure.headers.get(index) {
                    self.header(index, header, item);
                }
            }
            _ if item.stray => {}
            ItemKind::Parameter(index) => {
                let value = item.parts.block.and_then(|_| content(item, structure.text));
                let Some(parameter) = structure.parameters.get(index) else { return };
                if let Some(open) = self.owner(item) {
                    open.give(parameter, value.map(Value::Text), structure.text);
                    self.reach(item);
                }
            }
            ItemKind::Content | ItemKind::Code | ItemKind::Body | ItemKind::Text => {
                self.content(item, text_of)
            }
        }
    }

    fn header(&mut self, index: usize, header: &Header<'_>, item: &LineItem<'_>) {
        self.close_to(header.level);
        let text = self.structure.text;
        let kind = if header.kind == HeaderKind::Command { NodeKind::Command } else { NodeKind::Directive };
        let node = Node {
            kind,
            name: header.name.to_owned(),
            params: Params::new(),
            contents: Vec::new(),
            children: Vec::new(),
            span: Span::new(header.name_span.start as usize, item.span(text).end as usize),
            name_span: header.name_span,
            documented: header.documented,
        };
        let mut open = OpenNode { header: index, node, params: Vec::new() };
        // The last one may have a block that starts on the line.
        let block = item.parts.block.and_then(|_| content(item, text));
        for parameter in self.structure.parameters.get(header.in_line.clone()).unwrap_or(&[]) {
            let is_block = parameter.value.is_some_and(|v| is_block(v.kind));
            open.give(parameter, block.clone().filter(|_| is_block).map(Value::Text), text);
        }
        if let Some(part) = item.parts.value {
            open.node.contents.extend(read_content(part, item, text));
        }
        self.open.push(open);
    }

    /// A string, a block, or loose text. Texts of one header with only comments between them are one.
    fn content(&mut self, item: &LineItem<'_>, text_of: Option<(usize, usize)>) {
        let text = self.structure.text;
        let loose = item.is_text();
        let Some(open) = self.owner(item) else { return };
        let header = open.header;
        let new = match item.kind {
            ItemKind::Body | ItemKind::Text => content(item, text).map(|value| Content {
                kind: ContentKind::Text,
                language: None,
                value,
                span: item.span(text),
            }),
            ItemKind::Code => content(item, text).map(|value| Content {
                kind: ContentKind::Code,
                language: item.parts.block.and_then(|b| b.language).map(|span| span.text(text).to_owned()),
                value,
                span: item.span(text),
            }),
            _ => item.parts.value.and_then(|part| read_content(part, item, text)),
        };
        let joined = text_of.filter(|(of, _)| loose && *of == header);
        match (open.node.contents.last_mut(), joined, new) {
            (Some(last), Some((_, end)), Some(new)) => {
                let between = text.get(end..item.range.start).unwrap_or("");
                let blank = between.lines().filter(|l| l.trim().is_empty()).count();
                last.value.push_str(&"\n".repeat(blank + 1));
                last.value.push_str(&new.value);
            }
            (_, _, new) => open.node.contents.extend(new),
        }
        if loose {
            self.text_of = Some((header, item.range.end));
        }
        self.reach(item);
    }

    /// The open node that an item belongs to.
    fn owner(&mut self, item: &LineItem<'_>) -> Option<&mut OpenNode> {
        let header = item.owner?.header?;
        self.open.iter_mut().find(|o| o.header == header)
    }

    /// Extends the nodes that an item belongs to up to its end.
    fn reach(&mut self, item: &LineItem<'_>) {
        let end = item.span(self.structure.text).end;
        if let Some(open) = self.owner(item) {
            open.node.span.end = open.node.span.end.max(end);
        }
    }

    fn close_to(&mut self, level: usize) {
        while self.open.len() > level {
            let Some(done) = self.open.pop() else { return };
            let mut node = done.node;
            node.params = collected(done.params);
            match self.open.last_mut() {
                Some(parent) => {
                    parent.node.span.end = parent.node.span.end.max(node.span.end);
                    parent.node.children.push(node);
                }
                None => self.nodes.push(node),
            }
        }
    }
}

impl OpenNode {
    /// Adds a parameter. `block` is its value if that is a text block.
    fn give(&mut self, parameter: &Parameter<'_>, block: Option<Value>, text: &str) {
        let value = block.or_else(|| parameter.value.map(|part| read(part, text)));
        let given = Given { key: parameter.key.to_owned(), value, inside: Vec::new() };
        let mut here = &mut self.params;
        for _ in 0..parameter.level {
            if here.is_empty() {
                break;
            }
            let last = here.len() - 1;
            here = &mut here[last].inside;
        }
        here.push(given);
    }
}

/// A repeated key makes a list. Of several ids, the first counts.
fn collected(given: Vec<Given>) -> Params {
    let mut all: Vec<(String, Vec<Value>)> = Vec::with_capacity(given.len());
    let mut known: HashMap<String, usize> = HashMap::new();
    for one in given {
        let value = match one.value {
            Some(value) => value,
            None if one.inside.is_empty() => Value::Null,
            None => Value::Map(collected(one.inside)),
        };
        work::add(1);
        match known.get(&one.key).and_then(|at| all.get_mut(*at)) {
            Some((key, values)) if key != "id" => values.push(value),
            Some(_) => {}
            None => {
                known.insert(one.key.clone(), all.len());
                all.push((one.key, vec![value]));
            }
        }
    }
    let single = |mut values: Vec<Value>| match values.len() {
        1 => values.pop().unwrap_or(Value::Null),
        _ => Value::List(values),
    };
    all.into_iter().map(|(key, values)| (key, single(values))).collect()
}

fn is_block(syntax: SyntaxKind) -> bool {
    matches!(syntax, SyntaxKind::TextBlock | SyntaxKind::UnterminatedTextBlock)
}

/// A value on one line.
fn read(part: SyntaxNode<'_>, text: &str) -> Value {
    let written = part.text(text);
    match part.kind {
        SyntaxKind::Number => Value::Number(written.to_owned()),
        SyntaxKind::Boolean => Value::Bool(written == "true"),
        SyntaxKind::Reference => match part.identifier() {
            Some(id) => Value::Ref(id.text(text).to_owned()),
            None => Value::Text(written.to_owned()),
        },
        SyntaxKind::List | SyntaxKind::UnterminatedList => {
            Value::List(value::items(part).into_iter().map(|item| read(item, text)).collect())
        }
        _ => Value::Text(words(part, text)),
    }
}

/// The text of a string, closed or not, or of a bare value.
fn words(part: SyntaxNode<'_>, text: &str) -> String {
    if let Some(words) = value::words(part, text) {
        return words.into_owned();
    }
    let written = part.text(text);
    let inner = written.strip_prefix(['"', '\'']).unwrap_or(written);
    if written.starts_with('"') { value::unescape(inner).into_owned() } else { inner.to_owned() }
}

/// Content on the line of a header, or a string or text block below it.
fn read_content(part: SyntaxNode<'_>, item: &LineItem<'_>, text: &str) -> Option<Content> {
    let span = part.span();
    let (kind, value) = match part.kind {
        syntax if is_block(syntax) => (ContentKind::Text, content(item, text)?),
        SyntaxKind::Reference => match read(part, text) {
            Value::Ref(id) => (ContentKind::Ref, id),
            other => (ContentKind::Inline, other.shown()),
        },
        SyntaxKind::List | SyntaxKind::UnterminatedList => (ContentKind::Inline, part.text(text).to_owned()),
        _ => (ContentKind::Inline, words(part, text)),
    };
    Some(Content { kind, language: None, value, span })
}
