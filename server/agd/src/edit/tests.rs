//! Edits of blocks.

mod attributes;
mod logical;
mod operations;

use agmark_syntax::testing::Random;
use expect_test::{Expect, expect};

use super::{EditError, Operation};
use crate::ast::{Content, OwnedBlock, OwnedRun, RunKind};
use crate::{parse, samples, serialize};

fn operation(json: &str) -> Operation {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// Applies operations, one per line, and checks the document and the notices, or the error.
fn check(text: &str, operations: &str, expected: Expect) {
    let mut document = parse(text).expect("the document is good");
    let before = document.to_text();
    let result = document.apply_all(operations.lines().map(operation));
    let mut out = document.to_text();
    match result {
        Ok(report) => report.notices.iter().for_each(|notice| out.push_str(&format!("note: {notice}\n"))),
        Err(error) => {
            assert_eq!(out, before, "an edit that fails changes nothing");
            out = format!("error: {error}\n");
        }
    }
    expected.assert_eq(&out);
    let edited = document.to_text();
    assert_eq!(parse(&edited).expect("it reads back"), document);
}

const TEXT: &str = "@h1   Pier  [#pier]\n@p Old  text. [#old]\n\n\n@ul [#gear]\n-  ropes\n";

#[test]
fn what_is_not_touched_stays_as_it_is() {
    check(
        TEXT,
        r#"{"op":"set_attr","id":"old","key":"lang","value":"english"}"#,
        expect![[r#"
            @h1   Pier  [#pier]
            @p Old  text. [#old lang=english]


            @ul [#gear]
            -  ropes
        "#]],
    );
    check(
        TEXT,
        "{\"op\":\"set_attr\",\"id\":\"gear\",\"key\":\"n\",\"value\":5}\n{\"op\":\"delete\",\"id\":\"old\"}",
        expect![[r#"
            @h1   Pier  [#pier]

            @ul n=5 [#gear]
            - ropes
        "#]],
    );
}

#[test]
fn blocks_come_and_go() {
    check(
        TEXT,
        r##"{"op":"insert_after","id":"gear","block":{"kind":"p","content":{"type":"inline","value":[{"kind":"text","text":"see "},{"kind":"ref","text":"pier"}]}}}
{"op":"insert_before","id":"pier","block":{"kind":"meta","attrs":{"title":"A b","n":5,"s":"5"}}}
{"op":"insert_before","id":"old","block":{"kind":"code","attrs":{"lang":"c"},"id":"src","content":{"type":"fenced","value":"~~~\nint x;"}}}
{"op":"replace","id":"old","with":{"kind":"quote","content":{"type":"items","value":[[{"kind":"bold","text":"Fair"}],[]]}}}
{"op":"remove_attr","id":"src","key":"lang"}
{"op":"set_attr","id":"src","key":"n","value":1}"##,
        expect![[r##"
            @meta n=5 s="5" title="A b"

            @h1   Pier  [#pier]

            @code n=1 [#src]
            ~~~~
            ~~~
            int x;
            ~~~~

            @quote [#old]
            > *Fair*
            >


            @ul [#gear]
            -  ropes

            @p see @ref #pier
            note: #src is written more than once: the last edit wins
        "##]],
    );
}

#[test]
fn comments_stay_with_what_they_are_about() {
    check(
        "@! of a\n@p a [#a]\n\n@! of b\n@p b [#b]\n@! end",
        r#"{"op":"insert_before","id":"b","block":{"kind":"ul","id":"new"}}
{"op":"delete","id":"a"}
{"op":"insert_after","id":"b","block":{"kind":"!","content":{"type":"inline","value":[{"kind":"text","text":"said"}]}}}"#,
        expect![[r#"
            @! of a

            @ul [#new]

            @! of b
            @p b [#b]

            @! said

            @! end"#]],
    );
}

#[test]
fn guards() {
    let text = "@p Open all year. [#open]\n";
    let hash = parse(text).expect("good").find("open").expect("it is there").content_hash();
    assert_eq!(hash, "8d6c5b4a");
    let stale = r#"{"op":"delete","id":"open","hash":"00000000"}"#;
    check(
        text,
        stale,
        expect![
            "error: operation 1: block #open has changed: the edit expects the hash 00000000, the content now hashes to 8d6c5b4a; read the block again\n"
        ],
    );
    check(
        text,
        "{\"op\":\"set_attr\",\"id\":\"open:8D6C\",\"key\":\"k\",\"value\":true}\n{\"op\":\"delete\",\"id\":\"open\",\"hash\":\"8d6c5b4a\"}",
        expect![
            "error: operation 2: block #open has changed: the edit expects the hash 8d6c5b4a, the content now hashes to 2ac090ad; read the block again\n"
        ],
    );
}

#[test]
fn blocks_without_an_id_are_named_by_their_content() {
    let text = "@p One.\n\n@p Two. [#two]\n\n@p Same.\n\n@p Same.\n";
    let hash = |at: usize| {
        let document = crate::parse(text).expect("good");
        document.blocks().nth(at).expect("a block").content_hash()
    };
    let (one, two, same) = (hash(0), hash(1), hash(2));
    let operations = format!(
        "{{\"op\":\"replace\",\"id\":\":{one}\",\"with\":\"@p 1.\"}}\n\
         {{\"op\":\"insert_after\",\"id\":\"two\",\"block\":\"@p New.\"}}"
    );
    check(
        text,
        &operations,
        expect![[r#"
            @p 1.

            @p Two. [#two]

            @p New.

            @p Same.

            @p Same.
        "#]],
    );
    let refused = |id: &str| {
        let mut document = crate::parse(text).expect("good");
        let operation = operation(&format!(r#"{{"op":"delete","id":":{id}"}}"#));
        document.apply(operation).expect_err("it is refused").to_string()
    };
    assert!(refused(&two).starts_with("no block without an id has the content hash"));
    assert!(refused(&same).starts_with("2 blocks without an id have the content hash"));
}

#[test]
fn stored_hashes() {
    let text = "@p Open all year. [#open:8d6c5b4a]\n\n@ul [#gear:1234]\n";
    check(
        text,
        "{\"op\":\"set_attr\",\"id\":\"open\",\"key\":\"k\",\"value\":true}\n{\"op\":\"set_attr\",\"id\":\"gear\",\"key\":\"k\",\"value\":1}",
        expect![[r#"
            @p Open all year. [#open:2ac090ad k=true]

            @ul k=1 [#gear:1234]
            note: #gear: the hash 1234 was already stale before the edit and was not updated: the content hashed to abd18a66
        "#]],
    );
    check(
        "@p Open all year. [#open:8D6]\n",
        r#"{"op":"set_attr","id":"open","key":"k","value":true}"#,
        expect![[r#"
            @p Open all year. [#open:2ac k=true]
        "#]],
    );
}

#[test]
fn all_or_none() {
    let insert = r#"{"op":"insert_after","id":"pier","block":{"kind":"ul","id":"new"}}"#;
    let rename = r#"{"op":"replace","id":"old","with":{"kind":"ul","id":"renamed"}}"#;
    let delete = r#"{"op":"delete","id":"gear"}"#;
    for (last, why) in [
        (r#"{"op":"delete","id":"nwe"}"#, "block #nwe does not exist: did you mean #new?"),
        (r#"{"op":"delete","id":"old"}"#, "block #old does not exist"),
        (insert, "another block already has the id \"new\": ids must be unique in a document"),
        (
            r#"{"op":"set_attr","id":"new","key":"a b","value":"x"}"#,
            "invalid \"@ul\": invalid attribute \"a\": expected key=value",
        ),
    ] {
        let mut document = parse(TEXT).expect("good");
        let error = document.apply_all([insert, rename, delete, last].map(operation)).expect_err(why);
        assert_eq!((error.index, error.error.to_string().as_str()), (3, why));
        assert_eq!(document.to_text(), TEXT);
        assert_eq!(document, parse(TEXT).expect("good"));
        for (id, there) in [("pier", true), ("old", true), ("gear", true), ("new", false), ("renamed", false)]
        {
            assert_eq!(document.find(id).is_some(), there, "{id}");
        }
        assert!(document.apply(operation(insert)).is_ok(), "the ids are free again");
    }
}

#[test]
fn what_would_read_back_as_something_else_is_refused() {
    let inline = |kind: RunKind, text: &str| Content::Inline(vec![OwnedRun::new(kind, text)]);
    for block in [
        OwnedBlock::new("p", inline(RunKind::Text, "ends as an id [#x]")),
        OwnedBlock::new("p", inline(RunKind::Text, "a *b* c")),
        OwnedBlock::new("p", inline(RunKind::Text, "two\nlines")),
        OwnedBlock::new("p", inline(RunKind::Bold, "a*b")),
        OwnedBlock::new("p", inline(RunKind::Ref, "no ident")),
        OwnedBlock::new("p", Content::Fenced("x".to_owned())),
        OwnedBlock::new("h5", inline(RunKind::Text, "deep")),
        OwnedBlock::new("code", Content::Empty),
        OwnedBlock::new("meta", Content::Fenced("x".to_owned())),
        OwnedBlock::new("ul", Content::Items(vec![vec![OwnedRun::new(RunKind::Text, "a\n@p b")]])),
        OwnedBlock::new("ref", Content::Empty),
        OwnedBlock::new("p\n@p", inline(RunKind::Text, "x")),
        OwnedBlock::new("p", inline(RunKind::Text, "x")).with_id("no ident"),
        OwnedBlock::new("p", inline(RunKind::Text, "x")).with_id("a]\n@p b [#c"),
        OwnedBlock::new("p", Content::Empty).with_attr("k", "v"),
        OwnedBlock::new("meta", Content::Empty).with_attr("k", "a\nb"),
    ] {
        let mut document = parse(TEXT).expect("good");
        let error = document.apply(Operation::InsertAfter { id: "pier".into(), block: block.clone() });
        let refused = matches!(error, Err(EditError::Unwritable { .. } | EditError::NotItself { .. }));
        assert!(refused, "{block:?}: {error:?}");
        assert_eq!(document.to_text(), TEXT);
    }
}

/// Random edits of random documents: each is applied or refused, and the result reads back the same.
#[test]
fn random_edits_read_back() {
    let mut random = Random(0xed);
    let (mut applied, mut refused) = (0, 0);
    for _ in 0..600 {
        let text = samples::good(&mut random, 20);
        let Ok(mut document) = parse(&text) else { continue };
        let pool: Vec<OwnedBlock> = document.blocks().map(crate::ast::Block::to_owned).collect();
        let ids: Vec<String> = document.blocks().filter_map(|block| block.id().map(str::to_owned)).collect();
        if ids.is_empty() {
            continue;
        }
        for number in 0..8 {
            let id = ids[random.below(ids.len())].as_str().into();
            let mut block = pool[random.below(pool.len())].clone();
            if block.id.is_some() && random.below(4) > 0 {
                block.id = Some(format!("new{number}"));
            }
            let operation = match random.below(6) {
                0 => Operation::Replace { id, with: block },
                1 => Operation::InsertAfter { id, block },
                2 => Operation::InsertBefore { id, block },
                3 => Operation::Delete { id },
                4 => Operation::SetAttr { id, key: "k".to_owned(), value: "a \"b\" \\".into() },
                _ => Operation::RemoveAttr { id, key: "b".to_owned() },
            };
            let before = document.clone();
            match document.apply(operation) {
                Ok(_) => applied += 1,
                Err(_) => {
                    refused += 1;
                    assert_eq!(document.to_text(), before.to_text());
                }
            }
            let edited = document.to_text();
            let again = parse(&edited).unwrap_or_else(|error| panic!("{error}: {edited}"));
            assert_eq!(again, document);
            assert!(document.reads_back(), "{edited}");
            assert_eq!(again.len(), document.len());
            assert_eq!(serialize(&again), serialize(&document));
            for block in again.blocks().filter(|block| block.id().is_some()) {
                assert_eq!(document.find(block.id().unwrap_or("")), Some(block));
            }
        }
    }
    assert!(applied > 1_000 && refused > 100, "{applied} applied, {refused} refused");
}

#[test]
fn what_comes_and_goes_leaves_nothing_behind() {
    let mut document = parse(TEXT).expect("good");
    let insert = operation(r#"{"op":"insert_after","id":"pier","block":{"kind":"ul","id":"new"}}"#);
    let delete = operation(r#"{"op":"delete","id":"new"}"#);
    let both = |document: &mut crate::Document<'_>| {
        document.apply(insert.clone()).expect("it is new");
        document.apply(delete.clone()).expect("it is there");
        document.heap_size()
    };
    let once = both(&mut document);
    assert!((0..100).all(|_| both(&mut document) == once));
    assert_eq!(document.to_text(), TEXT);
}

#[test]
fn a_refused_batch_takes_back_several_edits_of_one_block() {
    let mut document = parse(TEXT).expect("the document is good");
    let operations = r#"{"op":"set_attr","id":"gear","key":"n","value":1}
{"op":"set_attr","id":"gear","key":"n","value":2}
{"op":"delete","id":"gear"}
{"op":"delete","id":"gear"}"#;
    assert!(document.apply_all(operations.lines().map(operation)).is_err());
    assert_eq!(document.to_text(), TEXT);
}

#[test]
fn a_comment_after_a_blank_line_does_not_belong_to_the_block_below() {
    let insert = r#"{"op":"insert_before","id":"a","block":{"kind":"p","content":{"type":"inline","value":[{"kind":"text","text":"new"}]}}}"#;
    for (text, expected) in [
        ("@! note\n@p a [#a]\n", "@p new\n\n@! note\n@p a [#a]\n"),
        ("@! note\n\n@p a [#a]\n", "@! note\n\n@p new\n\n@p a [#a]\n"),
    ] {
        let mut document = parse(text).expect("the document is good");
        document.apply(operation(insert)).expect("the edit applies");
        assert_eq!(document.to_text(), expected);
    }
}
