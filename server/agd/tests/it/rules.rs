//! The rules find their examples at the right position and offer a fix.

use std::sync::Arc;

use agd::Agd;
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::testing::Files;
use agmark_syntax::{AnyFormat, Diagnostic, Edit, Format, Settings, testing};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&testing::diagnostics(Arc::new(Agd), text));
}

/// All that is found in the first file of an example. Of the rules that are off by default one may be switched on.
fn found(text: &str, on: &str) -> Vec<Diagnostic> {
    let format: Arc<dyn AnyFormat> = Arc::new(Agd);
    let files = Files::example(&format, text);
    let mut settings = Settings::default();
    Agd::INFO.off_by_default.iter().filter(|code| **code != on).for_each(|code| settings.set(code, None));
    diagnose(files.own().expect("it is a document"), &files, &settings)
}

#[test]
fn examples() {
    testing::check_examples(Arc::new(Agd));
}

#[test]
fn good_examples_have_no_errors() {
    for rule in Agd::INFO.rules {
        for good in rule.good {
            let found = found(good, "");
            assert!(!agmark_syntax::diagnostics::has_errors(&found), "{}: {good}\n{found:#?}", rule.code);
        }
    }
}

#[test]
fn every_fix_mends_what_it_is_for() {
    for rule in Agd::INFO.rules {
        for bad in rule.bad {
            let all = found(bad, rule.code);
            let ours = |all: &[Diagnostic]| all.iter().filter(|finding| finding.rule == *rule).count();
            for fix in all.iter().filter(|finding| finding.rule == *rule).flat_map(|finding| &finding.fixes) {
                let fixed_text = Edit::apply(bad, &fix.edits);
                let left = found(&fixed_text, rule.code);
                assert!(ours(&left) < ours(&all), "{} {:?}:\n{bad}\n{fixed_text}", rule.code, fix.title);
                // A fixed reference may be the first one that is checked.
                let others =
                    left.iter().filter(|finding| !finding.rule.short().starts_with("dangling")).count();
                assert!(others < all.len(), "{} {:?}:\n{bad}\n{fixed_text}\n{left:#?}", rule.code, fix.title);
            }
        }
    }
}

#[test]
fn a_document_without_mistakes() {
    check(
        "@meta title=\"Harbour rules\" year=2024\n\n@h1 Harbour [#harbour lang=en]\n@p See @ref #gear, *now*. [#see]\n\
         @ul refs=\"#see, #harbour\" [#gear]\n- ropes\n-\n@quote\n> Fair wind.\n>\n@code lang=sh\n\n~~~~\n~~~\n~~~~\n\
         @x-signal\n@ref #gear\n@include path=fees.agd\n@! the end\n",
        expect![[""]],
    );
}

