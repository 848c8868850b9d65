//! The elements of a snapshot that other files can refer to: their refs and roles, and whether they can be expanded.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::io::Read;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::syntax::chars::is_ref;
use crate::syntax::context::Context;
use crate::syntax::element::Element;
use crate::syntax::entry::{DocumentPart, Entry, EntryKind, each};
use crate::syntax::line::Sign;
use crate::syntax::refs::natural;
use crate::syntax::stream::{Pieces, ReadError};
use crate::vocabulary;

/// The elements and summaries of a piece of a snapshot, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceTargets {
    elements: Vec<PieceTarget>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PieceTarget {
    Element {
        depth: u32,
        name: Box<str>,
        role: Cow<'static, str>,
        expandable: bool,
    },
    /// A summary, which means the element above it or the one that it names.
    Summary {
        depth: u32,
        named: Option<Box<str>>,
    },
}

impl PieceTargets {
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    pub fn element(&mut self, depth: u32, element: &Element, text: &str) {
        let Some(name) = element.reference_name() else { return };
        let state = |name: &str| element.others().any(|p| p.text(text) == name);
        self.elements.push(PieceTarget::Element {
            depth,
            name: name.text(text).into(),
            role: base_role(element, text),
            expandable: state("[expanded]") || state("[collapsed]"),
        });
    }

    /// Adds the elements or the summary of a line.
    pub fn entry(&mut self, entry: &Entry<'_>) {
        let depth = entry.body.depth;
        for element in entry.elements() {
            self.element(depth, element, entry.text);
        }
        if entry.kind == EntryKind::Summary {
            self.summary(depth, entry.words());
        }
    }

    pub fn summary(&mut self, depth: u32, words: &str) {
        let named = words.split("expand #").nth(1).map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            &rest[..end]
        });
        let named = named.filter(|name| is_ref(name)).map(Box::from);
        self.elements.push(PieceTarget::Summary { depth, named });
    }
}

/// The role of an element without its namespace.
fn base_role(element: &Element, text: &str) -> Cow<'static, str> {
    let base = vocabulary::base(element.role.text(text));
    vocabulary::role(base).map_or_else(|| Cow::Owned(base.to_owned()), |role| Cow::Borrowed(role.name))
}

/// A hash of the role and name of an element, which identifies it without a ref.
pub fn head(element: &Element, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    element.role.text(text).hash(&mut hasher);
    element.name.map(|name| element.value(name, text)).hash(&mut hasher);
    hasher.finish()
}

/// An element with a ref.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Without its namespace.
    pub role: Cow<'static, str>,
    /// Whether it can be expanded.
    pub expandable: bool,
}

/// The elements of a whole snapshot, by ref.
#[derive(Debug, Default)]
pub struct Targets {
    named: FxHashMap<Box<str>, Target>,
    /// The depths and refs of open elements.
    open: Vec<(u32, Box<str>)>,
    /// The refs that a diff removes, and whether only the diff is known, not its base.
    removed: FxHashSet<Box<str>>,
    partial: bool,
}

impl Targets {
    /// The elements of a snapshot.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(input: impl Read) -> Result<Self, ReadError> {
        let mut targets = Self::default();
        let mut pieces = Pieces::new(input);
        while let Some(piece) = pieces.piece()? {
            let mut marks = PieceTargets::default();
            each(&piece.text, piece.context.clone(), &mut |item| {
                if let DocumentPart::Line(entry) = item {
                    marks.entry(&entry);
                }
            });
            targets.add(&marks);
        }
        Ok(targets)
    }

    /// Adds the next piece.
    pub fn add(&mut self, marks: &PieceTargets) {
        for mark in &marks.elements {
            match mark {
                PieceTarget::Element { depth, name, role, expandable } => {
                    while self.open.pop_if(|(open, _)| *open >= *depth).is_some() {}
                    self.open.push((*depth, name.clone()));
                    let target = Target { role: role.clone(), expandable: *expandable };
                    self.named.insert(name.clone(), target);
                }
                PieceTarget::Summary { depth, named } => {
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

    /// The elements of an unknown snapshot that a diff names.
    pub fn of_diff(diff: &str) -> Self {
        let (mut targets, mut marks) = (Self { partial: true, ..Self::default() }, PieceTargets::default());
        each(diff, Context::default(), &mut |item| {
            let DocumentPart::Line(entry) = item else { return };
            if entry.body.head.sign == Some(Sign::Removed) {
                return targets.removed.extend(entry.refs().map(Box::from));
            }
            marks.entry(&entry);
        });
        targets.add(&marks);
        targets
    }

    /// Whether no known element has this ref.
    pub fn lacks(&self, name: &str) -> bool {
        !self.named.contains_key(name) && (!self.partial || self.removed.contains(name))
    }

    pub fn get(&self, name: &str) -> Option<&Target> {
        self.named.get(name)
    }

    /// All refs in natural order: `e2` before `e10`.
    pub fn refs(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.named.keys().map(|name| &**name).collect();
        all.sort_unstable_by_key(|name| natural(name));
        all
    }
}
