//! The names that a manifest defines and uses, and the addresses in it.

use agmark_schema::{Member, Node, Value};
use agmark_syntax::{Definition, Link, LinkKind, Name, Reference, Span, Target};

use super::chunk::Analysis;
use super::manifest_kind::ManifestKind;
use crate::manifest::members::members;
use crate::rules::{DUPLICATE_KEY, UNKNOWN_PAGE_ENTRY};
use crate::site::routes;
use crate::syntax::template;
use crate::vocabulary::namespaces::{
    ACTION, ERROR, FIELD, KNOWN, PAGE, PREFIX, RESULT, SCHEMA, SCOPE, VIEW, field,
};
use crate::vocabulary::patterns::{LONGEST, Pattern};

/// Adds definitions, references and links.
/// `origin` is the address of the site, if an earlier piece of the manifest has it.
pub fn add(root: &Node, home: ManifestKind, origin: &str, analysis: &mut Analysis) {
    let mut names = NameCollector { home, analysis };
    names.entries(root, "actions", ACTION);
    names.entries(root, "data", VIEW);
    names.pages(root, root.at("/site/origin").and_then(Node::as_str).unwrap_or(origin));
    names.registry(root, "errors", ERROR);
    names.registry(root, "@context", PREFIX);
    names.address(root.at("/site/origin"));
    names.semantics(root);
}

/// The beginning of a `$ref` to a definition of the same schema.
const DEFINITIONS: &str = "#/$defs/";

/// The objects of a manifest whose keys are names.
pub const REGISTRIES: [&str; 5] = ["actions", "data", "pages", "errors", "@context"];

/// Whether a key of a registry is a name: not empty, not computed by a template, and no keyword of JSON-LD.
pub fn is_name(key: &str) -> bool {
    !key.is_empty() && !key.starts_with('@') && !template::is_dynamic(key)
}

struct NameCollector<'a> {
    home: ManifestKind,
    analysis: &'a mut Analysis,
}

