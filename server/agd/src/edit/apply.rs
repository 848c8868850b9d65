//! Applying edits to a document.

use super::error::EditError;
use super::faithful::{refresh, stored_hash, written};
use super::operation::{Operation, Target};
use super::report::Report;
use crate::ast::{Block, Kind, OwnedBlock, hash};
use crate::document::{Document, NONE};
use crate::parser::Shape;

/// The capacity in bytes above which the memory in which a block was written is freed.
const KEPT: usize = 16 << 10;

/// What undoes one edit.
pub(super) enum Undo {
    Write { slot: u32, shape: Shape, own: Option<Box<str>> },
    Insert { slot: u32 },
    Delete { slot: u32, next: u32 },
}

impl Document<'_> {
    /// Applies one edit.
    ///
    /// # Errors
    /// If it cannot be applied. The document is not changed then.
    pub fn apply(&mut self, operation: Operation) -> Result<Report, EditError> {
        let mut report = Report::default();
        let step = self.one(operation, &mut report)?;
        self.settle(&step);
        Ok(report)
    }

    /// Applies one edit. It can be undone until it is settled.
    pub(super) fn one(&mut self, operation: Operation, report: &mut Report) -> Result<Undo, EditError> {
        let slot = self.target(operation.target())?;
        match operation {
            Operation::Replace { with, .. } => self.replace(slot, with, report),
            Operation::InsertAfter { block, .. } => {
                let next = self.nodes[slot as usize].next;
                self.insert(block, next)
            }
            Operation::InsertBefore { block, .. } => {
                let next = self.with_its_comments(slot);
                self.insert(block, next)
            }
            Operation::Delete { .. } => {
                self.unregister(slot);
                let next = self.unlink(slot);
                Ok(Undo::Delete { slot, next })
            }
            Operation::SetAttr { key, value, .. } => self.set(slot, key, Some(value), report),
            Operation::RemoveAttr { key, .. } => self.set(slot, key, None, report),
        }
    }

    /// The slot that an edit is for, if the block there still has the content that the edit expects.
    fn target(&self, target: &Target) -> Result<u32, EditError> {
        if target.id.is_empty() {
            return self.without_id(target.hash.as_deref().unwrap_or(""));
        }
        let slot = self.slot_of(&target.id).ok_or_else(|| {
            let ids = self.blocks().filter_map(Block::id);
            let near = agmark_syntax::nearest::nearest(&target.id, ids).map(str::to_owned);
            EditError::NotFound { id: target.id.clone(), near }
        })?;
        if let Some(expected) = &target.hash {
            let found = self.block(slot).content_hash();
            if !hash::fits(expected, &found) {
                let (id, expected) = (target.id.clone(), expected.clone());
                return Err(EditError::Conflict { id, expected, found });
            }
        }
        Ok(slot)
    }

    /// The slot of the only block without an id whose content has this hash.
    fn without_id(&self, hash: &str) -> Result<u32, EditError> {
        let mut found = (NONE, 0);
        let mut slot = self.first;
        while slot != NONE {
            let block = self.block(slot);
            if block.id().is_none() && block.has_content_hash(hash) {
                found = (slot, found.1 + 1);
            }
            slot = self.nodes[slot as usize].next;
        }
        match found {
            (_, 0) => Err(EditError::NoBlockWithHash { hash: hash.to_owned() }),
            (slot, 1) => Ok(slot),
            (_, count) => Err(EditError::SeveralBlocksWithHash { hash: hash.to_owned(), count }),
        }
    }

    fn replace(&mut self, slot: u32, with: OwnedBlock, report: &mut Report) -> Result<Undo, EditError> {
        let with = with.normalized();
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        let old = self.block(slot);
        let fresh = stored_hash(old, report);
        let id = with.id.as_deref().or(old.id());
        let hash = with.hash.as_deref().or(old.hash());
        let shape = written(&with, id, hash, &mut text)?;
        if with.hash.is_none() && fresh {
            refresh(&mut text, &shape);
        }
        self.write_scratch(slot, text, shape)
    }

    fn insert(&mut self, block: OwnedBlock, next: u32) -> Result<Undo, EditError> {
        let block = block.normalized();
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        let shape = written(&block, block.id.as_deref(), block.hash.as_deref(), &mut text)?;
        let slot = self.allocate(shape, text.as_str().into());
        self.keep(text);
        if self.register(slot).is_err() {
            let id = self.block(slot).id().unwrap_or("").to_owned();
            self.release(slot);
            return Err(EditError::DuplicateId { id });
        }
        self.link(slot, next);
        Ok(Undo::Insert { slot })
    }

    /// Replaces the block in a slot.
    pub(crate) fn put(&mut self, slot: u32, block: &OwnedBlock) -> Result<(), EditError> {
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        let shape = written(block, block.id.as_deref(), block.hash.as_deref(), &mut text)?;
        let step = self.write_scratch(slot, text, shape)?;
        self.settle(&step);
        Ok(())
    }

    fn write_scratch(&mut self, slot: u32, text: String, shape: Shape) -> Result<Undo, EditError> {
        let step = self.write(slot, text.as_str().into(), shape);
        self.keep(text);
        step
    }

    fn keep(&mut self, scratch: String) {
        if scratch.capacity() <= KEPT {
            self.scratch = scratch;
        }
    }

    /// Replaces the text in a slot.
    pub(super) fn write(&mut self, slot: u32, text: Box<str>, shape: Shape) -> Result<Undo, EditError> {
        let id = &text[shape.id.start as usize..shape.id.end as usize];
        let renamed = self.block(slot).id().unwrap_or("") != id;
        if renamed {
            if !id.is_empty() && self.slot_of(id).is_some() {
                return Err(EditError::DuplicateId { id: id.to_owned() });
            }
            self.unregister(slot);
        }
        let node = &mut self.nodes[slot as usize];
        let shape = std::mem::replace(&mut node.shape, shape);
        let own = node.own.replace(text);
        if renamed {
            // No other block has this id: see above.
            let _ = self.register(slot);
        }
        Ok(Undo::Write { slot, shape, own })
    }

    /// Frees what only undoing an edit needs.
    pub(super) fn settle(&mut self, step: &Undo) {
        if let Undo::Delete { slot, .. } = step {
            self.release(*slot);
        }
    }

    pub(super) fn undo(&mut self, step: Undo) {
        match step {
            Undo::Write { slot, shape, own } => {
                self.unregister(slot);
                let node = &mut self.nodes[slot as usize];
                (node.shape, node.own) = (shape, own);
                let _ = self.register(slot);
            }
            Undo::Insert { slot } => {
                self.unregister(slot);
                self.unlink(slot);
                self.release(slot);
            }
            Undo::Delete { slot, next } => {
                self.link(slot, next);
                let _ = self.register(slot);
            }
        }
    }

    /// The first of the comments directly before a block, or the block.
    fn with_its_comments(&self, slot: u32) -> u32 {
        let mut first = slot;
        loop {
            let previous = self.nodes[first as usize].previous;
            let attached = previous != NONE
                && self.block(previous).kind() == Kind::Comment
                && self
                    .gap(previous, first)
                    .is_some_and(|gap| gap.bytes().filter(|b| *b == b'\n').count() == 1);
            if !attached {
                return first;
            }
            first = previous;
        }
    }
}
