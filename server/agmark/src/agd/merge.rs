//! Merges the edits of a person into a document that others have changed at the same time, block by block.

mod conflict;

use std::collections::{HashMap, HashSet};

use ::agd::Document;
use ::agd::ast::Block;
use ::agd::edit::{Operation, Target};
use agmark_syntax::line_diff::{self, DiffTag};

pub use conflict::{Conflict, Marked, kept_text};

/// What makes the edits in the document of the others.
#[derive(Default)]
pub struct Merge {
    /// Each with the hash of the content that it expects.
    pub operations: Vec<Operation>,
    /// Edits of blocks that the others have changed too.
    pub conflicts: Vec<Conflict>,
}

/// Merges the edits from `base` to `mine` into `theirs`.
pub fn merge(base: &Document<'_>, mine: &Document<'_>, theirs: &Document<'_>) -> Merge {
    let (base, mine, theirs) = (Side::of(base), Side::of(mine), Side::of(theirs));
    let steps = Steps::between(&base, &mine);
    let mut merger = Merger {
        available: theirs.counts(),
        base_counts: base.counts(),
        base,
        mine,
        theirs,
        inserted: steps.inserted.iter().copied().collect(),
        lifted: HashSet::new(),
        merge: Merge::default(),
    };
    steps.edited.iter().for_each(|&(old, new)| merger.edit(old, new));
    steps.deleted.iter().for_each(|&old| merger.delete(old));
    steps.inserted.iter().for_each(|&new| merger.lift(new));
    steps.inserted.iter().for_each(|&new| merger.insert(new));
    merger.merge
}

/// A document as a list of blocks.
struct Side<'d> {
    blocks: Vec<Block<'d>>,
    /// The id of each block, or the hash of its content: how an operation names it.
    keys: Vec<String>,
}

impl<'d> Side<'d> {
    fn of(document: &'d Document<'_>) -> Self {
        let blocks: Vec<Block<'d>> = document.blocks().collect();
        let key = |block: &Block<'_>| match block.id() {
            Some(id) => id.to_owned(),
            None => format!(":{}", block.content_hash()),
        };
        Self { keys: blocks.iter().map(key).collect(), blocks }
    }

    fn key_texts(&self) -> Vec<&str> {
        self.keys.iter().map(String::as_str).collect()
    }

    fn counts(&self) -> HashMap<String, usize> {
        let mut counts = HashMap::new();
        self.keys.iter().for_each(|key| *counts.entry(key.clone()).or_insert(0) += 1);
        counts
    }

    fn find(&self, key: &str) -> Option<Block<'d>> {
        self.keys.iter().position(|other| other == key).map(|at| self.blocks[at])
    }

    fn is_same(&self, key: &str, block: Block<'_>) -> bool {
        self.find(key).is_some_and(|own| own.canonical() == block.canonical())
    }
}

/// What a person did to the blocks: indexes in the two documents. A block that was moved is inserted and not deleted.
#[derive(Default)]
struct Steps {
    edited: Vec<(usize, usize)>,
    deleted: Vec<usize>,
    inserted: Vec<usize>,
}

impl Steps {
    fn between(base: &Side<'_>, mine: &Side<'_>) -> Self {
        let mut steps = Self::default();
        for step in line_diff::steps(&base.key_texts(), &mine.key_texts(), None) {
            let (tag, old, mut new) = step.as_tag_tuple();
            if tag == DiffTag::Equal {
                steps.edited.extend(old.zip(new));
                continue;
            }
            // A block without an id that another one replaces was edited.
            for old in old {
                let block = base.blocks[old];
                let is_successor =
                    |&at: &usize| mine.blocks[at].id().is_none() && mine.blocks[at].kind() == block.kind();
                if block.id().is_some() {
                    if !mine.keys.contains(&base.keys[old]) {
                        steps.deleted.push(old);
                    }
                } else if let Some(at) = new.clone().find(is_successor) {
                    steps.inserted.extend(new.start..at);
                    steps.edited.push((old, at));
                    new.start = at + 1;
                } else {
                    steps.deleted.push(old);
                }
            }
            steps.inserted.extend(new);
        }
        steps
    }
}

struct Merger<'d> {
    base: Side<'d>,
    mine: Side<'d>,
    theirs: Side<'d>,
    /// The number of blocks with each key in the document of the others, with the operations so far.
    available: HashMap<String, usize>,
    base_counts: HashMap<String, usize>,
    inserted: HashSet<usize>,
    /// The ids of blocks that were taken from their places, to be inserted again.
    lifted: HashSet<String>,
    merge: Merge,
}

