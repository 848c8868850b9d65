//! What other files ask of a snapshot: who has which ref, what an element is, and whether there is more of it.

use std::hash::{Hash, Hasher};
use std::io::Read;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::syntax::chars::is_ref;
use crate::syntax::context::Context;
use crate::syntax::element::Element;
use crate::syntax::entry::{Entry, Item, What, each};
use crate::syntax::line::Sign;
use crate::syntax::refs::natural;
use crate::syntax::stream::{Pieces, ReadError};
use crate::vocabulary;

/// The marks of a piece of a snapshot, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    elements: Vec<Mark>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Mark {
    Element {
        depth: u32,
        name: Box<str>,
        role: Box<str>,
        expandable: bool,
    },
    /// What a summary stands below, or names.
    Summary {
        depth: u32,
        named: Option<Box<str>>,
    },
}

impl Marks {
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    pub fn element(&mut self, depth: u32, element: &Element, text: &str) {
        let Some(name) = element.reference_name() else { return };
        let state = |name: &str| element.others().any(|p| p.text(text) == name);
        self.elements.push(Mark::Element {
            depth,
            name: name.text(text).into(),
            role: vocabulary::base(element.role.text(text)).into(),
            expandable: state("[expanded]") || state("[collapsed]"),
        });
    }

    /// What a line says.
    pub fn entry(&mut self, entry: &Entry<'_>) {
        let depth = entry.body.depth;
        for element in entry.elements() {
            self.element(depth, element, entry.text);
        }
        if entry.what == What::Summary {
            self.summary(depth, entry.words());
        }
    }

    pub fn summary(&mut self, depth: u32, words: &str) {
        let named = words.split("expand #").nth(1).map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            &rest[..end]
        });
        let named = named.filter(|name| is_ref(name)).map(Box::from);
        self.elements.push(Mark::Summary { depth, named });
    }
}

/// What an element without a ref is known by: its role and name.
pub fn head(element: &Element, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    element.role.text(text).hash(&mut hasher);
    element.name.map(|name| element.value(name, text)).hash(&mut hasher);
    hasher.finish()
}

/// An element that can be named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Without its namespace.
    pub role: Box<str>,
    /// It says that there is more of it.
    pub expandable: bool,
}

/// A whole snapshot's marks, put together.
#[derive(Debug, Default)]
pub struct Targets {
    named: FxHashMap<Box<str>, Target>,
    /// Elements that are open: their depths and refs.
    open: Vec<(u32, Box<str>)>,
    /// What a diff removes; and whether that is all that is known, since its base is not.
    removed: FxHashSet<Box<str>>,
    partial: bool,
}

impl Targets {
    /// The elements of a snapshot.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(input: impl Read) -> Result<Self, ReadError> {
        let mut targets = Self::default();
        let mut pieces = Pieces::new(input);
        while let Some(piece) = pieces.piece()? {
            let mut marks = Marks::default();
            each(&piece.text, piece.context.clone(), &mut |item| {
                if let Item::Line(entry) = item {
                    marks.entry(&entry);
                }
            });
            targets.add(&marks);
        }
        Ok(targets)
    }

    /// Takes in the next piece.
    pub fn add(&mut self, marks: &Marks) {
        for mark in &marks.elements {
            match mark {
                Mark::Element { depth, name, role, expandable } => {
                    while self.open.pop_if(|(open, _)| *open >= *depth).is_some() {}
                    self.open.push((*depth, name.clone()));
                    let target = Target { role: role.clone(), expandable: *expandable };
                    self.named.insert(name.clone(), target);
                }
                Mark::Summary { depth, named } => {
                    let shallower = self.open.partition_point(|(open, _)| open < depth);
                    let around = shallower.checked_sub(1).map(|at| &self.open[at].1);
                    for name in named.iter().chain(around) {
                        if let Some(target) = self.named.get_mut(name) {
                            target.expandable = true;
                        }
                    }
                }
            }
        }
    }

    /// What a diff says of a snapshot that nobody has.
    pub fn of_diff(diff: &str) -> Self {
        let (mut targets, mut marks) = (Self { partial: true, ..Self::default() }, Marks::default());
        each(diff, Context::default(), &mut |item| {
            let Item::Line(entry) = item else { return };
            if entry.body.head.sign == Some(Sign::Removed) {
                return targets.removed.extend(entry.refs().map(Box::from));
            }
            marks.entry(&entry);
        });
        targets.add(&marks);
        targets
    }

    /// Whether nothing has this ref, as far as is known.
    pub fn lacks(&self, name: &str) -> bool {
        !self.named.contains_key(name) && (!self.partial || self.removed.contains(name))
    }

    pub fn get(&self, name: &str) -> Option<&Target> {
        self.named.get(name)
    }

    /// All refs, as people count: `e2` before `e10`.
    pub fn refs(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.named.keys().map(|name| &**name).collect();
        all.sort_unstable_by_key(|name| natural(name));
        all
    }
}
