//! Manifests and pages indexed by name. Both may have tens of thousands of entries, so neither is searched for each
//! entry of the other.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use agmark_syntax::work;

use crate::cross_file::summary::PageParts;
use crate::manifest::model::Manifest;
use crate::page::wholes;
use crate::site::routes::segments;

/// A manifest, indexed by name: the positions of its entries.
pub struct ManifestIndex {
    actions: HashMap<String, usize>,
    views: HashMap<String, usize>,
    /// The fields of all entries with a name.
    fields: HashMap<String, HashSet<String>>,
    routes: Routes,
}

impl ManifestIndex {
    pub fn of(site: &Manifest) -> Self {
        let routes = Routes::of(site.pages.iter().map(|page| page.route.as_str()));
        let mut index =
            Self { actions: HashMap::new(), views: HashMap::new(), fields: HashMap::new(), routes };
        for (entries, positions) in [(&site.views, &mut index.views), (&site.actions, &mut index.actions)] {
            for (position, entry) in entries.iter().enumerate() {
                work::add(1 + entry.fields.len());
                positions.entry(entry.id.clone()).or_insert(position);
                let fields = entry.fields.iter().map(|field| field.name.clone());
                index.fields.entry(entry.id.clone()).or_default().extend(fields);
            }
        }
        index
    }

    /// The action of this name.
    pub fn action(&self, id: &str) -> Option<usize> {
        work::add(1);
        self.actions.get(id).copied()
    }

    /// The data view of this name.
    pub fn view(&self, id: &str) -> Option<usize> {
        work::add(1);
        self.views.get(id).copied()
    }

    /// Whether an entry has a property.
    pub fn has_field(&self, entry: &str, field: &str) -> bool {
        self.fields.get(entry).is_some_and(|fields| fields.contains(field))
    }

    /// The page of a route: an exact match, otherwise the first match with parameters.
    pub fn page(&self, route: &str) -> Option<usize> {
        self.routes.find(route)
    }
}

/// Routes, numbered in the order in which they are given.
#[derive(Default)]
pub struct Routes {
    exact: HashMap<Vec<String>, usize>,
    /// A tree of segments; the first node is the root.
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    literal: HashMap<String, usize>,
    parameter: Option<usize>,
    /// The number of the first route that ends here.
    route: Option<usize>,
}

impl Routes {
    pub fn of<'s>(all: impl IntoIterator<Item = &'s str>) -> Self {
        let mut routes = Routes { exact: HashMap::new(), nodes: vec![Node::default()] };
        for (number, route) in all.into_iter().enumerate() {
            let parts = owned(segments(route));
            let mut at = 0;
            for part in &parts {
                work::add(1);
                at = routes.child(at, part);
            }
            if let Some(node) = routes.nodes.get_mut(at) {
                node.route.get_or_insert(number);
            }
            routes.exact.entry(parts).or_insert(number);
        }
        routes
    }

    fn child(&mut self, at: usize, part: &str) -> usize {
        let next = self.nodes.len();
        let Some(node) = self.nodes.get_mut(at) else { return at };
        let child = match part.starts_with(':') {
            true => *node.parameter.get_or_insert(next),
            false => *node.literal.entry(part.to_owned()).or_insert(next),
        };
        if child == next {
            self.nodes.push(Node::default());
        }
        child
    }

    /// The number of a route: an exact match, otherwise the first match with parameters.
    pub fn find(&self, route: &str) -> Option<usize> {
        let parts = owned(segments(route));
        if let Some(number) = self.exact.get(&parts) {
            work::add(1);
            return Some(*number);
        }
        let mut here = vec![0];
        for part in &parts {
            let below = here.iter().filter_map(|at| self.nodes.get(*at)).flat_map(|node| {
                work::add(1);
                [node.literal.get(part).copied(), node.parameter].into_iter().flatten()
            });
            here = below.collect();
        }
        here.iter().filter_map(|at| self.nodes.get(*at)?.route).min()
    }
}

fn owned(parts: Vec<Cow<'_, str>>) -> Vec<String> {
    parts.into_iter().map(Cow::into_owned).collect()
}

/// The pages that have an action.
struct ActionPages {
    /// The numbers of the first and of the last page that has it.
    first: usize,
    last: usize,
    /// How many pages have it.
    pages: usize,
}

/// Pages, indexed by the names of their actions and fields.
#[derive(Default)]
pub struct PageIndex<'s> {
    /// Names of actions, and of those that they are a part of.
    actions: HashMap<&'s str, ActionPages>,
    fields: HashSet<(&'s str, &'s str)>,
}

impl<'s> PageIndex<'s> {
    /// Indexes pages, which are numbered in this order.
    pub fn of<'p>(pages: impl IntoIterator<Item = &'p PageParts<'s>>) -> Self
    where
        's: 'p,
    {
        let mut present = PageIndex::default();
        for (number, page) in pages.into_iter().enumerate() {
            for (_, action) in page.actions() {
                for name in std::iter::once(action.name.as_str()).chain(wholes(&action.name)) {
                    work::add(1);
                    let first = ActionPages { first: number, last: number, pages: 1 };
                    let entry = present.actions.entry(name).or_insert(first);
                    if entry.last != number {
                        (entry.last, entry.pages) = (number, entry.pages + 1);
                    }
                }
            }
            for (_, field) in page.fields() {
                for action in std::iter::once(field.action.as_str()).chain(wholes(&field.action)) {
                    work::add(1);
                    present.fields.insert((action, &field.name));
                }
            }
        }
        present
    }

    /// Whether a page has an action or a part of it.
    pub fn has(&self, action: &str) -> bool {
        self.actions.contains_key(action)
    }

    /// The number of pages that have an action.
    pub fn pages(&self, action: &str) -> usize {
        self.actions.get(action).map_or(0, |one| one.pages)
    }

    /// The number of the first page that has an action.
    pub fn first_page(&self, action: &str) -> Option<usize> {
        self.actions.get(action).map(|one| one.first)
    }

    /// Whether a page has a field of an action or of a part of it.
    pub fn has_field(&self, action: &str, field: &str) -> bool {
        work::add(1);
        self.fields.contains(&(action, field))
    }
}
