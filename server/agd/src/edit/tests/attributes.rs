//! Edits of attributes.

use agmark_syntax::testing::Random;

use super::TEXT;
use crate::ast::{Content, OwnedBlock};
use crate::edit::{EditError, Notice, Operation};
use crate::{parse, samples};

#[test]
fn nothing_to_remove_is_said() {
    let mut document = parse(TEXT).expect("good");
    let report = document.apply(Operation::RemoveAttr { id: "pier".into(), key: "lang".into() });
    let notice = Notice::NothingToRemove { id: "pier".to_owned(), key: "lang".to_owned() };
    assert_eq!(report.expect("removing nothing is not an error").notices, [notice]);
    assert_eq!(document.to_text(), TEXT);
}

/// A batch does what its edits do one after another: the same text, the same notices or the same error.
#[test]
fn a_batch_of_attributes_equals_single_edits() {
    let mut random = Random(0xba7c);
    let keys = ["a", "b", "lang", "zz", "not a key", ""];
    let values = ["x", "two words", "a [#b] c", "\\ \"q\"", "1", "", "two\nlines", "n\0l"];
    let (mut applied, mut refused) = (0, 0);
    for _ in 0..600 {
        let text = samples::good(&mut random, 12);
        let Ok(document) = parse(&text) else { continue };
        let ids: Vec<&str> = document.blocks().filter_map(|block| block.id()).take(3).collect();
        if ids.is_empty() {
            continue;
        }
        let operations: Vec<Operation> = (0..12)
            .map(|_| {
                let id = ids[random.below(ids.len())].into();
                let (many_keys, many_values) = (random.below(8) == 0, random.below(8) == 0);
                let key = keys[random.below(if many_keys { keys.len() } else { 4 })].to_owned();
                let value = values[random.below(if many_values { values.len() } else { 5 })];
                match random.below(12) {
                    0 => Operation::Delete { id },
                    1 => Operation::InsertBefore { id, block: OwnedBlock::new("ul", Content::Empty) },
                    2..6 => Operation::RemoveAttr { id, key },
                    _ => Operation::SetAttr { id, key, value: value.into() },
                }
            })
            .collect();
        let (mut single, mut batch) = (document.clone(), document.clone());
        let one_by_one: Result<Vec<_>, _> = operations.iter().cloned().map(|o| single.apply(o)).collect();
        match (one_by_one, batch.apply_all(operations.clone())) {
            (Ok(reports), Ok(report)) => {
                assert_eq!(batch.to_text(), single.to_text(), "{text:?} {operations:?}");
                let notices = |notice: &&Notice| matches!(notice, Notice::NothingToRemove { .. });
                let expected: Vec<_> =
                    reports.iter().flat_map(|report| &report.notices).filter(notices).collect();
                assert_eq!(report.notices.iter().filter(notices).collect::<Vec<_>>(), expected);
                applied += 1;
            }
            (Err(single), Err(batch)) => {
                assert_eq!(batch.error, single, "{text:?} {operations:?}");
                refused += 1;
            }
            (single, batch) => panic!("{single:?} but {batch:?}: {text:?} {operations:?}"),
        }
        if batch == document {
            assert_eq!(batch.to_text(), document.to_text());
        }
    }
    assert!(applied > 50 && refused > 50, "{applied} applied, {refused} refused");
}

#[test]
fn many_attributes_of_one_block_take_linear_time() {
    let operations = |n: usize| -> Vec<Operation> {
        let set = |i| Operation::SetAttr { id: "gear".into(), key: format!("k{i}"), value: "a \\ b".into() };
        let remove = |i| Operation::RemoveAttr { id: "gear".into(), key: format!("k{i}") };
        (0..n).map(set).chain((0..n / 2).map(remove)).collect()
    };
    agmark_syntax::work::check_linear("attributes of one block", 300, operations, |operations| {
        parse(TEXT).expect("the document is good").apply_all(operations).expect("the edits apply")
    });
}

#[test]
fn a_nul_character_is_refused() {
    let mut document = parse("@ul [#gear]\n- ropes\n").expect("the document is good");
    let set = Operation::SetAttr { id: "gear".into(), key: "k".into(), value: "a\0b".into() };
    assert_eq!(document.apply(set), Err(EditError::Nul { kind: "ul".to_owned() }));
}
