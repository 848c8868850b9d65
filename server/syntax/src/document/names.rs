//! The names that a document defines and uses, by name over its chunks.

use std::sync::{Arc, OnceLock};

use arcstr::ArcStr;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::completion_list::MOST;
use crate::document::chunk_ids::ExchangedIds;
use crate::document::shards::Shards;
use crate::document::space::Space;
use crate::{CheckNeeds, Chunk, ChunkId, Definition, Reference, Target, work};

/// A map and a set whose clones share their content. The hash is fast, because an attack by chosen keys does no harm
/// here.
pub type Map<K, V> =
    imbl::GenericHashMap<K, V, rustc_hash::FxBuildHasher, imbl::shared_ptr::DefaultSharedPtr>;
/// Values in order. Clones share their content.
pub type SortedSet<K> = imbl::OrdSet<K>;
pub type Set<K> = imbl::GenericHashSet<K, rustc_hash::FxBuildHasher, imbl::shared_ptr::DefaultSharedPtr>;

/// A name in a namespace of its format: `("id", "intro")`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name {
    pub space: Space,
    pub text: ArcStr,
}

impl Name {
    pub fn new(space: impl Into<Space>, text: &str) -> Self {
        Self { space: space.into(), text: text.into() }
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// The chunks in which a name occurs, sorted, once for each occurrence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurrences {
    pub definitions: SmallVec<[ChunkId; 1]>,
    pub references: SmallVec<[ChunkId; 2]>,
    /// The number of references that must find a definition. So a built-in word that is used ten thousand times costs
    /// nothing at each keystroke.
    pub checked: u32,
    /// The number of definitions that a rule allows only once. Other names may have ten thousand definitions.
    pub unique: u32,
}

impl Occurrences {
    fn is_repeated(&self) -> bool {
        self.definitions.len() > 1
    }

    fn is_dangling(&self) -> bool {
        self.definitions.is_empty() && self.checked > 0
    }
}

/// A definition or a reference of a name.
#[derive(Clone, Copy)]
enum Use {
    Definition { unique: bool },
    Reference { checked: bool },
}

/// All names of a document. Updated by difference, shared by clones.
#[derive(Clone, Debug, Default)]
pub struct Names {
    by_name: Shards<Name, Occurrences>,
    repeated: Set<Name>,
    dangling: Set<Name>,
    /// The names that the document defines, in order. Made when first needed, then changed with the others.
    sorted: Arc<OnceLock<SortedSet<Name>>>,
    /// The same with their letters in reverse order, so that names with the same end are side by side.
    mirrored: Arc<OnceLock<SortedSet<Name>>>,
    ties: Shards<Name, TiedChunks>,
    /// The ties between different chunks.
    connecting: Set<Name>,
    /// The chunks with references to a name of another file, sorted, once for each reference.
    elsewhere: Map<Name, SmallVec<[ChunkId; 1]>>,
}

/// The chunks with a tie of a name, sorted, once for each tie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TiedChunks {
    pub givers: SmallVec<[ChunkId; 1]>,
    pub needers: SmallVec<[ChunkId; 1]>,
}

impl TiedChunks {
    /// All chunks of the tie.
    pub fn chunks(&self) -> impl Iterator<Item = ChunkId> {
        self.givers.iter().chain(&self.needers).copied()
    }

    fn is_connecting(&self) -> bool {
        let mut all = self.chunks();
        let first = all.next();
        all.any(|other| Some(other) != first)
    }
}

impl Names {
    /// The names of a new document.
    pub(crate) fn of(chunks: &[Arc<Chunk>]) -> Self {
        let mut names = Self::default();
        names.exchange_ties(&[], chunks);
        names.exchange_elsewhere(&[], chunks);
        // In this order the lists of occurrences are sorted.
        let mut chunks: Vec<_> = chunks.iter().collect();
        chunks.sort_unstable_by_key(|chunk| chunk.id());
        let uses = chunks.into_iter().flat_map(|chunk| {
            let analysis = chunk.analysis();
            work::add(analysis.definitions.len() + analysis.references.len());
            let define = |one: &Definition| Use::Definition { unique: one.unique.is_some() };
            let refer = |one: &Reference| Use::Reference { checked: one.resolved.is_some() };
            let definitions = analysis.definitions.iter().map(move |one| (&one.name, define(one)));
            let references = here(chunk).map(move |one| (&one.name, refer(one)));
            definitions.chain(references).map(|(name, kind)| (name, (chunk.id(), kind)))
        });
        names.by_name = Shards::grouped(uses, |occurrences: &mut Occurrences, (chunk, kind)| match kind {
            Use::Definition { unique } => {
                occurrences.unique += u32::from(unique);
                occurrences.definitions.push(chunk);
            }
            Use::Reference { checked } => {
                occurrences.checked += u32::from(checked);
                occurrences.references.push(chunk);
            }
        });
        let with = |is: fn(&Occurrences) -> bool| {
            names.by_name.iter().filter(|(_, o)| is(o)).map(|(name, _)| Name::clone(name)).collect()
        };
        (names.repeated, names.dangling) = (with(Occurrences::is_repeated), with(Occurrences::is_dangling));
        names
    }

