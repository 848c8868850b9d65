//! Applying a batch of operations to a document in memory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use agd::Document;
use agd::edit::{EditError, StreamOperation};
use rustc_hash::FxHashMap;

use crate::entries::Entry;
use crate::results::{self, OperationResult, ResultRange};

/// The bytes of the largest operation.
pub const MAX_OPERATION: usize = 1 << 20;
/// The bytes of the largest document.
pub const MAX_DOCUMENT: usize = 64 << 20;

/// A batch that was applied in memory.
#[derive(Debug)]
pub struct AppliedBatch {
    pub entries: Vec<Entry>,
    pub results: Vec<ResultRange>,
    /// The number of operations that were applied.
    pub applied: usize,
    /// The new content; `None` if no operation was applied.
    pub content: Option<Arc<String>>,
}

/// Applies operations in order. An operation that cannot be applied is a result, and the next one is applied.
///
/// # Errors
/// If collected items could not be written. The document must be read again then, and the batch applied with
/// `collect: false`.
pub fn apply(
    document: &mut Document<'_>,
    size: usize,
    entries: Vec<Entry>,
    collect: bool,
) -> Result<AppliedBatch, EditError> {
    let (mut results, mut applied) = (Vec::new(), 0);
    let mut changes = Changes { document, size, collect, is_size_exact: false, items: FxHashMap::default() };
    for entry in &entries {
        let result = if collect { changes.result_of(entry)? } else { changes.careful_result_of(entry)? };
        applied += usize::from(result == OperationResult::Applied);
        results::add(&mut results, &entry.id, result);
    }
    changes.write_all_items()?;
    let content = (applied > 0).then(|| Arc::new(agd::serialize(document)));
    Ok(AppliedBatch { entries, results, applied, content })
}

/// The changes of a batch. Items for one list are collected, so that a long list is written once.
struct Changes<'b, 'd> {
    document: &'b mut Document<'d>,
    /// An upper bound of the bytes of the document.
    size: usize,
    is_size_exact: bool,
    collect: bool,
    /// By the id of the list.
    items: FxHashMap<String, Vec<String>>,
}

impl Changes<'_, '_> {
    /// As [`Changes::result_of`]. An operation that makes the library panic is refused.
    fn careful_result_of(&mut self, entry: &Entry) -> Result<OperationResult, EditError> {
        let before = self.document.clone();
        catch_unwind(AssertUnwindSafe(|| self.result_of(entry))).unwrap_or_else(|_| {
            *self.document = before;
            Ok(OperationResult::Refused { reason: "internal error: please report this operation".to_owned() })
        })
    }

    fn result_of(&mut self, entry: &Entry) -> Result<OperationResult, EditError> {
        let operation = match read(entry) {
            Ok(operation) => operation,
            Err(reason) => return Ok(OperationResult::Refused { reason }),
        };
        if !self.has_room(entry.size()) {
            let reason = format!("the document would have more than {} MiB", MAX_DOCUMENT >> 20);
            return Ok(OperationResult::Refused { reason });
        }
        match operation {
            StreamOperation::AppendItem { target, text } if self.collect && target.hash.is_none() => {
                if let Err(error) = self.document.accepts_item(&target.id, &text) {
                    return Ok(not_applied(error));
                }
                match self.items.get_mut(&target.id) {
                    Some(items) => items.push(text),
                    None => drop(self.items.insert(target.id, vec![text])),
                }
            }
            operation => {
                let id = &operation.target().id;
                if !self.items.is_empty()
                    && let Some(items) = self.items.remove(id)
                {
                    self.document.append_items(id, &items)?;
                }
                // The error of the library proposes a similar id, for which it compares all ids.
                if !id.is_empty()
                    && self.document.find(id).is_none()
                    && !matches!(operation, StreamOperation::RenameSection { .. })
                {
                    return Ok(OperationResult::TargetNotFound { id: id.clone() });
                }
                if let Err(error) = self.document.apply_from_stream(operation) {
                    return Ok(not_applied(error));
                }
            }
        }
        Ok(OperationResult::Applied)
    }

    fn write_all_items(&mut self) -> Result<(), EditError> {
        for (id, items) in std::mem::take(&mut self.items) {
            self.document.append_items(&id, &items)?;
        }
        Ok(())
    }

