//! The promises of the library.

use agd::edit::{EditError, Operation};
use agd::{ErrorKind, corpus, parse, serialize};
use agmark_syntax::testing::Random;
use expect_test::expect;

/// The example of the documentation.
#[test]
fn an_attribute_of_a_heading_survives() {
    let mut document = parse("@h1 Hello [#intro]\n@p Body\n").expect("good");
    document
        .apply(Operation::SetAttr { id: "intro".into(), key: "lang".into(), value: "english".into() })
        .expect("it can be set");
    let text = serialize(&document);
    assert_eq!(text, "@h1 Hello [#intro lang=english]\n\n@p Body\n");
    let again = parse(&text).expect("it reads back");
    assert_eq!(again, document);
    let intro = again.find("intro").expect("it is there");
    assert_eq!(intro.attribute("lang").map(|value| value.to_string()).as_deref(), Some("english"));
    assert_eq!(intro.text(), Some("Hello"));
    let gone = document.apply(Operation::Delete { id: "intrp".into() });
    assert_eq!(gone, Err(EditError::NotFound { id: "intrp".to_owned(), near: Some("intro".to_owned()) }));
}

/// The form that was frozen as 0.1: no attributes in brackets.
#[test]
fn documents_of_the_first_form_read_as_they_did() {
    let text = "\u{feff}@meta title=\"Log book\" pages=12 open=false code=007\r\n\
                @h1 The *Anna* [#anna:0a1b2c3d]\n\
                @p Left at _dawn_ with `3` hands, see @ref #crew and [#absent].\n\
                @p snake_case and * a star\n\
                @ol\n- one\n-\n\
                @quote by=mate [#said]\n> Fair wind\n>\n\
                @ul [#crew]\n- Ines\n\n\
                @code lang=sh [#go]\n\n~~~~\n~~~\ngo\n~~~~\n\
                @table\n~~~\na,b\n~~~\n\
                @x-note k=\"say \\\"hi\\\" \\\\ bye\"\n\
                @ref #crew [#back]\n\
                @include path=more.agd\n";
    let document = parse(text).expect("good");
    let lines: Vec<String> = agd::json::document(&document)["blocks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|block| {
            let mut block = block.clone();
            block.as_object_mut().and_then(|block| block.remove("span"));
            block.to_string()
        })
        .collect();
    expect![[r#"
        {"kind":"meta","attrs":{"code":"007","open":false,"pages":12,"title":"Log book"},"content":{"type":"empty"}}
        {"kind":"h1","id":"anna","hash":"0a1b2c3d","content":{"type":"inline","value":[{"kind":"text","text":"The "},{"kind":"bold","text":"Anna"}]}}
        {"kind":"p","content":{"type":"inline","value":[{"kind":"text","text":"Left at "},{"kind":"italic","text":"dawn"},{"kind":"text","text":" with "},{"kind":"code","text":"3"},{"kind":"text","text":" hands, see "},{"kind":"ref","text":"crew"},{"kind":"text","text":" and [#absent]."}]}}
        {"kind":"p","content":{"type":"inline","value":[{"kind":"text","text":"snake_case and * a star"}]}}
        {"kind":"ol","content":{"type":"items","value":[[{"kind":"text","text":"one"}],[]]}}
        {"kind":"quote","attrs":{"by":"mate"},"id":"said","content":{"type":"items","value":[[{"kind":"text","text":"Fair wind"}],[]]}}
        {"kind":"ul","id":"crew","content":{"type":"items","value":[[{"kind":"text","text":"Ines"}]]}}
        {"kind":"code","attrs":{"lang":"sh"},"id":"go","content":{"type":"fenced","value":"~~~\ngo"}}
        {"kind":"table","content":{"type":"fenced","value":"a,b"}}
        {"kind":"x-note","attrs":{"k":"say \"hi\" \\ bye"},"content":{"type":"empty"}}
        {"kind":"ref","id":"back","content":{"type":"inline","value":[{"kind":"ref","text":"crew"}]}}
        {"kind":"include","attrs":{"path":"more.agd"},"content":{"type":"empty"}}
    "#]]
    .assert_eq(&(lines.join("\n") + "\n"));
    for (text, error) in [
        ("@p a\n- b\n", "item outside a list"),
        ("@p a\nb\n", "must be one line"),
        ("@h5 a\n", "unknown tag"),
        ("@code\n", "missing body"),
    ] {
        let found = parse(text).expect_err(text).to_string();
        assert!(found.contains(error), "{found}");
    }
}

/// White space between the parts of a line, at its ends and between blocks has no meaning.
#[test]
fn white_space_makes_no_difference() {
    let mut random = Random(0x59);
    let tight = "@meta a=1 b=\"x  y\"\n@h1 Title  two [#t k=v]\n@p see @ref #t now\n@ul c=d [#u]\n- one\n-\n\
                 @quote\n> said\n@code lang=c [#c]\n~~~\n  x\n\n~~~\n@ref #t [#r]\n";
    let expected = parse(tight).expect("good");
    for _ in 0..300 {
        let spaces = |random: &mut Random| ["", " ", "\t", "  \t ", " \r"][random.below(5)];
        let mut out = String::new();
        let mut body = false;
        for line in tight.lines() {
            if body && line != "~~~" {
                out.push_str(line);
                out.push('\n');
                continue;
            }
            let fence = line == "~~~";
            body ^= fence;
            // Runs inside of text and quotes stay; those after a tag or a marker do not.
            let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
            out.push_str(head);
            if !rest.is_empty() {
                out.push(' ');
                out.push_str(spaces(&mut random));
                out.push_str(&rest.replace(" [#", &format!(" {}[#", spaces(&mut random))));
            }
            out.push_str(spaces(&mut random));
            out.push('\n');
            let list = matches!(line.as_bytes().first(), Some(b'-' | b'>'))
                || line.starts_with("@ul")
                || line == "@quote";
            if !body && !list {
                out.push_str(["", "\n", " \n\n"][random.below(3)]);
            }
        }
        assert_eq!(parse(&out).as_ref(), Ok(&expected), "{out:?}");
    }
}

#[test]
fn the_same_bytes_give_the_same_document() {
    let text = corpus::document(11, 500);
    let first = agd::json::document(&parse(&text).expect("good")).to_string();
    for _ in 0..50 {
        let document = parse(&text).expect("good");
        assert_eq!(serialize(&document), text);
        assert_eq!(agd::json::document(&document).to_string(), first);
    }
}

#[test]
fn bytes_of_any_kind_give_a_document_or_an_error() {
    let mut random = Random(0xb17e5);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
        let text = String::from_utf8_lossy(&bytes);
        match parse(&text) {
            Ok(document) => assert_eq!(document.to_text(), text),
            Err(error) => assert!(error.line > 0 && error.offset <= text.len(), "{error}"),
        }
        // With a good beginning it gets further.
        if let Err(error) = parse(&format!("@ul k=\"{text}")) {
            assert!(error.line > 0, "{error}");
        }
    }
}

#[test]
fn errors_are_typed() {
    for (text, expected) in [
        ("@p a [#x]\n@p b [#x]\n", ErrorKind::DuplicateId { id: "x".to_owned(), first: 1 }),
        ("@code\n~~~~\nx\n", ErrorKind::UnterminatedFence { tildes: 4 }),
        ("@ul a=\"b\n", ErrorKind::UnterminatedQuote),
        ("@ul a=1 a=2\n", ErrorKind::DuplicateKey { key: "a".to_owned() }),
        ("~~~\n", ErrorKind::StrayFence),
        ("> a\n", ErrorKind::StrayQuote),
        ("@ref x\n", ErrorKind::BadReference),
    ] {
        assert_eq!(parse(text).expect_err(text).kind, expected);
    }
}
