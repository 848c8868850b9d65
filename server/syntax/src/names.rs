//! Names that a document defines and uses, counted by name over its chunks.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::{Chunk, ChunkId, Reference, Target};

/// A map and a set that share what clones have in common, with a fast hash: the keys are nobody's attack.
pub type Map<K, V> =
    imbl::GenericHashMap<K, V, rustc_hash::FxBuildHasher, imbl::shared_ptr::DefaultSharedPtr>;
pub type Set<K> = imbl::GenericHashSet<K, rustc_hash::FxBuildHasher, imbl::shared_ptr::DefaultSharedPtr>;

/// A name in a namespace of its format: `("id", "intro")`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name {
    /// A word of the format, as people say it: "id", "command". It stands in messages.
    pub space: &'static str,
    pub text: Arc<str>,
}

impl Name {
    pub fn new(space: &'static str, text: &str) -> Self {
        Self { space, text: text.into() }
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// Where a name occurs: the chunks, once for each occurrence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurrences {
    pub definitions: SmallVec<[ChunkId; 1]>,
    pub references: SmallVec<[ChunkId; 2]>,
    /// How many of the references must find a definition. A built-in word that a document uses ten thousand
    /// times is then no question at every keystroke.
    pub checked: usize,
}

/// All names of a document. Updated by difference, shared by clones.
#[derive(Clone, Debug, Default)]
pub struct Names {
    by_name: Map<Name, Occurrences>,
    repeated: Set<Name>,
    dangling: Set<Name>,
}

impl Names {
    pub fn get(&self, name: &Name) -> Option<&Occurrences> {
        self.by_name.get(name)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Occurrences)> {
        self.by_name.iter()
    }

    /// Names with more than one definition in this document.
    pub fn repeated(&self) -> impl Iterator<Item = &Name> {
        self.repeated.iter()
    }

    /// Names that this document does not define, with a use that must find a definition.
    pub fn dangling(&self) -> impl Iterator<Item = &Name> {
        self.dangling.iter()
    }

    /// Takes the names of `old` out and those of `new` in; gives the names whose number of definitions
    /// changed.
    pub(crate) fn exchange(&mut self, old: &[Arc<Chunk>], new: &[Arc<Chunk>]) -> Vec<Name> {
        let mut touched: Vec<(Name, usize)> = Vec::new();
        for chunk in old {
            for definition in &chunk.facts().definitions {
                self.note(&mut touched, &definition.name);
                self.update(&definition.name, |o| drop_one(&mut o.definitions, chunk.id()));
            }
            for reference in here(chunk) {
                self.note(&mut touched, &reference.name);
                self.update(&reference.name, |o| {
                    drop_one(&mut o.references, chunk.id());
                    o.checked -= usize::from(reference.resolved.is_some()).min(o.checked);
                });
            }
        }
        for chunk in new {
            for definition in &chunk.facts().definitions {
                self.note(&mut touched, &definition.name);
                self.update(&definition.name, |o| o.definitions.push(chunk.id()));
            }
            for reference in here(chunk) {
                self.note(&mut touched, &reference.name);
                self.update(&reference.name, |o| {
                    o.references.push(chunk.id());
                    o.checked += usize::from(reference.resolved.is_some());
                });
            }
        }
        let mut changed = Vec::new();
        for (name, before) in touched {
            let now = self
                .by_name
                .get(&name)
                .map_or((0, 0, 0), |o| (o.definitions.len(), o.references.len(), o.checked));
            set(&mut self.repeated, &name, now.0 > 1);
            set(&mut self.dangling, &name, now.0 == 0 && now.2 > 0);
            if (now.0, now.1) == (0, 0) {
                self.by_name.remove(&name);
            }
            if now.0 != before {
                changed.push(name);
            }
        }
        changed
    }

    /// Remembers how many definitions `name` had before it was first touched. On opening a document there
    /// was nothing before, and `touched` may hold a name several times: harmless, only later work.
    fn note(&self, touched: &mut Vec<(Name, usize)>, name: &Name) {
        if touched.last().is_some_and(|(n, _)| n == name) {
            return;
        }
        let before = self.by_name.get(name).map_or(0, |o| o.definitions.len());
        touched.push((name.clone(), before));
    }

    fn update(&mut self, name: &Name, change: impl FnOnce(&mut Occurrences)) {
        change(self.by_name.entry(name.clone()).or_default());
    }
}

/// References that mean a name of this document or of the workspace; those into a file that they name
/// themselves say nothing of this document's names.
fn here(chunk: &Chunk) -> impl Iterator<Item = &Reference> {
    chunk.facts().references.iter().filter(|r| !matches!(r.target, Target::Other(_)))
}

fn drop_one<const N: usize>(ids: &mut SmallVec<[ChunkId; N]>, id: ChunkId)
where
    [ChunkId; N]: smallvec::Array<Item = ChunkId>,
{
    if let Some(at) = ids.iter().position(|i| *i == id) {
        ids.remove(at);
    }
}

fn set(names: &mut Set<Name>, name: &Name, member: bool) {
    if member != names.contains(name) {
        if member {
            names.insert(name.clone());
        } else {
            names.remove(name);
        }
    }
}