    /// Whether the document may grow by an operation of this size.
    fn has_room(&mut self, operation: usize) -> bool {
        // Quotes and escapes can be longer in the document than in JSON.
        let growth = 2 * operation + 64;
        if self.size + growth > MAX_DOCUMENT && !self.is_size_exact {
            let items = self.items.values().flatten().map(|item| item.len() + 3).sum::<usize>();
            self.size = agd::serialize(self.document).len() + items;
            self.is_size_exact = true;
        }
        let fits = self.size + growth <= MAX_DOCUMENT;
        self.size += if fits { growth } else { 0 };
        fits
    }
}

/// The operation of an entry, or the reason that it is refused.
fn read(entry: &Entry) -> Result<StreamOperation, String> {
    let data = entry.data.as_deref().ok_or("the entry has no field \"data\"")?;
    if data.len() > MAX_OPERATION {
        return Err(format!("the operation has {} bytes: at most {MAX_OPERATION} are allowed", data.len()));
    }
    let json = std::str::from_utf8(data)
        .map_err(|error| format!("not UTF-8 from byte {} of the operation on", error.valid_up_to()))?;
    StreamOperation::read(json).map_err(|error| error.to_string())
}

fn not_applied(error: EditError) -> OperationResult {
    match error {
        EditError::NotFound { id, .. } => OperationResult::TargetNotFound { id },
        EditError::NoBlockWithHash { hash } => OperationResult::TargetNotFound { id: format!(":{hash}") },
        EditError::Conflict { ref found, .. } => {
            OperationResult::Conflict { found: found.clone(), reason: error.to_string() }
        }
        error => OperationResult::Refused { reason: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(lines: &[&str]) -> Vec<Entry> {
        let entry = |(index, line): (usize, &&str)| Entry {
            id: format!("{index}-0"),
            data: Some(line.as_bytes().to_vec()),
        };
        lines.iter().enumerate().map(entry).collect()
    }

    const LINES: &[&str] = &[
        r#"{"kind":"append_item","target":"gear","payload":{"text":"ropes"}}"#,
        r#"{"op":"delete","id":"gone"}"#,
        r#"{"kind":"append_item","target":"gear","payload":{"text":"fenders"}}"#,
        r#"{"op":"set_attr","id":"gear","key":"n","value":2}"#,
        r#"{"kind":"append_item","target":"gear","payload":{"text":"a\nb"}}"#,
        r#"{"kind":"append_item","target":"gear","payload":{"text":"hooks"}}"#,
        r#"{"op":"set_attr","id":"gear:00000000","key":"n","value":3}"#,
        r#"{"kind":"rename_section","target":"nowhere","payload":{"new_name":"x"}}"#,
        r#"{"op":"#,
    ];

    /// Collecting items gives the same document and the same results as applying one operation after another.
    #[test]
    fn collected_items_give_the_same_document() {
        let apply_to = |collect| {
            let mut document = agd::parse("@ul [#gear]\n\n@ul [#other]\n").expect("good");
            let batch = apply(&mut document, 30, entries(LINES), collect).expect("applied");
            (agd::serialize(&document), batch.results, batch.applied)
        };
        let (text, all, applied) = apply_to(true);
        assert_eq!((text.clone(), all.clone(), applied), apply_to(false));
        assert_eq!(text, "@ul n=2 [#gear]\n- ropes\n- fenders\n- hooks\n\n@ul [#other]\n");
        let statuses: Vec<_> = all.iter().map(|range| range.result.status()).collect();
        let expected = [
            "applied",
            "target_not_found",
            "applied",
            "refused",
            "applied",
            "conflict",
            "target_not_found",
            "refused",
        ];
        assert_eq!(statuses, expected);
        assert_eq!(applied, 4);
    }

    #[test]
    fn large_operations_and_documents_are_refused() {
        let mut document = agd::parse("@ul [#gear]\n").expect("good");
        let long = format!(
            "{{\"kind\":\"append_item\",\"target\":\"gear\",\"payload\":{{\"text\":\"{}\"}}}}",
            "x".repeat(10 << 20)
        );
        let batch = apply(&mut document, 0, entries(&[&long, LINES[0]]), true).expect("applied");
        assert_eq!(batch.results[0].result.status(), "refused");
        assert_eq!(batch.applied, 1);
        let mut changes = Changes {
            document: &mut document,
            size: MAX_DOCUMENT,
            is_size_exact: false,
            collect: true,
            items: FxHashMap::default(),
        };
        assert!(changes.has_room(100), "the size was only an estimate");
        changes.size = MAX_DOCUMENT;
        assert!(!changes.has_room(100));
    }
}
