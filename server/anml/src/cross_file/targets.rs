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

/// The elements and summaries of a piece of a snapshot, in order. A large document has a hundred thousand, so each takes
/// few bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceTargets {
    marks: Vec<Mark>,
    /// The names of the marks, one after the other, each with its role if that is not in the vocabulary.
    words: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Mark {
    depth: u32,
    /// Where the name and the role end in the words of the piece.
    name_end: u32,
    role_end: u32,
    kind: MarkKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkKind {
    /// An element with its role: the index of one of the vocabulary.
    Element { role: Option<u16>, expandable: bool },
    /// A summary, which means the element above it or the one that it names.
    Summary,
}

impl PieceTargets {
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Adds an element, if it has a ref.
    pub fn element(&mut self, depth: u32, element: &Element, text: &str) {
        let Some(name) = element.reference_name() else { return };
        let state = |name: &str| element.others().any(|p| p.text(text) == name);
        let base = vocabulary::base(element.role.text(text));
        let role = vocabulary::role_index(base);
        let kind = MarkKind::Element { role, expandable: state("[expanded]") || state("[collapsed]") };
        self.add(depth, kind, name.text(text), if role.is_some() { "" } else { base });
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

    /// Adds a summary.
    pub fn summary(&mut self, depth: u32, words: &str) {
        let named = words.split("expand #").nth(1).map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            &rest[..end]
        });
        self.add(depth, MarkKind::Summary, named.filter(|name| is_ref(name)).unwrap_or(""), "");
    }

    fn add(&mut self, depth: u32, kind: MarkKind, name: &str, role: &str) {
        self.words.push_str(name);
        let name_end = self.words.len();
        self.words.push_str(role);
        let end = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let (name_end, role_end) = (end(name_end), end(self.words.len()));
        self.marks.push(Mark { depth, name_end, role_end, kind });
    }

    /// Frees the unused memory.
    pub fn shrink_to_fit(&mut self) {
        self.marks.shrink_to_fit();
        self.words.shrink_to_fit();
    }

    /// The marks, each with its name, which may be empty, and its role, unless that is in the vocabulary.
    fn marks(&self) -> impl Iterator<Item = (&Mark, &str, &str)> {
        let mut from = 0;
        self.marks.iter().map(move |mark| {
            let (name_end, role_end) = (mark.name_end as usize, mark.role_end as usize);
            let start = std::mem::replace(&mut from, role_end);
            let words = |range: std::ops::Range<usize>| self.words.get(range).unwrap_or_default();
            (mark, words(start..name_end), words(name_end..role_end))
        })
    }
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
    pub fn add(&mut self, piece: &PieceTargets) {
        for (mark, name, other) in piece.marks() {
            match mark.kind {
                MarkKind::Element { role, expandable } => {
                    while self.open.pop_if(|(open, _)| *open >= mark.depth).is_some() {}
                    self.open.push((mark.depth, name.into()));
                    let known = role.and_then(|index| vocabulary::ROLES.get(usize::from(index)));
                    let role =
                        known.map_or_else(|| Cow::Owned(other.to_owned()), |role| Cow::Borrowed(role.name));
                    self.named.insert(name.into(), Target { role, expandable });
                }
                MarkKind::Summary => {
                    let shallower = self.open.partition_point(|(open, _)| *open < mark.depth);
                    let around = shallower.checked_sub(1).map(|at| &*self.open[at].1);
                    for name in (!name.is_empty()).then_some(name).into_iter().chain(around) {
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