    pub fn get(&self, name: &Name) -> Option<&Occurrences> {
        self.by_name.get(name)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Occurrences)> {
        self.by_name.iter().inspect(|_| work::add(1))
    }

    /// The defined names of a namespace that a completion offers for a word, in order: all of them if there are few,
    /// otherwise the first that begin with the word. If there are more than [`MOST`], there is one too many.
    pub fn offered(&self, space: &'static str, word: &str) -> Vec<&Name> {
        let sorted = self.sorted();
        let from = |word: &str| {
            let names = sorted.range(Name::new(space, word)..);
            names.take_while(|name| name.space == space).take(MOST + 1)
        };
        let all: Vec<_> = from("").collect();
        work::add(all.len());
        if all.len() <= MOST {
            all
        } else {
            from(word).take_while(|name| name.text.starts_with(word)).collect()
        }
    }

    /// The defined names of a namespace if there are at most `most`, in order.
    pub(crate) fn all_if_few(&self, space: &'static str, most: usize) -> Option<Vec<&Name>> {
        let names = self.sorted().range(Name::new(space, "")..).take_while(|name| name.space == space);
        let all: Vec<_> = names.take(most + 1).inspect(|_| work::add(1)).collect();
        (all.len() <= most).then_some(all)
    }

    /// Some of the defined names of a namespace that are similar to a word: those that begin most like it, and those
    /// that end most like it. At most `most` before and after it in both orders.
    pub(crate) fn beside(&self, space: &'static str, word: &str, most: usize) -> Vec<ArcStr> {
        let reversed = self.mirrored.get_or_init(|| self.defined().map(mirrored).collect());
        let name = Name::new(space, word);
        let mut all = Vec::new();
        for (list, name) in [(self.sorted(), &name), (reversed, &mirrored(&name))] {
            let before = list.range(..name.clone()).rev().take_while(|one| one.space == space).take(most);
            let after = list.range(name.clone()..).take_while(|one| one.space == space).take(most);
            let found = before.chain(after).inspect(|_| work::add(1));
            match std::ptr::eq(list, reversed) {
                true => all.extend(found.map(|one| mirrored(one).text)),
                false => all.extend(found.map(|one| one.text.clone())),
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn sorted(&self) -> &SortedSet<Name> {
        self.sorted.get_or_init(|| self.defined().cloned().collect())
    }

    fn defined(&self) -> impl Iterator<Item = &Name> {
        self.iter().filter(|(_, found)| !found.definitions.is_empty()).map(|(name, _)| name)
    }

    /// Names with more than one definition in this document.
    pub fn repeated(&self) -> impl Iterator<Item = &Name> {
        self.repeated.iter()
    }

    /// Names that this document does not define, with a reference that must find a definition.
    pub fn dangling(&self) -> impl Iterator<Item = &Name> {
        self.dangling.iter()
    }

    /// The ties between different chunks.
    pub fn connecting(&self) -> impl Iterator<Item = &Name> {
        self.connecting.iter()
    }

    /// The chunks with references to a name of another file.
    pub(crate) fn elsewhere(&self, name: &Name) -> Option<&[ChunkId]> {
        self.elsewhere.get(name).map(SmallVec::as_slice)
    }

    /// The chunks that give or need the name of a tie.
    pub fn tied(&self, name: &Name) -> Option<&TiedChunks> {
        self.ties.get(name)
    }

    /// Removes the names of `old`, adds those of `new`, and returns the names whose number of definitions changed.
    pub(crate) fn exchange(&mut self, old: &[Arc<Chunk>], new: &[Arc<Chunk>]) -> Vec<Name> {
        self.exchange_ties(old, new);
        self.exchange_elsewhere(old, new);
        let mut changes: FxHashMap<&Name, Exchange> = FxHashMap::default();
        for chunk in old {
            for definition in &chunk.analysis().definitions {
                let change = changes.entry(&definition.name).or_default();
                change.definitions.gone.push(chunk.id());
                change.not_unique += u32::from(definition.unique.is_some());
            }
            for reference in here(chunk) {
                let change = changes.entry(&reference.name).or_default();
                change.references.gone.push(chunk.id());
                change.unchecked += u32::from(reference.resolved.is_some());
            }
        }
        for chunk in new {
            for definition in &chunk.analysis().definitions {
                let change = changes.entry(&definition.name).or_default();
                change.definitions.come.push(chunk.id());
                change.unique += u32::from(definition.unique.is_some());
            }
            for reference in here(chunk) {
                let change = changes.entry(&reference.name).or_default();
                change.references.come.push(chunk.id());
                change.checked += u32::from(reference.resolved.is_some());
            }
        }
        let changed: Vec<_> =
            changes.into_iter().filter_map(|(name, change)| self.change(name, change)).collect();
        self.sort(&changed);
        changed
    }

    /// Updates the sorted names after the number of definitions of these names has changed.
    fn sort(&mut self, changed: &[Name]) {
        let is_defined = |name: &Name| self.get(name).is_some_and(|found| !found.definitions.is_empty());
        let changed: Vec<_> = changed.iter().map(|name| (name, is_defined(name))).collect();
        sort(&mut self.sorted, &changed, Name::clone);
        sort(&mut self.mirrored, &changed, mirrored);
    }

    fn exchange_ties(&mut self, old: &[Arc<Chunk>], new: &[Arc<Chunk>]) {
        let mut changes: FxHashMap<&Name, (ExchangedIds, ExchangedIds)> = FxHashMap::default();
        for (chunks, come) in [(old, false), (new, true)] {
            for chunk in chunks {
                for tie in &chunk.analysis().ties {
                    let (givers, needers) = changes.entry(&tie.name).or_default();
                    let ids = if tie.gives { givers } else { needers };
                    let ids = if come { &mut ids.come } else { &mut ids.gone };
                    ids.push(chunk.id());
                }
            }
        }
        for (name, (givers, needers)) in changes {
            let connects = self.ties.change(name, |tied| {
                givers.of(&mut tied.givers);
                needers.of(&mut tied.needers);
                (tied.chunks().next().is_some(), tied.is_connecting())
            });
            set(&mut self.connecting, name, connects);
        }
    }

    fn exchange_elsewhere(&mut self, old: &[Arc<Chunk>], new: &[Arc<Chunk>]) {
        let mut changes: FxHashMap<&Name, ExchangedIds> = FxHashMap::default();
        for (chunks, come) in [(old, false), (new, true)] {
            // Few chunks have such references.
            for chunk in chunks.iter().filter(|chunk| chunk.needs().meet(CheckNeeds::OTHER_FILES)) {
                let references = chunk.analysis().references.iter();
                for reference in references.filter(|r| matches!(r.target, Target::Other(_))) {
                    let ids = changes.entry(&reference.name).or_default();
                    let ids = if come { &mut ids.come } else { &mut ids.gone };
                    ids.push(chunk.id());
                }
            }
        }
        for (name, ids) in changes {
            let known = self.elsewhere.entry(name.clone()).or_default();
            ids.of(known);
            if known.is_empty() {
                self.elsewhere.remove(name);
            }
        }
    }

    /// Changes the occurrences of one name and returns it if the number of its definitions changed.
    fn change(&mut self, name: &Name, change: Exchange) -> Option<Name> {
        let (repeated, dangling, changed) = self.by_name.change(name, |occurrences| {
            let before = occurrences.definitions.len();
            change.definitions.of(&mut occurrences.definitions);
            change.references.of(&mut occurrences.references);
            occurrences.checked = (occurrences.checked + change.checked).saturating_sub(change.unchecked);
            occurrences.unique = (occurrences.unique + change.unique).saturating_sub(change.not_unique);
            let (defined, used) = (occurrences.definitions.len(), occurrences.references.len());
            let result = (occurrences.is_repeated(), occurrences.is_dangling(), defined != before);
            ((defined, used) != (0, 0), result)
        });
        set(&mut self.repeated, name, repeated);
        set(&mut self.dangling, name, dangling);
        changed.then(|| name.clone())
    }
}

/// Updates a list of names, if it was made, with names of which it is known whether they are defined now.
fn sort(list: &mut Arc<OnceLock<SortedSet<Name>>>, changed: &[(&Name, bool)], key: impl Fn(&Name) -> Name) {
    let Some(mut names) = list.get().cloned() else {
        if !changed.is_empty() {
            *list = Arc::default();
        }
        return;
    };
    let mut differs = false;
    for (name, is_defined) in changed {
        let was_defined = if *is_defined { names.insert(key(name)) } else { names.remove(&key(name)) };
        differs |= was_defined.is_some() != *is_defined;
    }
    if differs {
        *list = Arc::new(OnceLock::from(names));
    }
}

/// A name with its letters in reverse order.
fn mirrored(name: &Name) -> Name {
    Name { space: name.space, text: name.text.chars().rev().collect::<String>().into() }
}

/// The changes of the occurrences of one name.
#[derive(Default)]
struct Exchange {
    definitions: ExchangedIds,
    references: ExchangedIds,
    /// The numbers of removed and added references that must find a definition.
    unchecked: u32,
    checked: u32,
    /// The numbers of removed and added definitions that a rule allows only once.
    not_unique: u32,
    unique: u32,
}

/// References to names of this document or of the workspace, without those that name another file.
fn here(chunk: &Chunk) -> impl Iterator<Item = &Reference> {
    chunk.analysis().references.iter().filter(|r| !matches!(r.target, Target::Other(_)))
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
