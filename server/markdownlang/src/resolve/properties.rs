//! The properties of a program's schemas, and where the program itself uses them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use agmark_schema::{Node, Style, Value};
use agmark_syntax::{Document, Span, Text};

use super::schema::{Definition, Schema};
use crate::cross_file::document_types::DocumentTypes;
use crate::data::FrontMatter;
use crate::types::Shapes;
use crate::{cross_file, names};

/// The properties of the schemas, with their uses in the schemas and in the template.
pub(super) struct Properties<'a> {
    text: &'a Text,
    definitions: HashMap<Span, Definition>,
    uses: Vec<Use>,
    /// Properties that are one: schemas of the same value have properties with the same name.
    same: Vec<Vec<Span>>,
    /// The properties that callers can pass: those of the whole input.
    inputs: Vec<(String, Span)>,
    /// The other names in the schema of each property.
    siblings: HashMap<Span, Siblings>,
    /// The schema of the input, and the uses of its properties in the template.
    template: Option<(Schema<'a>, Arc<DocumentTypes>)>,
}

/// Names with their places.
type Siblings = Arc<[(String, Span)]>;

struct Use {
    /// The name itself.
    span: Span,
    /// The place that counts as a use.
    area: Span,
    /// The properties that it may mean.
    of: Vec<Span>,
}

impl<'a> Properties<'a> {
    pub(super) fn of(document: &'a Document, front: &'a FrontMatter) -> Self {
        let mut all = Self {
            text: document.text(),
            definitions: HashMap::new(),
            uses: Vec::new(),
            same: Vec::new(),
            inputs: Vec::new(),
            siblings: HashMap::new(),
            template: None,
        };
        let root = &front.parsed.root;
        if let Some(node) = root.get("input").filter(|n| n.as_map().is_some()) {
            let schema = Schema::new(node, &front.shapes, &names::INPUT);
            all.schema(&schema);
            let named = schema.properties(0).into_iter();
            all.inputs = named.filter_map(|(name, id)| Some((name.to_owned(), schema.key(id)?))).collect();
            all.template = Some((schema, cross_file::document_types(document, front)));
        }
        if let Some(node) = root.get("output").filter(|n| n.as_map().is_some()) {
            let shapes = Shapes::new(&node.to_json());
            all.schema(&Schema::new(node, &shapes, &names::OUTPUT));
        }
        all
    }

    fn schema(&mut self, schema: &Schema<'_>) {
        let mut beside: HashMap<Vec<(&str, u32)>, Siblings> = HashMap::new();
        let definitions = schema.definitions();
        for definition in &definitions {
            if definition.name.space == names::SCHEMA {
                let alike = definitions
                    .iter()
                    .filter(|d| d.name.space == names::SCHEMA && d.holder == definition.holder);
                let named = alike.map(|d| (d.name.text.to_string(), d.span));
                self.siblings.insert(definition.span, named.collect());
            }
        }
        for definition in definitions {
            let named = schema.properties(definition.holder);
            let siblings = beside.entry(named).or_insert_with_key(|named| {
                named.iter().filter_map(|(name, id)| Some(((*name).to_owned(), schema.key(*id)?))).collect()
            });
            if definition.name.space != names::SCHEMA {
                self.siblings.insert(definition.span, Arc::clone(siblings));
            }
            self.definitions.entry(definition.span).or_insert(definition);
        }
        for named in beside.values() {
            let mut by_name: HashMap<&str, Vec<Span>> = HashMap::new();
            for (name, span) in named.iter() {
                by_name.entry(name).or_default().push(*span);
            }
            self.same.extend(by_name.into_values().filter(|all| all.len() > 1));
        }
        for (id, node) in schema.parts() {
            self.names(schema, id, node);
            self.reference(schema, node);
            for word in ["default", "const"] {
                if let Some(value) = node.get(word) {
                    self.value(schema, &[id], value);
                }
            }
            for word in ["enum", "examples"] {
                for value in node.get(word).and_then(Node::as_list).unwrap_or_default() {
                    self.value(schema, &[id], value);
                }
            }
        }
    }

