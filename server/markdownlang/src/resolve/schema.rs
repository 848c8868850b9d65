//! A schema with the places of its parts in the text.

use std::collections::HashMap;

use agmark_schema::{Key, Node, pointer};
use agmark_syntax::{Name, Span};

use crate::names::{self, Spaces};
use crate::types::Shapes;
use crate::vocabulary::schema_keywords::{Holds, holds};

/// A property, or a schema in `$defs`, by its key.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    /// The key without quotes.
    pub span: Span,
    /// With its value.
    pub whole: Span,
    pub name: Name,
    /// The schema that contains it.
    pub holder: u32,
}

/// A schema of the front matter. Places of properties are the spans of their keys.
pub(super) struct Schema<'a> {
    root: &'a Node,
    shapes: &'a Shapes,
    spaces: &'static Spaces,
    /// The group of each schema. The schemas of a group describe the same value.
    group: Vec<usize>,
    members: HashMap<usize, Vec<u32>>,
    /// The groups that references of a group lead to.
    leads: HashMap<usize, Vec<usize>>,
    /// The keys of properties, by the numbers of their schemas.
    keys: HashMap<u32, Span>,
}

impl<'a> Schema<'a> {
    pub(super) fn new(root: &'a Node, shapes: &'a Shapes, spaces: &'static Spaces) -> Self {
        let mut group: Vec<usize> = (0..shapes.all.len()).collect();
        for (at, shape) in shapes.all.iter().enumerate() {
            for other in &shape.beside {
                let (a, b) = (find(&mut group, at), find(&mut group, *other as usize));
                if let Some(place) = group.get_mut(b) {
                    *place = a;
                }
            }
        }
        let (mut members, mut leads) = (HashMap::new(), HashMap::new());
        let mut keys = HashMap::new();
        for (id, shape) in (0u32..).zip(&shapes.all) {
            let own = find(&mut group, id as usize);
            members.entry(own).or_insert_with(Vec::new).push(id);
            for to in shape.also.iter().filter(|to| !shape.beside.contains(to)) {
                let to = find(&mut group, *to as usize);
                leads.entry(own).or_insert_with(Vec::new).push(to);
            }
            let node = root.at(&shape.at).and_then(|node| node.get("properties"));
            for (name, property) in &shape.properties {
                if let Some(member) = node.and_then(|n| n.member(name)) {
                    keys.insert(*property, member.key.content_span().into());
                }
            }
        }
        for at in 0..group.len() {
            let to = find(&mut group, at);
            if let Some(place) = group.get_mut(at) {
                *place = to;
            }
        }
        Self { root, shapes, spaces, group, members, leads, keys }
    }

    /// The schemas, each with its number and its node.
    pub(super) fn parts(&self) -> impl Iterator<Item = (u32, &'a Node)> + use<'a> {
        let root = self.root;
        (0u32..).zip(&self.shapes.all).filter_map(move |(id, shape)| Some((id, root.at(&shape.at)?)))
    }

    /// The key of a property, by the number of its schema.
    pub(super) fn key(&self, property: u32) -> Option<Span> {
        self.keys.get(&property).copied()
    }

    /// All schemas that apply, or may apply, to a valid value of `schema`.
    fn around(&self, schema: u32) -> Vec<u32> {
        let Some(first) = self.group.get(schema as usize) else { return Vec::new() };
        let mut groups = vec![*first];
        let mut at = 0;
        while let Some(group) = groups.get(at).copied() {
            for next in self.leads.get(&group).into_iter().flatten() {
                if !groups.contains(next) {
                    groups.push(*next);
                }
            }
            at += 1;
        }
        groups.iter().filter_map(|group| self.members.get(group)).flatten().copied().collect()
    }

    /// The properties of a valid value of `schema`, with their numbers.
    pub(super) fn properties(&self, schema: u32) -> Vec<(&'a str, u32)> {
        let shapes = self.shapes;
        let all = self.around(schema).into_iter().filter_map(move |id| shapes.get(id));
        all.flat_map(|shape| shape.properties.iter().map(|(name, id)| (name.as_str(), *id))).collect()
    }

    /// The keys of the properties with a name.
    pub(super) fn named(&self, schema: u32, name: &str) -> Vec<Span> {
        let all = self.properties(schema).into_iter().filter(|(n, _)| *n == name);
        all.filter_map(|(_, id)| self.key(id)).collect()
    }

    /// The schemas of the items of a valid value of `schema`.
    pub(super) fn items(&self, schema: u32) -> Vec<u32> {
        let shapes = self.shapes;
        let all = self.around(schema).into_iter().filter_map(move |id| shapes.get(id));
        all.flat_map(|shape| shape.items.iter().chain(&shape.prefix).copied()).collect()
    }

    /// The definitions: properties, and the schemas in `$defs`.
    pub(super) fn definitions(&self) -> Vec<Definition> {
        let mut all = Vec::new();
        for (id, node) in self.parts() {
            let at = self.shapes.get(id).map_or("", |shape| shape.at.as_str());
            for word in ["properties", "$defs", "definitions"] {
                for member in node.get(word).and_then(Node::as_map).into_iter().flatten() {
                    let key = &member.key;
                    let whole = Span::new(key.span.start, member.value.span.end.max(key.span.end));
                    let path = label(&pointer::join(&pointer::join(at, word), &key.text));
                    let space = match word {
                        "properties" if names::is_nested(&path) => self.spaces.nested,
                        "properties" => self.spaces.root,
                        _ => names::SCHEMA,
                    };
                    all.push(Definition {
                        span: key.content_span().into(),
                        whole,
                        name: Name::new(space, &path),
                        holder: id,
                    });
                }
            }
        }
        all
    }

    /// The keys on the way of a JSON pointer, one for each step that is the name of a property or of a schema.
    pub(super) fn way(&self, pointer: &str) -> Vec<Option<&'a Key>> {
        let mut at = String::new();
        let mut chosen = false;
        let mut all = Vec::new();
        for step in pointer::steps(pointer) {
            pointer::push(&mut at, &step);
            all.push(self.root.locate(&at).and_then(|(_, key)| key).filter(|_| chosen));
            chosen = !chosen && matches!(step.as_str(), "properties" | "$defs" | "definitions");
        }
        all
    }
}

/// The representative of the group of a schema.
fn find(group: &mut [usize], mut at: usize) -> usize {
    while let Some(up) = group.get(at).copied().filter(|up| *up != at) {
        let above = group.get(up).copied().unwrap_or(up);
        if let Some(place) = group.get_mut(at) {
            *place = above;
        }
        at = above;
    }
    at
}

/// The name of the place of a schema: `user.address.city`, `days[].sky`.
fn label(pointer: &str) -> String {
    let mut path = String::new();
    let mut steps = pointer::steps(pointer);
    while let Some(step) = steps.next() {
        match (holds(&step), step.as_str()) {
            (Some(Holds::Map), "properties") => {
                path = names::join(&path, &steps.next().unwrap_or_default());
            }
            (Some(Holds::Map), "$defs" | "definitions") => path = steps.next().unwrap_or_default(),
            (Some(Holds::Map), _) => {
                steps.next();
            }
            (Some(Holds::List), word) => {
                steps.next();
                if word == "prefixItems" {
                    path = names::items(&path);
                }
            }
            (Some(Holds::One), "items" | "contains" | "additionalProperties") => path = names::items(&path),
            _ => {}
        }
    }
    path
}
