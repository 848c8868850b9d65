//! Edits keep the line endings of a document.

use agd::edit::{OPERATION_FORMS, Operation};
use agd::{Document, parse};
use agmark_syntax::Ending;
use agmark_syntax::testing::Random;

const TEXT: &str = "\n@! first\n@h2   x [#a]\n\n@p y [#b]\n\n\n@code k=1 lang=x [#c]\n~~~\nz\n\nz\n~~~\n@! c\n\
                    @ul [#d]\n-  one\n- two\n\n\n@quote\n> q\n\n@x-note [#f]\n\n@p last [#e k=0]\n";

type Change = (String, Box<dyn Fn(&mut Document<'_>)>);

/// Each kind of edit of each block, and adding and removing ids.
fn changes() -> Vec<Change> {
    let mut out: Vec<Change> = vec![
        ("strip".to_owned(), Box::new(|document| drop(document.strip_ids()))),
        ("add".to_owned(), Box::new(|document| drop(document.add_ids()))),
    ];
    for form in OPERATION_FORMS {
        for id in ["a", "b", "c", "d", "e", "f"] {
            let json = form.example.replace("\"intro\"", &format!("\"{id}\"")).replace("\"lang\",", "\"k\",");
            let operation: Operation = serde_json::from_str(&json).expect("it is an operation");
            let apply = move |document: &mut Document<'_>| {
                document.apply(operation.clone()).expect("it can be applied");
            };
            out.push((format!("{} #{id}", form.op), Box::new(apply)));
        }
    }
    out
}

fn edited(text: &str, change: &Change) -> String {
    let mut document = parse(text).expect("the document is good");
    (change.1)(&mut document);
    assert!(document.reads_back(), "{}: {text:?}", change.0);
    let after = document.to_text();
    assert_eq!(parse(&after).expect("it reads back"), document, "{}: {text:?}", change.0);
    after
}

fn crlf(text: &str) -> String {
    text.replace('\n', "\r\n")
}

#[test]
fn a_document_with_crlf_is_edited_like_one_with_lf() {
    for change in changes() {
        for text in [TEXT.to_owned(), TEXT.trim_end().to_owned(), format!("\u{feff}{}", TEXT.trim_start())] {
            assert_eq!(edited(&crlf(&text), &change), crlf(&edited(&text, &change)), "{}", change.0);
        }
    }
}

#[test]
fn a_mixture_stays_where_nothing_was_edited() {
    let mut random = Random(0xe0d);
    for round in 0..60 {
        let text = mixed(&mut random, if round % 2 == 0 { TEXT } else { TEXT.trim_end() });
        let most = Ending::of(&text);
        let before = parse(&text).expect("the document is good");
        for change in changes() {
            let after = edited(&text, &change);
            let plain = Ending::Lf.write(&text);
            assert_eq!(Ending::Lf.write(&after), edited(&plain, &change), "{}: {text:?}", change.0);
            let other = |text: &str| match most {
                Ending::Lf => text.matches("\r\n").count(),
                Ending::CrLf => text.matches('\n').count() - text.matches("\r\n").count(),
            };
            assert!(other(&after) <= other(&text), "{}: {text:?} became {after:?}", change.0);
            let again = parse(&after).expect("it reads back");
            for block in again.blocks() {
                let old = block.id().and_then(|id| before.find(id));
                if let Some(old) =
                    old.filter(|old| *old == block && !change.0.ends_with(block.id().unwrap_or("")))
                {
                    assert_eq!(old.source(), block.source(), "{}: {text:?}", change.0);
                }
            }
        }
    }
}

fn mixed(random: &mut Random, text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        out.push_str(line.trim_end_matches('\n'));
        if line.ends_with('\n') {
            out.push_str(["\n", "\r\n", "\r\r\n"][[0, 0, 1, 1, 2][random.below(5)]]);
        }
    }
    out
}

#[test]
fn what_comes_before_the_first_block_stays() {
    let text = "\u{feff}\r\n@p a [#a]\r\n\r\n@p b [#b]";
    let mut document = parse(text).expect("the document is good");
    document.apply(Operation::Delete { id: "a".into() }).expect("it is there");
    assert_eq!(document.to_text(), "\u{feff}\r\n@p b [#b]");
}
