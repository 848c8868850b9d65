//! The front matter: what it declares, and what is wrong with it.

mod check_schema;
mod schema_names;
mod servers;

use agmark_schema::{Key, Node as Value, Parsed, ProblemKind, Style, yaml};
use agmark_syntax::{
    Awaits, Definition, Diagnostic, Fold, FoldKind, Link, LinkKind, Name, Span, Symbol, SymbolKind,
};
use tree_sitter::Node;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::data::Analysis;
use crate::data::FrontMatter;
use crate::names;
use crate::rules::{
    bad_name, duplicate_key, empty_value, missing_key, reserved_import, unknown_key,
    unterminated_front_matter, wrong_type, yaml_syntax,
};
use crate::types::Shapes;
use crate::vocabulary::{KEYS, REQUIRED};

/// Reads front matter into facts.
pub(crate) struct Front<'a> {
    text: &'a str,
    /// With both delimiters and their line ends.
    whole: Span,
    /// The opening dashes.
    delimiter: Span,
    /// Between the delimiters.
    content: Span,
    analysis: &'a mut Analysis,
    /// Whether the YAML was read to its end. If not, what seems to be missing may be in the rest.
    complete: bool,
}

impl<'a> Front<'a> {
    pub(crate) fn new(text: &'a str, node: Node<'_>, analysis: &'a mut Analysis) -> Self {
        let whole = Span::of(node);
        let start = whole.start as usize;
        let opened = node.child(0).map_or(start, |n| n.end_byte());
        let end = node.child(1).filter(|n| n.kind() == "yaml").map_or(opened, |n| n.end_byte());
        let (delimiter, content) = (Span::new(start, (start + 3).min(opened)), Span::new(opened, end));
        Self { text, whole, delimiter, content, analysis, complete: true }
    }

    /// Front matter without its end is what the rest of the document is taken for: nothing else is said of it.
    pub(crate) fn read_unterminated(self) {
        self.analysis.diagnostics.push(unterminated_front_matter::at(self.delimiter));
    }

    /// Reads it; gives what is kept of it.
    pub(crate) fn read(mut self) -> FrontMatter {
        let parsed = yaml::parse_at(self.content.text(self.text), self.content.start as usize);
        self.complete = parsed.complete;
        for problem in &parsed.problems {
            self.report(match problem.kind {
                ProblemKind::DuplicateKey => duplicate_key::from(problem),
                _ => yaml_syntax::from(problem),
            });
        }
        self.analysis.folds.push(Fold { span: self.whole, kind: FoldKind::Block });
        self.keys(&parsed);
        if parsed.complete {
            self.missing_keys(&parsed.root);
        }
        let input = parsed.root.get("input").filter(|_| parsed.complete).map(Value::to_json);
        let mut hasher = std::hash::DefaultHasher::new();
        input.as_ref().map(ToString::to_string).hash(&mut hasher);
        FrontMatter {
            whole: self.whole,
            content: self.content,
            shapes: Arc::new(Shapes::new(&input.unwrap_or(serde_json::Value::Bool(true)))),
            key: hasher.finish(),
            parsed,
        }
    }

    fn keys(&mut self, parsed: &Parsed) {
        let root = &parsed.root;
        let Some(map) = root.as_map() else {
            if !root.is_missing() && root.style != Style::Absent && parsed.complete {
                self.report(wrong_type::at("front matter", root, "keys with their values"));
            }
            return;
        };
        for member in map {
            let (key, value) = (&member.key, &member.value);
            if value.is_missing() {
                continue;
            }
            let member = Span::new(key.span.start, value.span.end);
            match key.text.as_str() {
                "name" => self.name(value),
                "description" | "model" => {
                    if self.expect(key, value, "a string", value.as_str().is_some()) {
                        self.not_empty(key, value);
                    }
                }
                "input" => self.schema(key, value, &names::INPUT),
                "output" => self.schema(key, value, &names::OUTPUT),
                "imports" => self.imports(key, value, member),
                "mcp_servers" => self.servers(key, value, member),
                _ => self.report(unknown_key::at(key, "a program", KEYS, map)),
            }
        }
        if let Some(name) = root.get("name").filter(|name| name.as_str().is_some_and(|n| !n.is_empty())) {
            self.symbol(Symbol {
                name: name.as_str().unwrap_or_default().to_owned(),
                detail: root.get("description").and_then(Value::as_str).map(first_line).unwrap_or_default(),
                kind: SymbolKind::Module,
                depth: 0,
                span: self.whole,
                selection: name.content_span().into(),
                extends: false,
                global: true,
            });
        }
    }

