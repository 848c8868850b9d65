//! Applying edits to a document.

use std::collections::HashSet;

use super::{BatchError, EditError, Notice, Operation, Report, Target};
use crate::ast::{Block, Content, Kind, OwnedBlock, OwnedRun, Runs, Value};
use crate::canonical;
use crate::document::{Document, NONE, Node};
use crate::hash;
use crate::strict::{self, Shape};

/// What takes one edit back.
enum Undo {
    Write { slot: u32, shape: Shape, own: Option<Box<str>> },
    Insert { slot: u32 },
    Delete { slot: u32, next: u32 },
}

impl Document<'_> {
    /// Applies one edit.
    ///
    /// # Errors
    /// When it cannot be applied; the document is then as it was.
    pub fn apply(&mut self, operation: Operation) -> Result<Report, EditError> {
        let mut report = Report::default();
        self.one(operation, &mut report)?;
        Ok(report)
    }

    /// Applies edits one after another, all or none.
    ///
    /// # Errors
    /// The first one that cannot be applied; the document is then as it was.
    pub fn apply_all(
        &mut self,
        operations: impl IntoIterator<Item = Operation>,
    ) -> Result<Report, BatchError> {
        let mut report = Report::default();
        let mut undo = Vec::new();
        let mut written: HashSet<String> = HashSet::new();
        for (index, operation) in operations.into_iter().enumerate() {
            let writes = !matches!(operation, Operation::InsertAfter { .. } | Operation::InsertBefore { .. });
            let id = operation.target().id.clone();
            match self.one(operation, &mut report) {
                Ok(step) => undo.push(step),
                Err(error) => {
                    undo.into_iter().rev().for_each(|step| self.undo(step));
                    return Err(BatchError { index, error });
                }
            }
            if writes && !written.insert(id.clone()) {
                let notice = Notice::WrittenTwice { id };
                if !report.notices.contains(&notice) {
                    report.notices.push(notice);
                }
            }
        }
        Ok(report)
    }

    fn one(&mut self, operation: Operation, report: &mut Report) -> Result<Undo, EditError> {
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
            Operation::SetAttr { key, value, .. } => self.set(slot, &key, Some(&value), report),
            Operation::RemoveAttr { key, .. } => self.set(slot, &key, None, report),
        }
    }

    /// The slot that an edit is for, if the block there is still what the edit was thought of.
    fn target(&self, target: &Target) -> Result<u32, EditError> {
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

    fn replace(&mut self, slot: u32, with: OwnedBlock, report: &mut Report) -> Result<Undo, EditError> {
        let mut with = with.normalized();
        let old = self.block(slot);
        let fresh = stored_hash(old, report);
        if with.id.is_none() {
            with.id = old.id().map(str::to_owned);
        }
        let keeps = with.hash.is_none();
        if keeps {
            with.hash = old.hash().map(str::to_owned);
        }
        let (mut text, shape) = written(&with)?;
        if keeps && fresh {
            refresh(&mut text, &shape);
        }
        self.write(slot, text, shape)
    }

    /// Sets an attribute, or removes it.
    fn set(
        &mut self,
        slot: u32,
        key: &str,
        value: Option<&Value<'static>>,
        report: &mut Report,
    ) -> Result<Undo, EditError> {
        let old = self.block(slot);
        if value.is_none() && old.attribute(key).is_none() {
            let id = old.id().unwrap_or("").to_owned();
            report.notices.push(Notice::NothingToRemove { id, key: key.to_owned() });
            let node = &self.nodes[slot as usize];
            return Ok(Undo::Write { slot, shape: node.shape.clone(), own: node.own.clone() });
        }
        let fresh = stored_hash(old, report);
        let written = value.map(Value::canonical);
        let mut text = String::with_capacity(old.source().len() + key.len() + 16);
        canonical::with_attribute(old, key, written.as_deref(), &mut text);
        let shape = parsed(&text, old.tag())?;
        let new = Block::new(&text, &shape, None);
        let others = |block: Block<'_>| block.attributes().filter(|a| a.key != key).count();
        if new.attribute(key).as_ref() != value
            || others(new) != others(old)
            || new.id() != old.id()
            || !same_content(new, old)
        {
            return Err(not_itself(old.tag()));
        }
        if fresh {
            refresh(&mut text, &shape);
        }
        self.write(slot, text, shape)
    }

    fn insert(&mut self, block: OwnedBlock, next: u32) -> Result<Undo, EditError> {
        let (text, shape) = written(&block.normalized())?;
        let slot = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        let own = Some(text.into_boxed_str());
        self.nodes.push(Node { shape, start: 0, line_end: 0, previous: NONE, next: NONE, own });
        if self.register(slot).is_err() {
            let id = self.block(slot).id().unwrap_or("").to_owned();
            self.nodes.pop();
            return Err(EditError::DuplicateId { id });
        }
        self.link(slot, next);
        Ok(Undo::Insert { slot })
    }

    /// Puts another block into a slot.
    pub(crate) fn put(&mut self, slot: u32, block: &OwnedBlock) -> Result<(), EditError> {
        let (text, shape) = written(block)?;
        self.write(slot, text, shape).map(|_| ())
    }

    /// Puts another text into a slot.
    fn write(&mut self, slot: u32, text: String, shape: Shape) -> Result<Undo, EditError> {
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
        let own = node.own.replace(text.into_boxed_str());
        if renamed {
            // It was seen to be free.
            let _ = self.register(slot);
        }
        Ok(Undo::Write { slot, shape, own })
    }

    fn undo(&mut self, step: Undo) {
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
                self.nodes.pop();
            }
            Undo::Delete { slot, next } => {
                self.link(slot, next);
                let _ = self.register(slot);
            }
        }
    }

    /// The first of the comments that stand directly before a block, or the block itself.
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

