//! The names of one format, with the files that define and use them.

use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};

use agmark_syntax::names::SortedSet;
use agmark_syntax::shards::Shards;
use agmark_syntax::{ArcStr, Name, Space, work};
use smallvec::SmallVec;

use super::file::IndexedFile;
use super::file_lists::{FileDefinition, FileReference, FileTarget};

/// The number of a file of the index. Numbers are not reused.
pub(super) type FileId = u32;

/// The roles of a file for a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Roles {
    /// It defines the name.
    pub defines: bool,
    /// It defines the name globally.
    pub shares: bool,
    /// It uses the name of another file or of any file.
    pub uses: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    file: FileId,
    roles: Roles,
}

/// The files that define or use a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Entries {
    /// Sorted by number.
    files: SmallVec<[Entry; 2]>,
    /// The number of files that define it globally and that no open document hides.
    sharing: u32,
}

/// The names of one format.
#[derive(Clone, Default)]
pub(super) struct Table {
    /// The files of each name.
    names: Shards<Name, Entries>,
    /// The global names of files that no open document hides. Made when first needed, then changed with the others.
    sorted: OnceLock<SortedSet<Name>>,
}

impl Table {
    /// The files that define or use `name`.
    pub fn files(&self, name: &Name) -> impl Iterator<Item = (FileId, Roles)> {
        self.names.get(name).into_iter().flat_map(|entries| &entries.files).map(|e| (e.file, e.roles))
    }

    /// The global names of a namespace that begin with a word, in files that no open document hides, sorted.
    pub fn shared<'a>(&'a self, space: &'static str, word: &'a str) -> impl Iterator<Item = &'a ArcStr> {
        let sorted = self.sorted.get_or_init(|| {
            let all = self.names.iter().inspect(|_| work::add(1));
            all.filter(|(_, entries)| entries.sharing > 0).map(|(name, _)| name.clone()).collect()
        });
        let from = sorted.range(Name::new(space, word)..).inspect(|_| work::add(1));
        from.take_while(move |name| name.space == space && name.text.starts_with(word)).map(|name| &name.text)
    }

    /// Notes whether an open document hides a file.
    pub fn hide(&mut self, file: &IndexedFile, is_hidden: bool) {
        for word in words(file).iter().filter(|word| word.shared > 0) {
            work::add(1);
            let name = word.name();
            let (before, now) = self.names.change(&name, |entries| {
                let before = entries.sharing > 0;
                entries.sharing = if is_hidden { entries.sharing - 1 } else { entries.sharing + 1 };
                (!entries.files.is_empty(), (before, entries.sharing > 0))
            });
            self.sort(&name, before, now);
        }
    }

    fn sort(&mut self, name: &Name, was_shared: bool, is_shared: bool) {
        if let Some(sorted) = self.sorted.get_mut().filter(|_| was_shared != is_shared) {
            if is_shared {
                sorted.insert(name.clone());
            } else {
                sorted.remove(name);
            }
        }
    }

    /// Replaces the names of `file`, which an open document may hide. Returns the names whose number or visibility of definitions changed.
    pub fn exchange(
        &mut self,
        file: FileId,
        old: Option<&IndexedFile>,
        new: Option<&IndexedFile>,
        is_hidden: bool,
    ) -> Vec<Name> {
        let (old, new) = (old.map(words).unwrap_or_default(), new.map(words).unwrap_or_default());
        let (mut old, mut new) = (old.into_iter().peekable(), new.into_iter().peekable());
        let mut changed = Vec::new();
        // Both are sorted, so one pass compares them.
        loop {
            let order = match (old.peek(), new.peek()) {
                (Some(a), Some(b)) => a.key().cmp(&b.key()),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let before = if order.is_le() { old.next() } else { None };
            let after = if order.is_ge() { new.next() } else { None };
            work::add(1);
            let Some(word) = after.as_ref().or(before.as_ref()) else { break };
            let roles = |word: &Option<Word<'_>>| word.as_ref().map(Word::roles).unwrap_or_default();
            if roles(&before) != roles(&after) {
                self.set(&word.name(), file, roles(&after), is_hidden);
            }
            let counts =
                |word: &Option<Word<'_>>| word.as_ref().map_or((0, 0), |w| (w.definitions, w.shared));
            if counts(&before) != counts(&after) {
                changed.push(word.name());
            }
        }
        changed
    }

    fn set(&mut self, name: &Name, file: FileId, roles: Roles, is_hidden: bool) {
        let (before, now) = self.names.change(name, |entries| {
            let files = &mut entries.files;
            let at = files.binary_search_by_key(&file, |e| e.file);
            let before = entries.sharing > 0;
            let shared = at.ok().and_then(|at| files.get(at)).is_some_and(|entry| entry.roles.shares);
            match (at, roles == Roles::default()) {
                (Ok(at), true) => {
                    files.remove(at);
                }
                (Ok(at), false) => files[at].roles = roles,
                (Err(_), true) => {}
                (Err(at), false) => files.insert(at, Entry { file, roles }),
            }
            // Counted, so that a name of thousands of files costs the same for each of them.
            if !is_hidden {
                entries.sharing = entries.sharing + u32::from(roles.shares) - u32::from(shared);
            }
            (!files.is_empty(), (before, entries.sharing > 0))
        });
        self.sort(name, before, now);
    }
}