impl Merger<'_> {
    fn edit(&mut self, old: usize, new: usize) {
        let (before, after) = (self.base.blocks[old], self.mine.blocks[new]);
        let (old_key, new_key) = (self.base.keys[old].clone(), self.mine.keys[new].clone());
        if before.canonical() == after.canonical() || self.is_there(&new_key, after) {
            return;
        }
        if !self.is_unchanged(&old_key, before) {
            return self.conflict(old_key, new);
        }
        let id = expecting(&old_key, before);
        self.merge.operations.push(Operation::Replace { id, with: after.to_owned() });
        self.take(&old_key);
        self.add(new_key);
    }

    fn delete(&mut self, old: usize) {
        let (block, key) = (self.base.blocks[old], self.base.keys[old].clone());
        if self.is_unchanged(&key, block) {
            self.merge.operations.push(Operation::Delete { id: expecting(&key, block) });
            self.take(&key);
        } else if self.count(&key) > 0 {
            self.merge.conflicts.push(Conflict::deletion(key.clone(), self.theirs.find(&key)));
        }
    }

    /// Takes a block that was moved from its place.
    fn lift(&mut self, new: usize) {
        let key = self.mine.keys[new].clone();
        if self.mine.blocks[new].id().is_some()
            && let Some(before) = self.base.find(&key)
            && self.is_unchanged(&key, before)
        {
            self.merge.operations.push(Operation::Delete { id: expecting(&key, before) });
            self.take(&key);
            self.lifted.insert(key);
        }
    }

    fn insert(&mut self, new: usize) {
        let (block, key) = (self.mine.blocks[new], self.mine.keys[new].clone());
        if !self.lifted.contains(&key) {
            if self.is_there(&key, block) {
                return;
            }
            if block.id().is_some() && self.count(&key) > 0 {
                return self.conflict(key, new);
            }
        }
        match self.insertion(new) {
            Some(operation) => {
                self.merge.operations.push(operation);
                self.add(key);
            }
            None => self.merge.conflicts.push(Conflict::without_place(key, block)),
        }
    }

    /// Whether the others have a block as it was before.
    fn is_unchanged(&self, key: &str, before: Block<'_>) -> bool {
        self.count(key) == 1 && self.theirs.is_same(key, before)
    }

    /// Whether the others have a new block already. If it has no id, it is used up.
    fn is_there(&mut self, key: &str, block: Block<'_>) -> bool {
        if block.id().is_some() {
            return self.count(key) == 1 && self.theirs.is_same(key, block);
        }
        let known = self.base_counts.entry(key.to_owned()).or_default();
        let is_there = self.available.get(key).is_some_and(|count| count > known);
        *known += usize::from(is_there);
        is_there
    }

    /// The operation that inserts a block beside one of its neighbors. Blocks that the others have deleted are skipped.
    fn insertion(&self, new: usize) -> Option<Operation> {
        let block = self.mine.blocks[new].to_owned();
        let target = |at: usize| Target::from(self.mine.keys[at].as_str());
        // A block that is there several times has no name.
        let is_there = |at: &usize| self.count(&self.mine.keys[*at]) > 0;
        let has_name = |at: &usize| self.count(&self.mine.keys[*at]) == 1;
        let before = (0..new).rev().find(is_there).filter(has_name);
        let mut later = (new + 1..self.mine.keys.len()).filter(|at| !self.inserted.contains(at));
        let after = later.find(is_there).filter(has_name);
        match (before, after) {
            (Some(at), _) => Some(Operation::InsertAfter { id: target(at), block }),
            (None, Some(at)) => Some(Operation::InsertBefore { id: target(at), block }),
            (None, None) => None,
        }
    }

    /// Both have changed a block. The operation that keeps the text of the person is not sent.
    fn conflict(&mut self, key: String, new: usize) {
        let theirs = self.theirs.find(&key).or_else(|| self.successor(new));
        let keep = match theirs {
            Some(theirs) => {
                let id = theirs.id().map_or_else(|| format!(":{}", theirs.content_hash()), str::to_owned);
                let with = self.mine.blocks[new].to_owned();
                Some(Operation::Replace { id: Target::from(id), with })
            }
            None => self.insertion(new),
        };
        self.merge.conflicts.push(Conflict::of(
            self.mine.keys[new].clone(),
            self.mine.blocks[new],
            theirs,
            keep,
        ));
    }

    /// The block that the others have made of a block without an id: a new one after the same neighbor.
    fn successor(&self, new: usize) -> Option<Block<'_>> {
        let at = match new.checked_sub(1) {
            Some(before) => self.theirs.keys.iter().position(|key| *key == self.mine.keys[before])? + 1,
            None => 0,
        };
        let block = *self.theirs.blocks.get(at)?;
        let is_new = block.id().is_none() && !self.base_counts.contains_key(&self.theirs.keys[at]);
        is_new.then_some(block)
    }

    fn count(&self, key: &str) -> usize {
        self.available.get(key).copied().unwrap_or(0)
    }

    fn take(&mut self, key: &str) {
        if let Some(count) = self.available.get_mut(key) {
            *count = count.saturating_sub(1);
        }
    }

    fn add(&mut self, key: String) {
        // The block is new to the base as well, so that the same one can be added twice.
        *self.base_counts.entry(key.clone()).or_default() += 1;
        *self.available.entry(key).or_default() += 1;
    }
}

/// The target of an operation that is refused if the block has changed.
fn expecting(key: &str, block: Block<'_>) -> Target {
    let id = block.id().map_or("", |_| key).to_owned();
    Target { id, hash: Some(block.content_hash()) }
}

#[cfg(test)]
mod tests;
