//! A list of edits, applied as a whole. The attribute edits of a block are collected, so that a block with many of them
//! is written once.

use std::collections::HashSet;
use std::collections::btree_map::{BTreeMap, Entry};

use super::apply::Undo;
use super::attribute::{AttributeChanges, is_writable, takes_attributes};
use super::error::{BatchError, EditError};
use super::faithful::stored_hash;
use super::operation::Operation;
use super::report::{Notice, Report};
use crate::document::Document;

/// The edits that were applied so far, and those that are collected.
#[derive(Default)]
struct Batch {
    undo: Vec<Undo>,
    /// By the slot of the block.
    collected: BTreeMap<u32, CollectedAttributes>,
}

/// Attribute edits of a block that are not written yet.
struct CollectedAttributes {
    changes: AttributeChanges,
    /// The keys of the attributes that the block has.
    keys: HashSet<String>,
    /// Whether the stored hash is that of the content and must be updated.
    has_fresh_hash: bool,
    /// The index of the last of these edits.
    index: usize,
}

impl CollectedAttributes {
    fn has(&self, key: &str) -> bool {
        self.changes.get(key).map_or_else(|| self.keys.contains(key), Option::is_some)
    }
}

impl Document<'_> {
    /// Applies edits one after another, all or none.
    ///
    /// # Errors
    /// The first edit that cannot be applied. The document is not changed then.
    pub fn apply_all(
        &mut self,
        operations: impl IntoIterator<Item = Operation>,
    ) -> Result<Report, BatchError> {
        let mut batch = Batch::default();
        let result = self.run(operations, &mut batch);
        if result.is_err() {
            batch.undo.into_iter().rev().for_each(|step| self.undo(step));
        } else {
            batch.undo.iter().for_each(|step| self.settle(step));
        }
        result
    }

    fn run(
        &mut self,
        operations: impl IntoIterator<Item = Operation>,
        batch: &mut Batch,
    ) -> Result<Report, BatchError> {
        let mut report = Report::default();
        let (mut written, mut reported) = (HashSet::new(), HashSet::new());
        for (index, operation) in operations.into_iter().enumerate() {
            let writes = !matches!(operation, Operation::InsertAfter { .. } | Operation::InsertBefore { .. });
            let target = operation.target();
            let id = if target.id.is_empty() { target.to_string() } else { target.id.clone() };
            self.add(operation, index, batch, &mut report).map_err(|error| BatchError { index, error })?;
            if writes && !written.insert(id.clone()) && reported.insert(id.clone()) {
                report.notices.push(Notice::WrittenTwice { id });
            }
        }
        while let Some((slot, attributes)) = batch.collected.pop_first() {
            let index = attributes.index;
            self.write_attributes(slot, &attributes, batch).map_err(|error| BatchError { index, error })?;
        }
        Ok(report)
    }

    fn add(
        &mut self,
        operation: Operation,
        index: usize,
        batch: &mut Batch,
        report: &mut Report,
    ) -> Result<(), EditError> {
        let slot = self.slot_of(&operation.target().id);
        if let (Some(slot), None) = (slot, &operation.target().hash)
            && self.collect(slot, &operation, index, batch, report)
        {
            return Ok(());
        }
        if let Some((slot, attributes)) = slot.and_then(|slot| batch.collected.remove_entry(&slot)) {
            // The next edit needs the block with its new attributes.
            self.write_attributes(slot, &attributes, batch)?;
        }
        batch.undo.push(self.one(operation, report)?);
        Ok(())
    }

    /// Collects an attribute edit that cannot fail. False for all other edits.
    fn collect(
        &self,
        slot: u32,
        operation: &Operation,
        index: usize,
        batch: &mut Batch,
        report: &mut Report,
    ) -> bool {
        let (key, value) = match operation {
            Operation::SetAttr { key, value, .. } => (key, Some(value)),
            Operation::RemoveAttr { key, .. } => (key, None),
            _ => return false,
        };
        let block = self.block(slot);
        if !is_writable(block.kind(), key, value) {
            return false;
        }
        let attributes = match batch.collected.entry(slot) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(_) if !takes_attributes(block) => return false,
            Entry::Vacant(entry) => entry.insert(CollectedAttributes {
                changes: AttributeChanges::new(),
                keys: block.attributes().map(|attribute| attribute.key.to_owned()).collect(),
                has_fresh_hash: false,
                index,
            }),
        };
        if value.is_none() && !attributes.has(key) {
            let id = operation.target().id.clone();
            report.notices.push(Notice::NothingToRemove { id, key: key.clone() });
            return true;
        }
        if attributes.changes.is_empty() {
            attributes.has_fresh_hash = stored_hash(block, report);
        }
        attributes.changes.insert(key.clone(), value.cloned());
        attributes.index = index;
        true
    }

    fn write_attributes(
        &mut self,
        slot: u32,
        attributes: &CollectedAttributes,
        batch: &mut Batch,
    ) -> Result<(), EditError> {
        if !attributes.changes.is_empty() {
            batch.undo.push(self.change_attributes(slot, &attributes.changes, attributes.has_fresh_hash)?);
        }
        Ok(())
    }
}