    /// The names in `required`, `dependentRequired` and `dependentSchemas`.
    fn names(&mut self, schema: &Schema<'_>, id: u32, node: &Node) {
        let list = |node: Option<&Node>| -> Vec<(String, Span)> {
            let items = node.filter(|n| n.style != Style::Alias).and_then(Node::as_list).unwrap_or_default();
            items.iter().filter_map(|n| Some((n.as_str()?.to_owned(), n.content_span().into()))).collect()
        };
        let mut all = list(node.get("required"));
        for word in ["dependentRequired", "dependentSchemas"] {
            let map = node.get(word).filter(|n| n.style != Style::Alias).and_then(Node::as_map);
            for member in map.into_iter().flatten() {
                all.push((member.key.text.clone(), member.key.content_span().into()));
                if word == "dependentRequired" {
                    all.extend(list(Some(&member.value)));
                }
            }
        }
        for (name, span) in all {
            self.used(span, span, schema.named(id, &name));
        }
    }

    /// The keys of a value in a schema.
    fn value(&mut self, schema: &Schema<'_>, of: &[u32], value: &Node) {
        if value.style == Style::Alias {
            return;
        }
        match &value.value {
            Value::Map(map) => {
                let properties: Vec<_> = of.iter().flat_map(|id| schema.properties(*id)).collect();
                for member in map {
                    let same = properties.iter().filter(|(name, _)| *name == member.key.text);
                    let ids: Vec<u32> = same.map(|(_, id)| *id).collect();
                    let span = member.key.content_span().into();
                    self.used(span, span, ids.iter().filter_map(|id| schema.key(*id)).collect());
                    if !ids.is_empty() {
                        self.value(schema, &ids, &member.value);
                    }
                }
            }
            Value::List(items) => {
                let inner: Vec<u32> = of.iter().flat_map(|id| schema.items(*id)).collect();
                for item in items {
                    self.value(schema, &inner, item);
                }
            }
            _ => {}
        }
    }

    /// `$ref: "#/$defs/address"`: each step that is a name.
    fn reference(&mut self, schema: &Schema<'_>, node: &Node) {
        let Some(reference) = node.get("$ref").filter(|r| r.as_str().is_some()) else { return };
        let area: Span = reference.content_span().into();
        let written = self.text.span(area).into_owned();
        let Some(way) = written.strip_prefix("#/") else { return };
        let keys = schema.way(&crate::program::percent_decoded(&format!("/{way}")));
        let mut start = area.start as usize + 2;
        let count = keys.len();
        for (i, (step, key)) in way.split('/').zip(keys).enumerate() {
            let span = Span::new(start, start + step.len());
            start += step.len() + 1;
            if let Some(key) = key {
                // The whole reference counts as a use of the schema that it leads to.
                let area = if i + 1 == count { area } else { span };
                self.used(span, area, vec![key.content_span().into()]);
            }
        }
    }

    fn used(&mut self, span: Span, area: Span, of: Vec<Span>) {
        if !of.is_empty() {
            self.uses.push(Use { span, area, of: each_once(of) });
        }
    }

    /// The uses in the template that may touch `offset`.
    fn template_uses(&self, offset: usize) -> Vec<Use> {
        let Some((schema, types)) = &self.template else { return Vec::new() };
        let fields = types.reports(Span::at(offset)).flat_map(|(start, report)| {
            let here = report.fields.iter().map(move |(span, ids)| (span.shifted(start), ids));
            here.filter(|(span, _)| span.touches(offset))
        });
        let uses = fields.map(|(span, ids)| Use { span, area: span, of: keys(schema, ids) });
        uses.filter(|one| !one.of.is_empty()).collect()
    }

