//! The names that a manifest defines and uses, and the addresses in it.

use agmark_schema::{Member, Node, Value};
use agmark_syntax::{Definition, Facts, Link, LinkKind, Name, Reference, Span, Target};

use super::Home;
use crate::identifiers::Pattern;
use crate::names::{ACTION, FIELD, KNOWN, PAGE, VIEW, field};
use crate::routes;
use crate::rules::UNKNOWN_PAGE_ENTRY;
use crate::template;

/// Adds definitions, references and links.
pub fn add(root: &Node, home: Home, facts: &mut Facts) {
    let mut names = Names { home, facts };
    names.entries(root, "actions", ACTION);
    names.entries(root, "data", VIEW);
    names.pages(root);
    names.address(root.at("/site/origin"));
    names.semantics(root);
}

struct Names<'a> {
    home: Home,
    facts: &'a mut Facts,
}

impl Names<'_> {
    /// The actions or data views, each with its fields.
    fn entries(&mut self, root: &Node, registry: &str, space: &'static str) {
        for entry in members(root.get(registry)) {
            let id = &entry.key.text;
            self.define(Name::new(space, id), entry);
            self.define(Name::new(KNOWN, id), entry);
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
                self.facts.references.push(Reference { name, span, target: Target::File, resolved: None });
            }
            self.address(entry.value.at("/handoff/target"));
            self.address(entry.value.get("endpoint"));
        }
    }

    fn pages(&mut self, root: &Node) {
        let origin = root.at("/site/origin").and_then(Node::as_str).filter(|origin| is_address(origin));
        for page in members(root.get("pages")) {
            let route = &page.key.text;
            self.define(Name::new(PAGE, route), page);
            if self.home == Home::File {
                // The page in the workspace is read with its manifest; a manifest lies in `.well-known`.
                let span = page.key.content_span().into();
                let files = routes::files(route).into_iter();
                let link = |file| Link { span, kind: LinkKind::Import, target: format!("../{file}") };
                self.facts.links.extend(files.map(link));
            }
            if let Some(origin) = origin.filter(|_| route.starts_with('/') && !route.contains(':')) {
                let target = format!("{}{route}", origin.trim_end_matches('/'));
                self.link(page.key.content_span().into(), &target);
            }
            for (list, space) in [("actions", ACTION), ("data", VIEW)] {
                for item in page.value.get(list).and_then(Node::as_list).unwrap_or_default() {
                    if let Some(text) = item.as_str().filter(|text| !template::is_dynamic(text)) {
                        self.refer(Name::new(space, text), item, Some(&UNKNOWN_PAGE_ENTRY));
                    }
                }
            }
        }
    }

    fn define(&mut self, name: Name, member: &Member) {
        // A name that is not written, or not written out, is nobody's.
        if name.text.is_empty() || template::is_dynamic(&name.text) {
            return;
        }
        self.facts.definitions.push(Definition {
            span: member.key.content_span().into(),
            whole: Span::new(member.key.span.start, member.value.span.end.max(member.key.span.end)),
            // What a page's own manifest declares, other pages may not count on.
            global: self.home == Home::File || matches!(name.space, ACTION | VIEW),
            name,
            unique: None,
        });
    }

    fn refer(&mut self, name: Name, node: &Node, resolved: Option<&'static agmark_syntax::Rule>) {
        let span = node.content_span().into();
        self.facts.references.push(Reference { name, span, target: Target::File, resolved });
    }

    fn address(&mut self, node: Option<&Node>) {
        let Some(node) = node else { return };
        if let Some(address) = node.as_str().filter(|address| is_address(address)) {
            self.link(node.content_span().into(), address);
        }
    }

    fn link(&mut self, span: Span, target: &str) {
        self.facts.links.push(Link { span, kind: LinkKind::Address, target: target.to_owned() });
    }

    /// The addresses of all `x-semantic`; the depth is that of the tree, which is bounded.
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

fn members(node: Option<&Node>) -> &[Member] {
    node.and_then(Node::as_map).map_or(&[], |map| &map.members)
}

/// Whether a text is an address that an editor can open.
fn is_address(text: &str) -> bool {
    (text.starts_with("http://") || text.starts_with("https://")) && Pattern::Uri.fits(text)
}
