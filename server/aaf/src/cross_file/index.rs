//! Manifests and pages indexed by name. Both may have tens of thousands of entries, so neither is searched for each
//! entry of the other.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use agmark_syntax::work;

use crate::cross_file::summary::{ActionUse, PageParts};
use crate::manifest::model::{Entry, Manifest, PageEntry};
use crate::page::wholes;
use crate::site::routes::segments;

/// A manifest, indexed by name.
pub struct ManifestIndex<'s> {
    actions: HashMap<&'s str, &'s Entry>,
    views: HashMap<&'s str, &'s Entry>,
    fields: HashSet<(&'s str, &'s str)>,
    routes: Routes<'s>,
}

impl<'s> ManifestIndex<'s> {
    pub fn of(site: &'s Manifest) -> Self {
        let mut declared = ManifestIndex {
            actions: HashMap::new(),
            views: HashMap::new(),
            fields: HashSet::new(),
            routes: Routes::of(&site.pages),
        };
        for entry in &site.views {
            work::add(1 + entry.fields.len());
            declared.views.entry(&entry.id).or_insert(entry);
            declared.fields.extend(entry.fields.iter().map(|field| (entry.id.as_str(), field.name.as_str())));
        }
        for entry in &site.actions {
            work::add(1 + entry.fields.len());
            declared.actions.entry(&entry.id).or_insert(entry);
            declared.fields.extend(entry.fields.iter().map(|field| (entry.id.as_str(), field.name.as_str())));
        }
        declared
    }

    /// The action of this name.
    pub fn action(&self, id: &str) -> Option<&'s Entry> {
        work::add(1);
        self.actions.get(id).copied()
    }

    /// The data view of this name.
    pub fn view(&self, id: &str) -> Option<&'s Entry> {
        work::add(1);
        self.views.get(id).copied()
    }

    /// The action of a name on a page: the one with that name, otherwise the one that it is a part of.
    pub fn action_of(&self, name: &str) -> Option<&'s Entry> {
        self.action(name).or_else(|| wholes(name).find_map(|whole| self.action(whole)))
    }

    /// Whether an action has a property.
    pub fn has_field(&self, action: &str, field: &str) -> bool {
        self.fields.contains(&(action, field))
    }

    /// The page of a route: an exact match, otherwise the first match with parameters.
    pub fn page(&self, route: &str) -> Option<&'s PageEntry> {
        self.routes.find(route)
    }
}

/// Pages by their routes.
#[derive(Default)]
pub struct Routes<'s> {
    exact: HashMap<Vec<Cow<'s, str>>, &'s PageEntry>,
    /// A tree of segments; the first node is the root.
    nodes: Vec<Node<'s>>,
}

#[derive(Default)]
struct Node<'s> {
    literal: HashMap<Cow<'s, str>, usize>,
    parameter: Option<usize>,
    /// The first route that ends here, with its number.
    route: Option<(usize, &'s PageEntry)>,
}

impl<'s> Routes<'s> {
    pub fn of(pages: impl IntoIterator<Item = &'s PageEntry>) -> Self {
        let mut routes = Routes { exact: HashMap::new(), nodes: vec![Node::default()] };
        for (number, page) in pages.into_iter().enumerate() {
            let parts = segments(&page.route);
            let mut at = 0;
            for part in &parts {
                work::add(1);
                at = routes.child(at, part.clone());
            }
            if let Some(node) = routes.nodes.get_mut(at) {
                node.route.get_or_insert((number, page));
            }
            routes.exact.entry(parts).or_insert(page);
        }
        routes
    }

    fn child(&mut self, at: usize, part: Cow<'s, str>) -> usize {
        let next = self.nodes.len();
        let Some(node) = self.nodes.get_mut(at) else { return at };
        let child = match part.starts_with(':') {
            true => *node.parameter.get_or_insert(next),
            false => *node.literal.entry(part).or_insert(next),
        };
        if child == next {
            self.nodes.push(Node::default());
        }
        child
    }

    /// The page of a route: an exact match, otherwise the first match with parameters.
    pub fn find(&self, route: &str) -> Option<&'s PageEntry> {
        let parts = segments(route);
        if let Some(page) = self.exact.get(&parts) {
            work::add(1);
            return Some(*page);
        }
        let mut here = vec![0];
        for part in &parts {
            let below = here.iter().filter_map(|at| self.nodes.get(*at)).flat_map(|node| {
                work::add(1);
                [node.literal.get(part).copied(), node.parameter].into_iter().flatten()
            });
            here = below.collect();
        }
        let ends = here.iter().filter_map(|at| self.nodes.get(*at)?.route);
        ends.min_by_key(|(number, _)| *number).map(|(_, page)| page)
    }
}

/// The pages that have an action.
struct ActionPlaces<'s> {
    /// The first element that carries it, with the start of its piece.
    place: (usize, &'s ActionUse),
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
    actions: HashMap<&'s str, ActionPlaces<'s>>,
    /// The names of actions as they are written.
    names: HashSet<&'s str>,
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
            for (start, action) in page.actions() {
                present.names.insert(&action.name);
                for name in std::iter::once(action.name.as_str()).chain(wholes(&action.name)) {
                    work::add(1);
                    let first =
                        ActionPlaces { place: (start, action), first: number, last: number, pages: 1 };
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

    /// Whether a page has an action with exactly this name.
    pub fn is_action(&self, action: &str) -> bool {
        self.names.contains(action)
    }

    /// The first element that carries an action or a part of it, with the start of its piece.
    pub fn place(&self, action: &str) -> Option<(usize, &'s ActionUse)> {
        self.actions.get(action).map(|one| one.place)
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