/// Whether a block's stored hash is that of its content; a stale one is reported.
fn stored_hash(block: Block<'_>, report: &mut Report) -> bool {
    let (Some(written), Some(id)) = (block.hash(), block.id()) else { return false };
    let now = block.content_hash();
    let fresh = hash::fits(written, &now);
    if !fresh {
        let (id, written) = (id.to_owned(), written.to_owned());
        report.notices.push(Notice::StaleHash { id, written, now });
    }
    fresh
}

/// Makes the stored hash that of the content, with as many digits as it had.
fn refresh(text: &mut String, shape: &Shape) {
    let block = Block::new(text, shape, None);
    let Some(written) = block.hash() else { return };
    let (length, mut now) = (written.len(), block.content_hash());
    now.truncate(length);
    let start = shape.id.end as usize + 1;
    text.replace_range(start..start + length, &now);
}

/// A block as text, which reads back as that block.
fn written(block: &OwnedBlock) -> Result<(String, Shape), EditError> {
    let text = block.canonical();
    let shape = parsed(&text, &block.kind)?;
    if !says(Block::new(&text, &shape, None), block) {
        return Err(not_itself(&block.kind));
    }
    Ok((text, shape))
}

fn parsed(text: &str, kind: &str) -> Result<Shape, EditError> {
    let kind = || kind.to_owned();
    strict::one(text)
        .map_err(|error| EditError::Unwritable { kind: kind(), reason: error.kind })?
        .ok_or_else(|| not_itself(&kind()))
}

fn not_itself(kind: &str) -> EditError {
    let hint = match Kind::of_tag(kind) {
        Some(Kind::Heading(_) | Kind::Paragraph) => {
            "inline text is one line, its mark-up cannot be escaped or nested, its end must not look like an id, and \
             attributes need an id"
        }
        Some(Kind::List | Kind::NumberedList | Kind::Quote) => {
            "an item is one line, and its mark-up cannot be escaped or nested"
        }
        Some(Kind::Ref) => "it takes one reference and no attributes",
        _ => "it takes attributes of one line and, if its tag has a body, a fenced one",
    };
    EditError::NotItself { kind: kind.to_owned(), hint }
}

/// Whether a block says just what the plain data says.
fn says(block: Block<'_>, owned: &OwnedBlock) -> bool {
    let attributes = block.attributes().count() == owned.attrs.len()
        && block.attributes().all(|a| owned.attrs.get(a.key) == Some(&a.value()));
    let content = match &owned.content {
        Content::Inline(runs) => {
            (block.text().is_some() || block.target().is_some()) && same_runs(block.runs(), runs)
        }
        Content::Items(items) => {
            let same = |(runs, owned): (Runs<'_>, &Vec<OwnedRun>)| same_runs(runs, owned);
            block.kind().has_items()
                && block.items().count() == items.len()
                && block.items().runs().zip(items).all(same)
        }
        Content::Fenced(body) => block.body().as_deref() == Some(body),
        Content::Empty => {
            block.body().is_none()
                && block.text().is_none()
                && block.target().is_none()
                && !block.kind().has_items()
        }
    };
    block.tag() == owned.kind
        && block.id() == owned.id.as_deref()
        && block.hash() == owned.hash.as_deref()
        && attributes
        && content
}

fn same_runs(mut runs: Runs<'_>, owned: &[OwnedRun]) -> bool {
    let same = owned.iter().all(|o| runs.next().is_some_and(|r| r.kind == o.kind && r.text == o.text));
    same && runs.next().is_none()
}

/// Whether two blocks hold the same but for attributes and id.
fn same_content(one: Block<'_>, other: Block<'_>) -> bool {
    let runs = |a: Runs<'_>, b: Runs<'_>| a.map(|r| (r.kind, r.text)).eq(b.map(|r| (r.kind, r.text)));
    if one.kind() == other.kind() && one.content() == other.content() {
        return true;
    }
    one.kind() == other.kind()
        && runs(one.runs(), other.runs())
        && one.items().count() == other.items().count()
        && one.items().runs().zip(other.items().runs()).all(|(a, b)| runs(a, b))
        && one.body() == other.body()
}