    /// The name at `offset`, with the properties that it means.
    pub(super) fn at(&self, offset: usize) -> Option<(Span, Vec<Span>)> {
        let definitions = self.definitions.keys().map(|span| (*span, *span, std::slice::from_ref(span)));
        let in_template = self.template_uses(offset);
        let uses = self.uses.iter().chain(&in_template);
        let uses = uses.map(|one| (one.area, one.span, one.of.as_slice()));
        let here = definitions.chain(uses).filter(|(area, ..)| area.touches(offset));
        // Between two names that meet at the cursor, the name on the right wins, then the shorter one.
        let found = here.min_by_key(|(area, ..)| (area.end as usize == offset, area.len(), area.start));
        found.map(|(_, span, of)| (span, of.to_vec()))
    }

    pub(super) fn definition(&self, span: Span) -> Option<&Definition> {
        self.definitions.get(&span)
    }

    /// The properties that callers pass under a name.
    pub(super) fn argument(&self, name: &str) -> Vec<Span> {
        self.inputs.iter().filter(|(n, _)| n == name).map(|(_, span)| *span).collect()
    }

    /// The names under which callers pass properties.
    pub(super) fn arguments(&self, all: &HashSet<Span>) -> HashSet<&str> {
        self.inputs.iter().filter(|(_, span)| all.contains(span)).map(|(name, _)| name.as_str()).collect()
    }

    /// These properties, and all that must keep the same name.
    pub(super) fn together(&self, first: &[Span]) -> HashSet<Span> {
        let mut all: HashSet<Span> = first.iter().copied().collect();
        let meant = self.template.iter().flat_map(|(schema, types)| {
            types.fields().meanings.iter().map(|ids| keys(schema, ids)).collect::<Vec<_>>()
        });
        let meant: Vec<_> = meant.collect();
        let uses = || self.uses.iter().map(|one| &one.of).chain(&meant);
        let groups = || uses().chain(&self.same).filter(|of| of.len() > 1);
        loop {
            let before = all.len();
            for of in groups() {
                if of.iter().any(|span| all.contains(span)) {
                    all.extend(of);
                }
            }
            if all.len() == before {
                return all;
            }
        }
    }

    /// The uses of some of the properties in the schemas.
    pub(super) fn schema_uses(&self, of: &HashSet<Span>) -> Vec<Span> {
        let meant = self.uses.iter().filter(|one| one.of.iter().any(|span| of.contains(span)));
        meant.map(|one| one.span).collect()
    }

    /// The uses of some of the properties in the template.
    pub(super) fn uses_in_template(&self, of: &HashSet<Span>) -> Vec<Span> {
        let Some((schema, types)) = &self.template else { return Vec::new() };
        types.places(|ids| means(schema, ids, of))
    }

    /// The number of these uses.
    pub(super) fn count_in_template(&self, of: &HashSet<Span>) -> usize {
        let Some((schema, types)) = &self.template else { return 0 };
        let uses = types.fields().uses.iter().filter(|(ids, _)| means(schema, ids, of));
        uses.map(|(_, count)| count).sum()
    }

    /// The other names in the schemas of the properties.
    pub(super) fn beside(&self, of: &HashSet<Span>) -> Vec<(String, Span)> {
        let all = of.iter().filter_map(|span| self.siblings.get(span)).flat_map(|all| all.iter());
        all.filter(|(_, span)| !of.contains(span)).cloned().collect()
    }
}

/// The keys of properties, by the numbers of their schemas, each once.
fn keys(schema: &Schema<'_>, ids: &[u32]) -> Vec<Span> {
    each_once(ids.iter().filter_map(|id| schema.key(*id)).collect())
}

fn each_once(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    spans.dedup();
    spans
}

/// Whether one of the properties has its key in `of`.
fn means(schema: &Schema<'_>, ids: &[u32], of: &HashSet<Span>) -> bool {
    ids.iter().filter_map(|id| schema.key(*id)).any(|span| of.contains(&span))
}