/// The roles of a file for a name.
struct Word<'a> {
    space: Space,
    text: &'a str,
    definitions: usize,
    shared: usize,
    uses: bool,
}

impl<'a> Word<'a> {
    fn key(&self) -> (Space, &'a str) {
        (self.space, self.text)
    }

    fn name(&self) -> Name {
        Name::new(self.space, self.text)
    }

    fn roles(&self) -> Roles {
        Roles { defines: self.definitions > 0, shares: self.shared > 0, uses: self.uses }
    }
}

/// The names of a file that are relevant for other files, sorted.
fn words(analysis: &IndexedFile) -> Vec<Word<'_>> {
    let (definitions, references) = (analysis.definitions(), analysis.references());
    let mut words: Vec<Word<'_>> = Vec::with_capacity(definitions.len() + references.len());
    for FileDefinition { space, text, global, .. } in definitions.iter() {
        let shared = usize::from(global);
        match words.last_mut() {
            Some(last) if last.key() == (space, text) => {
                last.definitions += 1;
                last.shared += shared;
            }
            _ => words.push(Word { space, text, definitions: 1, shared, uses: false }),
        }
    }
    let defined = words.len();
    for FileReference { space, text, .. } in
        references.iter().filter(|r| !matches!(r.target, FileTarget::File | FileTarget::IfDefined))
    {
        match words.get_mut(defined..).and_then(<[_]>::last_mut) {
            Some(last) if last.key() == (space, text) => {}
            _ => words.push(Word { space, text, definitions: 0, shared: 0, uses: true }),
        }
    }
    if words.len() > defined {
        words.sort_by_key(Word::key);
        words.dedup_by(|later, first| {
            let same = later.key() == first.key();
            first.uses |= same && later.uses;
            same
        });
    }
    words
}

/// The tables of all formats.
#[derive(Clone, Default)]
pub(super) struct Tables(SmallVec<[(&'static str, Arc<Table>); 4]>);

impl Tables {
    pub fn get(&self, format: &str) -> Option<&Table> {
        self.0.iter().find(|(f, _)| *f == format).map(|(_, table)| &**table)
    }

    /// Like [`Table::exchange`]. The format of a file may have changed.
    pub fn exchange(
        &mut self,
        file: FileId,
        old: Option<&IndexedFile>,
        new: Option<&IndexedFile>,
        is_hidden: bool,
    ) -> Vec<Name> {
        match (old, new) {
            (Some(a), Some(b)) if a.format != b.format => {
                let mut changed = self.of(a.format).exchange(file, old, None, is_hidden);
                changed.extend(self.of(b.format).exchange(file, None, new, is_hidden));
                changed
            }
            (Some(analysis), _) | (_, Some(analysis)) => {
                self.of(analysis.format).exchange(file, old, new, is_hidden)
            }
            (None, None) => Vec::new(),
        }
    }

    /// Notes whether an open document hides a file.
    pub fn hide(&mut self, file: &IndexedFile, is_hidden: bool) {
        self.of(file.format).hide(file, is_hidden);
    }

    /// The numbers of names and of global names.
    #[cfg(test)]
    pub fn sizes(&self) -> (usize, usize) {
        let names = || self.0.iter().flat_map(|(_, table)| table.names.iter());
        (names().count(), names().filter(|(_, entries)| entries.sharing > 0).count())
    }

    fn of(&mut self, format: &'static str) -> &mut Table {
        let at = self.0.iter().position(|(f, _)| *f == format).unwrap_or_else(|| {
            self.0.push((format, Arc::default()));
            self.0.len() - 1
        });
        Arc::make_mut(&mut self.0[at].1)
    }
}
