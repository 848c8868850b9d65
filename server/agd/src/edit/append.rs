//! Appending items to lists. Many items are appended in one pass over the list.

use super::error::EditError;
use super::faithful::{not_itself, parsed, refresh, stored_hash};
use super::report::Report;
use crate::ast::{Block, Kind};
use crate::document::Document;
use crate::lexical::line::SPACES;
use crate::lexical::writer::marker;

impl Document<'_> {
    /// Appends items to a list. Each is inline text as it is written in a document.
    ///
    /// # Errors
    /// If the list does not exist or an item is not one line. The document is not changed then.
    pub fn append_items(&mut self, id: &str, items: &[String]) -> Result<Report, EditError> {
        let missing = || EditError::NotFound { id: id.to_owned(), near: None };
        let slot = self.slot_of(id).ok_or_else(missing)?;
        items.iter().try_for_each(|item| self.accepts_item(id, item))?;
        let mut report = Report::default();
        let list = self.block(slot);
        let fresh = stored_hash(list, &mut report);
        let mut text = list.canonical().into_owned();
        let added: usize = items.iter().map(|item| item.len() + 3).sum();
        text.reserve(added);
        for item in items {
            let item = item.trim_matches(SPACES);
            marker(list.kind().marker(), item.is_empty(), &mut text);
            text.push_str(item);
        }
        let shape = parsed(&text, list.tag())?;
        let written = Block::new(&text, &shape, None);
        if written.id() != Some(id) || written.items().count() != list.items().count() + items.len() {
            return Err(not_itself(list.tag()));
        }
        if fresh {
            refresh(&mut text, &shape);
        }
        let step = self.write(slot, text.into_boxed_str(), shape)?;
        self.settle(&step);
        Ok(report)
    }

    /// Whether an item can be appended to a block.
    ///
    /// # Errors
    /// The reason that it cannot.
    pub fn accepts_item(&self, id: &str, item: &str) -> Result<(), EditError> {
        let Some(list) = self.find(id) else {
            return Err(EditError::NotFound { id: id.to_owned(), near: None });
        };
        let (id, kind) = (id.to_owned(), list.tag().to_owned());
        if !matches!(list.kind(), Kind::List | Kind::NumberedList) {
            return Err(EditError::NotAList { id, kind });
        }
        if item.contains('\0') {
            return Err(EditError::Nul { kind });
        }
        if item.contains(['\n', '\r']) {
            return Err(EditError::ItemOfSeveralLines { id });
        }
        Ok(())
    }
}