impl NameCollector<'_> {
    /// The entries of an object whose keys are names.
    fn registry(&mut self, root: &Node, registry: &str, space: &'static str) {
        for entry in members(root.get(registry)).iter().filter(|one| !one.key.text.starts_with('@')) {
            self.define_entry(Name::new(space, &entry.key.text), entry);
        }
    }

    /// The actions or data views, each with its fields.
    fn entries(&mut self, root: &Node, registry: &str, space: &'static str) {
        for entry in members(root.get(registry)) {
            let id = &entry.key.text;
            self.define_entry(Name::new(space, id), entry);
            self.define(Name::new(KNOWN, id), entry);
            if let Some(scope) = entry.value.get("scope") {
                self.scope(scope);
            }
            // The names below contain the id, so a long one would need much memory.
            if id.len() > LONGEST {
                continue;
            }
            self.results(id, entry.value.get("outputSchema"));
            for key in ["inputSchema", "outputSchema"] {
                let Some(schema) = entry.value.get(key) else { continue };
                let owner = format!("{id}/{key}");
                for member in members(schema.get("$defs")) {
                    self.define(Name::new(SCHEMA, &field(&owner, &member.key.text)), member);
                }
                self.schema(schema, &owner);
            }
            let Some(schema) = entry.value.get("inputSchema") else { continue };
            for property in members(schema.get("properties")) {
                self.define(Name::new(FIELD, &field(id, &property.key.text)), property);
            }
            for required in schema.get("required").and_then(Node::as_list).unwrap_or_default() {
                if let Some(text) = required.as_str() {
                    self.refer(Name::new(FIELD, &field(id, text)), required, None);
                }
            }
            for field_here in members(entry.value.at("/handoff/fieldMap")) {
                let span = field_here.key.content_span().into();
                let name = Name::new(FIELD, &field(id, &field_here.key.text));
                self.analysis.references.push(Reference { name, span, target: Target::File, resolved: None });
            }
            self.address(entry.value.at("/handoff/target"));
            self.address(entry.value.get("endpoint"));
        }
    }

    /// The scope of an action or a data view. Manifests have no list of scopes: each `scope` defines one.
    fn scope(&mut self, node: &Node) {
        let Some(text) = node.as_str().filter(|text| Pattern::Scope.fits(text)) else { return };
        let span = node.content_span().into();
        let name = Name::new(SCOPE, text);
        self.analysis.definitions.push(Definition { name, span, whole: span, global: true, unique: None });
    }

    /// The properties of a result, or of the items of a list of results.
    fn results(&mut self, id: &str, schema: Option<&Node>) {
        let Some(schema) = schema else { return };
        for object in [Some(schema), schema.get("items")].into_iter().flatten() {
            for property in members(object.get("properties")) {
                self.define(Name::new(RESULT, &field(id, &property.key.text)), property);
            }
            for required in object.get("required").and_then(Node::as_list).unwrap_or_default() {
                if let Some(text) = required.as_str() {
                    self.refer(Name::new(RESULT, &field(id, text)), required, None);
                }
            }
        }
    }

    /// The references of a schema: to its own `$defs`, to error ids, and to prefixes of `@context`. The tree bounds the
    /// depth.
    fn schema(&mut self, node: &Node, owner: &str) {
        match &node.value {
            Value::Map(map) => {
                for member in map {
                    match member.key.text.as_str() {
                        "$ref" => self.definition(&member.value, owner),
                        "x-semantic" => self.prefix(&member.value),
                        "const" => self.error(&member.value),
                        "enum" => {
                            member.value.as_list().into_iter().flatten().for_each(|one| self.error(one));
                        }
                        _ => {}
                    }
                    self.schema(&member.value, owner);
                }
            }
            Value::List(items) => items.iter().for_each(|item| self.schema(item, owner)),
            _ => {}
        }
    }

    fn definition(&mut self, node: &Node, owner: &str) {
        let Some(rest) = node.as_str().and_then(|text| text.strip_prefix(DEFINITIONS)) else { return };
        let name = rest.split('/').next().unwrap_or(rest);
        if !name.is_empty() && !name.contains(['~', '%']) {
            self.part(
                Name::new(SCHEMA, &field(owner, name)),
                node,
                DEFINITIONS.len(),
                name.len(),
                Target::File,
            );
        }
    }

    fn prefix(&mut self, node: &Node) {
        let Some((prefix, rest)) = node.as_str().and_then(|text| text.split_once(':')) else { return };
        if !prefix.is_empty() && !rest.starts_with("//") {
            self.part(Name::new(PREFIX, prefix), node, 0, prefix.len(), Target::IfDefined);
        }
    }

    fn error(&mut self, node: &Node) {
        if let Some(text) = node.as_str().filter(|text| is_name(text)) {
            let span = node.content_span().into();
            let name = Name::new(ERROR, text);
            self.analysis.references.push(Reference {
                name,
                span,
                target: Target::IfDefined,
                resolved: None,
            });
        }
    }

    /// Adds a name that is a part of a text. Texts with escapes are skipped, because their parts are at other offsets.
    fn part(&mut self, name: Name, node: &Node, start: usize, length: usize, target: Target) {
        let content = node.content_span();
        if node.as_str().is_some_and(|text| text.len() == content.len()) {
            let start = content.start + start;
            let span = Span::new(start, start + length);
            self.analysis.references.push(Reference { name, span, target, resolved: None });
        }
    }

    fn pages(&mut self, root: &Node, origin: &str) {
        let origin = Some(origin).filter(|origin| is_address(origin));
        for page in members(root.get("pages")) {
            let route = &page.key.text;
            self.define_entry(Name::new(PAGE, route), page);
            if self.home == ManifestKind::File {
                // The page in the workspace is read together with its manifest, which is in `.well-known`.
                let span = page.key.content_span().into();
                let files = routes::files(route).into_iter();
                let link = |file| Link { span, kind: LinkKind::Import, target: format!("../{file}") };
                self.analysis.links.extend(files.map(link));
            }
            if let Some(origin) = origin.filter(|_| route.starts_with('/') && !route.contains(':')) {
                let target = format!("{}{route}", origin.trim_end_matches('/'));
                self.link(page.key.content_span().into(), &target);
            }
            for (list, space) in [("actions", ACTION), ("data", VIEW)] {
                for item in page.value.get(list).and_then(Node::as_list).unwrap_or_default() {
                    if let Some(text) = item.as_str().filter(|text| !template::is_dynamic(text)) {
                        self.refer(Name::new(space, text), item, Some(&UNKNOWN_PAGE_ENTRY.rule));
                    }
                }
            }
        }
    }

    /// Defines the name of an entry of a registry. A file has each only once; in a page, the reader of JSON reports the
    /// second one.
    fn define_entry(&mut self, name: Name, entry: &Member) {
        let first = self.analysis.definitions.len();
        self.define(name, entry);
        let is_file = self.home == ManifestKind::File;
        for definition in self.analysis.definitions.iter_mut().skip(first) {
            definition.unique = is_file.then_some(&DUPLICATE_KEY.rule);
        }
    }

    fn define(&mut self, name: Name, member: &Member) {
        // An empty name defines nothing, and neither does one that a template computes.
        if name.text.is_empty() || template::is_dynamic(&name.text) {
            return;
        }
        self.analysis.definitions.push(Definition {
            span: member.key.content_span().into(),
            whole: Span::new(member.key.span.start, member.value.span.end.max(member.key.span.end)),
            // Other pages do not see the manifest in a page.
            global: self.home == ManifestKind::File || matches!(name.space.word(), ACTION | VIEW),
            name,
            unique: None,
        });
    }

    fn refer(&mut self, name: Name, node: &Node, resolved: Option<&'static agmark_syntax::Rule>) {
        let span = node.content_span().into();
        self.analysis.references.push(Reference { name, span, target: Target::File, resolved });
    }

    fn address(&mut self, node: Option<&Node>) {
        let Some(node) = node else { return };
        if let Some(address) = node.as_str().filter(|address| is_address(address)) {
            self.link(node.content_span().into(), address);
        }
    }

    fn link(&mut self, span: Span, target: &str) {
        self.analysis.links.push(Link { span, kind: LinkKind::Address, target: target.to_owned() });
    }

    /// Adds the addresses of all `x-semantic`. The tree bounds the depth.
    fn semantics(&mut self, node: &Node) {
        match &node.value {
            Value::Map(map) => {
                for member in map {
                    if member.key.text == "x-semantic" {
                        self.address(Some(&member.value));
                    }
                    self.semantics(&member.value);
                }
            }
            Value::List(items) => items.iter().for_each(|item| self.semantics(item)),
            _ => {}
        }
    }
}

/// Whether a text is an address that an editor can open.
fn is_address(text: &str) -> bool {
    (text.starts_with("http://") || text.starts_with("https://")) && Pattern::Uri.fits(text)
}