    fn name(&mut self, value: &Value) {
        let span: Span = value.content_span().into();
        let Some(name) = value.as_str() else {
            return self.report(wrong_type::at("name", value, "a string"));
        };
        if let Some(complaint) = bad_name::complaint(name) {
            return self.report(bad_name::at(span, &complaint, name));
        }
        self.analysis.definitions.push(Definition {
            name: Name::new(names::PROGRAM, name),
            span,
            whole: self.whole,
            global: true,
            unique: None,
        });
    }

    fn schema(&mut self, key: &Key, value: &Value, spaces: &'static names::Spaces) {
        if !self.expect(key, value, "a JSON Schema as a mapping", value.as_map().is_some()) {
            return;
        }
        self.symbol(key_symbol(key, value, SymbolKind::Object, type_of(value)));
        self.properties(value, "", spaces, 2);
        if self.complete {
            check_schema::check(self.text, key.span.clone().into(), value, &mut self.analysis.diagnostics);
        }
    }

    fn imports(&mut self, key: &Key, value: &Value, member: Span) {
        let Some(paths) = value.as_list() else {
            return self.report(wrong_type::at("imports", value, "a list of paths, [./other.md]"));
        };
        self.symbol(key_symbol(key, value, SymbolKind::Array, String::new()));
        self.analysis.folds.push(Fold { span: member, kind: FoldKind::Imports });
        for path in paths.iter().filter(|p| !p.is_missing()) {
            let Some(target) = path.as_str() else {
                self.report(wrong_type::at("imports", path, "a string"));
                continue;
            };
            let span: Span = path.content_span().into();
            if target.starts_with("stdlib:") {
                self.report(reserved_import::at(span));
                continue;
            }
            self.analysis.links.push(Link { span, kind: LinkKind::Import, target: target.to_owned() });
            self.symbol(leaf(target, span, 2, SymbolKind::File));
        }
    }

    fn missing_keys(&mut self, root: &Value) {
        if root.as_map().is_none() && root.style != Style::Absent {
            return;
        }
        let (start, end) = (self.content.start as usize, self.content.end as usize);
        for (key, lines) in REQUIRED {
            if root.get(key).is_some() {
                continue;
            }
            let name = root.get("name").filter(|_| *key == "description");
            let at = match (*key, name) {
                ("name", _) => start,
                (_, Some(name)) => self.next_line(name.span.end).min(end),
                _ => end,
            };
            // In braces, keys are no lines.
            let at = (root.style != Style::Flow).then_some(at);
            let finding = missing_key::in_program(self.delimiter, key, lines, at);
            self.report(finding.awaiting(Awaits::Within(self.content)));
        }
    }

    /// Reports a value of the wrong kind; says whether it is right.
    fn expect(&mut self, key: &Key, value: &Value, wanted: &str, right: bool) -> bool {
        if !right {
            self.report(wrong_type::at(&key.text, value, wanted));
        }
        right
    }

    /// Reports a text that says nothing.
    fn not_empty(&mut self, key: &Key, value: &Value) {
        if value.as_str().is_some_and(|text| text.trim().is_empty()) {
            self.report(empty_value::at(value.span.clone().into(), &key.text));
        }
    }

    fn next_line(&self, from: usize) -> usize {
        self.text.get(from..).and_then(|rest| rest.find('\n')).map_or(self.text.len(), |end| from + end + 1)
    }

    fn report(&mut self, finding: Diagnostic) {
        self.analysis.diagnostics.push(finding);
    }

    fn symbol(&mut self, symbol: Symbol) {
        self.analysis.symbols.push(symbol);
    }
}

/// A key of the front matter with its value.
fn key_symbol(key: &Key, value: &Value, kind: SymbolKind, detail: String) -> Symbol {
    Symbol {
        name: key.text.clone(),
        detail,
        kind,
        depth: 1,
        span: Span::new(key.span.start, value.span.end.max(key.span.end)),
        selection: key.span.clone().into(),
        extends: false,
        global: false,
    }
}

fn leaf(name: &str, span: Span, depth: u32, kind: SymbolKind) -> Symbol {
    Symbol {
        name: name.to_owned(),
        detail: String::new(),
        kind,
        depth,
        span,
        selection: span,
        extends: false,
        global: false,
    }
}

/// The types that a schema names: `string`, `string or null`.
fn type_of(schema: &Value) -> String {
    let Some(types) = schema.get("type") else { return String::new() };
    match types.as_list() {
        Some(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        None => types.as_str().unwrap_or_default().to_owned(),
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}
