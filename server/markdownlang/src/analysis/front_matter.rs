//! The front matter: its names, links and symbols.

mod check_schema;
pub(crate) mod context;
pub(crate) mod schema_context;
mod schema_names;
mod servers;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use agmark_schema::{Key, Node as Value, yaml};
use agmark_syntax::{Definition, Fold, FoldKind, Link, LinkKind, Name, Span, Symbol, SymbolKind};
use tree_sitter::Node;

use super::symbol::{key_symbol, symbol, type_of};
use crate::data::{Analysis, FrontMatter};
use crate::types::Shapes;
use crate::{names, rules};
use context::FrontMatterContext;

/// Reads front matter into an analysis.
pub(crate) struct FrontMatterReader<'a> {
    text: &'a str,
    /// With both delimiters and their line ends.
    whole: Span,
    /// The opening dashes.
    delimiter: Span,
    /// Between the delimiters.
    content: Span,
    analysis: &'a mut Analysis,
    /// Whether the YAML was read to its end. If not, a missing part may be in the rest.
    is_complete: bool,
}

impl<'a> FrontMatterReader<'a> {
    pub(crate) fn new(text: &'a str, node: Node<'_>, analysis: &'a mut Analysis) -> Self {
        let whole = Span::of(node);
        let start = whole.start as usize;
        let opened = node.child(0).map_or(start, |n| n.end_byte());
        let end = node.child(1).filter(|n| n.kind() == "yaml").map_or(opened, |n| n.end_byte());
        let (delimiter, content) = (Span::new(start, (start + 3).min(opened)), Span::new(opened, end));
        Self { text, whole, delimiter, content, analysis, is_complete: true }
    }

    /// Reads the front matter and returns its data for features.
    pub(crate) fn read(mut self) -> FrontMatter {
        let parsed = yaml::parse_at(self.content.text(self.text), self.content.start as usize);
        self.is_complete = parsed.complete;
        self.analysis.folds.push(Fold { span: self.whole, kind: FoldKind::Block });
        let context = FrontMatterContext {
            text: self.text,
            delimiter: self.delimiter,
            content: self.content,
            parsed: &parsed,
        };
        rules::check_front_matter(&context, &mut self.analysis.diagnostics);
        self.keys(&context);
        let input = parsed.root.get("input").filter(|_| parsed.complete).map(Value::to_json);
        let mut hasher = DefaultHasher::new();
        input.as_ref().map(ToString::to_string).hash(&mut hasher);
        FrontMatter {
            whole: self.whole,
            content: self.content,
            shapes: Arc::new(Shapes::new(&input.unwrap_or(serde_json::Value::Bool(true)))),
            key: hasher.finish(),
            parsed,
        }
    }

    fn keys(&mut self, context: &FrontMatterContext<'_>) {
        for member in context.members() {
            let (key, value) = (&member.key, &member.value);
            let member = Span::new(key.span.start, value.span.end);
            match key.text.as_str() {
                "name" => self.name(value),
                "input" => self.schema(key, value, &names::INPUT),
                "output" => self.schema(key, value, &names::OUTPUT),
                "imports" => self.imports(key, value, member),
                "mcp_servers" => self.servers(key, value, member, context),
                _ => {}
            }
        }
        let root = &context.parsed.root;
        if let Some(name) = root.get("name").filter(|name| name.as_str().is_some_and(|n| !n.is_empty())) {
            let description = root.get("description").and_then(Value::as_str);
            let text = name.as_str().unwrap_or_default();
            self.analysis.symbols.push(Symbol {
                detail: description.and_then(|text| text.lines().next()).unwrap_or_default().into(),
                span: self.whole,
                global: true,
                ..symbol(text, name.content_span().into(), 0, SymbolKind::Module)
            });
        }
    }

    fn name(&mut self, value: &Value) {
        let Some(name) = value.as_str().filter(|name| names::program_name_error(name).is_none()) else {
            return;
        };
        self.analysis.definitions.push(Definition {
            name: Name::new(names::PROGRAM, name),
            span: value.content_span().into(),
            whole: self.whole,
            global: true,
            unique: None,
        });
    }

    fn schema(&mut self, key: &Key, value: &Value, spaces: &'static names::Spaces) {
        if value.as_map().is_none() {
            return;
        }
        let symbol = Symbol { detail: type_of(value), ..key_symbol(key, value, 1, SymbolKind::Object) };
        self.analysis.symbols.push(symbol);
        self.properties(value, "", spaces, 2);
        if self.is_complete {
            check_schema::check(self.text, key.span.clone().into(), value, &mut self.analysis.diagnostics);
        }
    }

    fn imports(&mut self, key: &Key, value: &Value, member: Span) {
        let Some(paths) = value.as_list() else { return };
        self.analysis.symbols.push(key_symbol(key, value, 1, SymbolKind::Array));
        self.analysis.folds.push(Fold { span: member, kind: FoldKind::Imports });
        for path in paths {
            let Some(target) = path.as_str().filter(|target| !target.starts_with("stdlib:")) else {
                continue;
            };
            let span: Span = path.content_span().into();
            self.analysis.links.push(Link { span, kind: LinkKind::Import, target: target.to_owned() });
            self.analysis.symbols.push(symbol(target, span, 2, SymbolKind::File));
        }
    }
}