#[test]
fn tags() {
    check(
        "@H1 Loud\n@signal a=b\n@p:\n@p,text\n@_\n@xx-a\n@x-\n",
        expect![[r#"
            1:1-1:4 error agd/unknown-tag unknown tag "@H1": did you mean "h1"?
              suggestion: replace with "h1": 1:2-1:4 "h1"
            2:1-2:8 error agd/unknown-tag unknown tag "@signal": expected meta, h1, h2, h3, h4, p, ul, ol, quote, code, raw, table, ref, include, or your own tag that starts with "x-"
              suggestion: replace with "x-signal": 2:2-2:8 "x-signal"
            3:1-3:4 error agd/unknown-tag unknown tag "@p:": did you mean "p"?
              suggestion: replace with "p": 3:2-3:4 "p"
            4:1-4:8 error agd/unknown-tag unknown tag "@p,text": expected a space after the tag
              suggestion: write "@p ,text": 4:2-4:8 "p ,text"
            5:1-5:3 error agd/unknown-tag unknown tag "@_": expected meta, h1, h2, h3, h4, p, ul, ol, quote, code, raw, table, ref, include, or your own tag that starts with "x-"
            6:1-6:6 error agd/unknown-tag unknown tag "@xx-a": did you mean "x-a"?
              suggestion: replace with "x-a": 6:2-6:6 "x-a"
            7:1-7:4 error agd/unknown-tag unknown tag "@x-": expected meta, h1, h2, h3, h4, p, ul, ol, quote, code, raw, table, ref, include, or your own tag that starts with "x-"
        "#]],
    );
}

#[test]
fn ids() {
    check(
        "@p one [#a]\n@p two [#a:12345678]\n@p three [#a:zz]\n@p four [#1 b]\n@p five [#\n@p six [#a",
        expect![[r#"
            2:10-2:11 error agd/duplicate-id id "a" is already defined on line 1
              1:10-1:11 first defined here
            2:12-2:20 warning agd/stale-hash stale hash 12345678: the content now hashes to de053ba0
              suggestion: update the hash: 2:12-2:20 "de053ba0"
            3:12-3:13 error agd/duplicate-id id "a" is already defined on line 1
              1:10-1:11 first defined here
            3:13-3:16 error agd/bad-hash invalid hash "zz": expected one to eight hexadecimal digits
              suggestion: remove the hash: 3:13-3:16 ""
            4:10-4:12 error agd/bad-identifier invalid identifier "1": expected a letter or "_", then letters, digits, "_" or "-"
              suggestion: replace with "id-1": 4:11-4:12 "id-1"
            4:13-4:14 error agd/missing-equals invalid attribute "b": expected key=value
              suggestion: write desc=b: 4:13-4:14 "desc=b"
            6:8-6:11 hint agd/unclosed-id unclosed id, which is read as text: expected "]"
              suggestion: insert "]": 6:11-6:11 "]"
        "#]],
    );
}

#[test]
fn ids_after_attributes() {
    check(
        "@ul [#a] k=1 [#b]\n@ol [#c] k=1\n@quote [#d k=1 l=\"x y\"]\n@ul [#e k=\n@ol #f\n",
        expect![[r##"
            1:14-1:18 error agd/second-id second id: the block already has the id "a"
              1:5-1:9 the first id
              suggestion: remove the second id: 1:13-1:18 ""
            2:5-2:9 error agd/id-not-last text after the id: the id must be the last thing on its line
              fix: move the id to the end of the line: 2:4-2:9 "", 2:13-2:13 " [#c]"
            3:12-3:23 error agd/attributes-in-id attributes inside the id: "@quote" takes them before the id
              fix: move the attributes before the id: 3:8-3:8 "k=1 l=\"x y\" ", 3:11-3:15 "", 3:15-3:23 ""
            4:5-4:11 error agd/unclosed-id unclosed id: expected "]"
              fix: insert "]": 4:11-4:11 "]"
            4:9-4:11 error agd/missing-value missing value after "k=": for an empty value, write k=""
              suggestion: insert an empty value: 4:11-4:11 "\"\""
            5:5-5:7 error agd/missing-equals invalid attribute "#f": expected an id in brackets, "[#ident]"
              suggestion: write "[#f]": 5:5-5:7 "[#f]"
        "##]],
    );
}

#[test]
fn attributes() {
    check(
        "@meta a=1 =2 b= a=3 größe=4 the words c=\"d\n@raw \"type html\n~~~\n~~~\n",
        expect![[r#"
            1:11-1:13 error agd/missing-key missing key before "=2": expected key=value
            1:14-1:16 error agd/missing-value missing value after "b=": for an empty value, write b=""
              suggestion: insert an empty value: 1:16-1:16 "\"\""
            1:17-1:18 error agd/duplicate-key duplicate attribute "a": write each key once
              1:7-1:10 first written here
              suggestion: remove the duplicate: 1:16-1:20 ""
            1:21-1:26 error agd/bad-key invalid key "größe": expected letters, digits, "_" or "-"
            1:29-1:38 error agd/missing-equals invalid attributes "the words": expected key=value
              suggestion: write title="the words": 1:29-1:38 "title=\"the words\""
            1:41-1:43 error agd/unterminated-quote unclosed quote: expected a closing quote on the same line
              suggestion: insert a closing quote: 1:43-1:43 "\""
            2:6-2:16 error agd/unterminated-quote unclosed quote: expected a closing quote on the same line
              suggestion: insert a closing quote: 2:16-2:16 "\""
        "#]],
    );
}

#[test]
fn words_in_place_of_attributes() {
    check(
        "@code python\n~~~\n~~~\n@ul First thing\n@quote so it is [#q]\n@x-a \"some words\"\n",
        expect![[r#"
            1:7-1:13 error agd/missing-equals invalid attribute "python": expected key=value
              suggestion: write lang=python: 1:7-1:13 "lang=python"
            4:5-4:16 error agd/missing-equals invalid attributes "First thing": expected key=value
              suggestion: write it as "- First thing": 4:4-4:16 "", 4:16-4:16 "\n- First thing"
            5:8-5:16 error agd/missing-equals invalid attributes "so it is": expected key=value
              suggestion: write it as "> so it is": 5:7-5:16 "", 5:21-5:21 "\n> so it is"
            6:6-6:18 error agd/missing-equals invalid attributes "some words": expected key=value
              suggestion: write desc="some words": 6:6-6:18 "desc=\"some words\""
        "#]],
    );
}

#[test]
fn fences() {
    check(
        "@code\n@raw type=html [#r]\ntext\n@p\n~~~\n@table\n~~~\na,b\n~~~~\n@p x\n",
        expect![[r#"
            1:1-1:6 error agd/fence-expected missing body of "@code": expected it between two lines "~~~"
              suggestion: insert an empty body: 1:6-1:6 "\n~~~\n\n~~~"
            2:1-2:5 error agd/fence-expected missing body of "@raw": expected it between two lines "~~~"
              suggestion: insert an empty body: 2:20-2:20 "\n~~~\n\n~~~"
            3:1-3:5 error agd/stray-text text outside a block: start a paragraph with "@p "
              suggestion: convert to a paragraph: 3:1-3:5 "@p text"
            5:1-5:4 error agd/stray-fence unexpected fence: a fence must follow "@code", "@raw", "@table" or "@x-…"
              suggestion: remove the line: 5:1-6:1 ""
            7:1-7:4 error agd/unterminated-fence unclosed fence: expected a closing line of exactly 3 "~"
              9:1-9:5 a line of 4 "~" does not close it
              suggestion: close the fence at that line: 9:1-9:5 "~~~"
        "#]],
    );
    check(
        "@code\n~~~~\n",
        expect![[r#"
            2:1-2:5 error agd/unterminated-fence unclosed fence: expected a closing line of exactly 4 "~"
              suggestion: close the fence at the end of the document: 2:5-2:5 "\n~~~~"
        "#]],
    );
}

#[test]
fn stray_lines() {
    check(
        "intro\n\n@p One line\nand more [#x]\n  @p indented\n- item\n\n@ul\n- a\n  - nested\n  - again\n@ul\n- a\n\n- b\n\n> q\n",
        expect![[r#"
            1:1-1:6 error agd/stray-text text outside a block: start a paragraph with "@p "
              suggestion: convert to a paragraph: 1:1-1:6 "@p intro"
            4:1-5:14 error agd/stray-text text outside a block: tags, items and fences must start at the start of the line
              suggestion: remove the white space: 5:1-5:3 ""
            6:1-6:7 error agd/stray-item item outside a list: items must come directly after "@ul" or "@ol"
              suggestion: insert "@ul": 6:1-6:1 "@ul\n"
            10:3-11:10 error agd/stray-text text outside a block: tags, items and fences must start at the start of the line
              suggestion: remove the white space: 10:1-10:3 "", 11:1-11:3 ""
            15:1-15:4 error agd/stray-item item outside a list: the blank line before it ended the list
              12:1-12:4 the list
              suggestion: remove the blank line: 13:4-15:1 "\n"
            17:1-17:4 error agd/stray-quote quote line outside a quote: quote lines must come directly after "@quote"
              suggestion: insert "@quote": 17:1-17:1 "@quote\n"
        "#]],
    );
    check(
        "@h1 Title [#t]\ngoes on\nand on\n@quote\n> one\ntwo\n",
        expect![[r#"
            2:1-3:7 error agd/stray-text text outside a block: a heading must be one line
              suggestion: join with the previous line: 1:10-1:10 " goes on and on", 1:15-3:7 ""
              suggestion: convert to a paragraph: 2:1-3:7 "@p goes on and on"
            6:1-6:4 error agd/stray-text text outside a block: a quote line must be one line
              suggestion: join with the previous line: 5:6-5:6 " two", 5:6-6:4 ""
              suggestion: convert to a paragraph: 6:1-6:4 "@p two"
        "#]],
    );
}

#[test]
fn references() {
    check(
        "@ref\n@ref intro\n@ref #intro #more k=v\n@ref #intrp\n@p see @ref #nothing\n@ul refs=\"#intro, #intru, b.agd#c, d\"\n\
         @h1 Intro [#intro]\n",
        expect![[r##"
            1:1-1:5 error agd/missing-target missing target: write "@ref #ident"
            2:1-2:5 error agd/missing-target missing target: write "@ref #ident"
              suggestion: write "#intro": 2:6-2:6 "#"
            3:13-3:18 error agd/unexpected-argument unexpected argument "#more": "@ref" takes one "#ident"
              suggestion: remove the argument: 3:12-3:18 ""
            3:19-3:22 error agd/unexpected-argument unexpected argument "k=v": "@ref" takes one "#ident"
              suggestion: remove the argument: 3:18-3:22 ""
            4:7-4:12 error agd/dangling-reference id "intrp" is not defined: did you mean "intro"?
              likely fix: replace with "intro": 4:7-4:12 "intro"
            5:14-5:21 error agd/dangling-reference id "nothing" is not defined
            6:20-6:25 warning agd/dangling-refs id "intru" is not defined
            6:33-6:34 warning agd/dangling-refs "b.agd" does not exist: cannot look up "c"
            6:36-6:37 warning agd/malformed-refs invalid reference "d": expected "#ident" or "other.agd#ident"
              suggestion: write "#d": 6:36-6:36 "#"
        "##]],
    );
}

#[test]
fn hints() {
    check(
        "\u{feff}  \r\n@p a\n \t\n@code\n  \n~~~\n   \n~~~\n   ",
        expect![[r#"
            1:1-1:2 hint agd/byte-order-mark byte order mark at the start of the document: UTF-8 needs none
              fix: remove the byte order mark: 1:1-1:2 ""
            1:2-1:4 hint agd/whitespace-line white space on a blank line
              fix: remove the white space: 1:2-1:4 ""
            3:1-3:3 hint agd/whitespace-line white space on a blank line
              fix: remove the white space: 3:1-3:3 ""
            5:1-5:3 hint agd/whitespace-line white space on a blank line
              fix: remove the white space: 5:1-5:3 ""
            9:1-9:4 hint agd/whitespace-line white space on a blank line
              fix: remove the white space: 9:1-9:4 ""
        "#]],
    );
}

#[test]
fn what_a_comment_silences() {
    check(
        "@! agmark: allow unknown-tag, duplicate-id\n@! another\n\n@note a [#x]\n@note b [#x]\n@! agmark: allow agd/bad-key\n@meta a=1\n",
        expect![[r#"
            1:31-1:43 hint agmark/unused-allow "duplicate-id" finds nothing here: remove the comment
              suggestion: remove "duplicate-id": 1:31-1:43 ""
            5:1-5:6 error agd/unknown-tag unknown tag "@note": expected meta, h1, h2, h3, h4, p, ul, ol, quote, code, raw, table, ref, include, or your own tag that starts with "x-"
              suggestion: replace with "x-note": 5:2-5:6 "x-note"
            5:11-5:12 error agd/duplicate-id id "x" is already defined on line 4
              4:11-4:12 first defined here
            6:18-6:29 hint agmark/unused-allow "agd/bad-key" finds nothing here: remove the comment
              fix: remove the comment: 6:1-7:1 ""
        "#]],
    );
    check(
        "@note\n@! agmark: allow-file unknown-tag\n@p\n@todo\n@! agmark: allow unknown-tga\n",
        expect![[r#"
            5:18-5:29 warning agmark/unknown-rule unknown rule "unknown-tga" for AGD: did you mean "unknown-tag"?
              likely fix: replace with "unknown-tag": 5:18-5:29 "unknown-tag"
        "#]],
    );
}

/// Several chunks with blank lines between them.
#[test]
fn what_is_said_of_the_layout_gives_canonical_form() {
    let loose: String = (0..200)
        .map(|n| match n % 4 {
            0 => format!("\n@h2   Part {n} [#h{n}]\n"),
            1 => "@p  a long enough line of text for a chunk\n\n\n".to_owned(),
            2 => format!("@meta z=1 a={n}\n   \n"),
            _ => "@ul\n-  item\n\n".to_owned(),
        })
        .collect();
    let document = agmark_syntax::Document::new(Arc::new(Agd), &loose);
    assert!(document.chunks().len() > 3);
    let layout = |text: &str| -> Vec<Edit> {
        let all = found(text, "agd/layout").into_iter().filter(|finding| finding.rule.code == "agd/layout");
        all.flat_map(|finding| finding.fixes.into_iter().flat_map(|fix| fix.edits)).collect()
    };
    let edits = layout(&loose);
    assert!(edits.len() > 3);
    let canonical = agd::serialize(&agd::parse(&loose).expect("it is good"));
    assert_eq!(Edit::apply(&loose, &edits), canonical);
    assert_eq!(layout(&canonical), []);
    assert_eq!(found(&loose, "").iter().filter(|finding| finding.rule.code == "agd/layout").count(), 0);
}

#[test]
fn references_that_another_file_could_meet() {
    let format: Arc<dyn AnyFormat> = Arc::new(Agd);
    let text = "@ul refs=\"#deck, other.agd#deck\"\n@ol refs=#deck\n=== more/ship.agd\n@h1 Deck [#deck]\n";
    let files = Files::example(&format, text);
    let found = testing::diagnostics_in(files.own().expect("it is a document"), &files);
    expect![[r#"
        1:12-1:16 warning agd/dangling-refs id "deck" is not defined in this file: it is defined in "ship.agd"
          1:12-1:16 defined here
          suggestion: refer to more/ship.agd#deck: 1:11-1:11 "more/ship.agd"
        1:28-1:32 warning agd/dangling-refs "other.agd" does not exist: cannot look up "deck"
        2:11-2:15 warning agd/dangling-refs id "deck" is not defined in this file: it is defined in "ship.agd"
          1:12-1:16 defined here
          suggestion: refer to more/ship.agd#deck: 2:10-2:10 "more/ship.agd"
    "#]]
    .assert_eq(&found);
}
