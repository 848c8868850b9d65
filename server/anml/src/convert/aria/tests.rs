//! ARIA snapshots, converted.

use std::io::Read;
use std::sync::Arc;

use agmark_syntax::testing::{self, Random};
use expect_test::{Expect, expect};

use super::{AriaReader, convert};
use crate::{Anml, canonical};

fn check(aria: &str, expect: &Expect) {
    let built = convert(aria);
    expect.assert_eq(&built);
    assert_eq!(canonical(&built), built);
    let found = testing::diagnostics(Arc::new(Anml), &built);
    assert!(!found.contains(" error "), "{found}\n{built}");
}

#[test]
fn refs_in_brackets_of_their_own() {
    check(
        r##"- generic [active] [ref=e1]:
  - navigation "Main" [ref=e2]:
    - link "Tea & more" [ref=e3] [cursor=pointer]:
      - /url: "/tea?a=b c"
      - img
  - heading "Teas: all" [level=3] [ref=e4]
  - paragraph [ref=e5]: All of "them"
  - text: loose words
  - 'button "Buy: now" [ref=f1e6]':
    - text: 'it''s here'
  - textbox "Amount" [disabled] [ref=e7]: "3 : 4"
    - /placeholder: how much
  - listitem [nth=2]
  - checkbox "All" [checked=mixed]
  - iframe [ref=e8]:
    - "link \"x: y\" [ref=f2e1]": "#z"
"##,
        &expect![[r##"
            generic#e1 [active]
              nav#e2 "Main"
                link#e3 "Tea & more" cursor=pointer href="/tea?a=b c"
                  img
              h3#e4 "Teas: all"
              p#e5 "All of \"them\""
              p "loose words"
              button#f1e6 "Buy: now"
                p "it's here"
              textbox#e7 "Amount" value="3 : 4" placeholder="how much" [disabled]
              item
              checkbox "All" checked=mixed
              iframe#e8
                link#f2e1 "x: y" value="#z"
        "##]],
    );
}

#[test]
fn all_in_one_bracket() {
    check(
        r#"- banner
  - heading "News" [level=2, ref=e1]
  - LabelText
    - StaticText "Mail "
    - textbox "Mail" [required, invalid=false, ref=e2, url=https://x.example/a,b?c=[1]]: ann@x.example
  - doc-biblioentry "A \"b\" \u00e9" [expanded=true]
- generic "Open" [ref=e3] clickable [cursor:pointer, onclick]
# Frames:
- button "In" [ref=e9]
  - image
"#,
        &expect![[r#"
            header
              h2#e1 "News"
              labeltext
                p "Mail "
                textbox#e2 "Mail" href=https://x.example/a,b?c=[1] value=ann@x.example [required]
              docbiblioentry "A \"b\" é" [expanded]
            generic#e3 "Open" cursor=pointer [clickable] [onclick]
            section "Frames"
              button#e9 "In"
                img
        "#]],
    );
}

#[test]
fn lines_that_are_none() {
    check(
        "(empty page)\n",
        &expect![[r#"
        ~ empty page
    "#]],
    );
    check(
        "(no interactive elements)",
        &expect![[r#"
        ~ no interactive elements
    "#]],
    );
    check(
        "words\n- \n-\n- !? [ref=e1] x\n- link \"a \"b\" c\" [ref=e2]: v\n- 'open\n- /x\n- 12\n    - link [ref=e1]\n- link [ref=no]\n",
        &expect![[r#"
            > words
            > -
            > -
            generic#e1 "!?"
            link#e2 "a \"b\" c" value=v
            > 'open
            > /x
            > 12
              link ref=e1
            link ref=no
        "#]],
    );
}

const WORDS: [&str; 40] = [
    "- ",
    "  ",
    "\n",
    "\n- ",
    "\n  - ",
    "\n    - ",
    "link",
    "heading",
    "button",
    "text",
    "StaticText",
    " \"a\"",
    " \"b: \\\"c\\\"\"",
    " \"d",
    " [",
    "]",
    "[ref=e1]",
    " [ref=e%]",
    " [level=2, ref=e%]",
    "[checked]",
    ": ",
    ":",
    "'",
    "''",
    "\"",
    "/url: x",
    "/",
    "# Part",
    "(empty page)",
    " clickable",
    "\t",
    "\\",
    "é",
    "\u{feff}",
    ", ",
    "=",
    "true",
    "~",
    "> x",
    "|",
];

#[test]
fn any_text_becomes_a_sound_document() {
    let mut random = Random(31);
    for _ in 0..3000 {
        let aria = random.text(&WORDS, 30);
        let built = convert(&aria);
        let found = testing::diagnostics(Arc::new(Anml), &built);
        assert!(!found.contains(" error "), "{aria:?}\n{built}\n{found}");
        assert_eq!(canonical(&built), built, "{aria:?}");
        let mut read = String::new();
        AriaReader::new(aria.as_bytes()).read_to_string(&mut read).expect("a text");
        assert_eq!(read, built);
    }
}

#[test]
fn every_ref_stands_once() {
    let mut random = Random(77);
    for _ in 0..2000 {
        let mut aria = String::new();
        let mut refs = Vec::new();
        for number in 0..random.below(12) {
            let name = [" \"a: b\"", " \"c \\\"d\\\"\"", "", " \"e\\u00e9]\""][random.below(4)];
            let reference = format!("{}{number}", ["e", "f1e", "s2e"][random.below(3)]);
            let group = [
                format!("[ref={reference}]"),
                format!("[level=1, ref={reference}]"),
                format!("[a] [ref={reference}] [b=c]"),
            ];
            let item = format!("button{name} {}", group[random.below(3)]);
            let tail = ["", ":", ": x", ": \"y: z\"", " clickable [cursor:pointer]"][random.below(5)];
            let item = match random.below(3) {
                0 => format!(
                    "'{}'{}",
                    item.replace('\'', "''"),
                    tail.trim_start_matches(" clickable [cursor:pointer]")
                ),
                _ => format!("{item}{tail}"),
            };
            aria += &format!("{}- {item}\n", "  ".repeat(random.below(4)));
            refs.push(reference);
        }
        let built = convert(&aria);
        for name in &refs {
            let marked = format!("button#{name}");
            let count = built.lines().filter(|l| l.trim_start().split(' ').next() == Some(&*marked)).count();
            assert_eq!(count, 1, "{name}\n{aria}\n{built}");
        }
    }
}

#[test]
fn what_is_folded_away_is_said() {
    check(
        "- button \"Menu\" [expanded=false, ref=e1]\n- button \"More\" [expanded=false] [disabled=false] [ref=e2]\n\
         - button \"Less\" [expanded=true] [ref=e3]\n",
        &expect![[r##"
            button#e1 "Menu" [collapsed]
            button#e2 "More" [collapsed]
            button#e3 "Less" [expanded]
        "##]],
    );
}

#[test]
fn snapshots_without_dashes() {
    check(
        "navigation:\n  link \"Home\" [ref=e1]\n  link \"About\" [ref=e2]:\n    /url: /about\nmain:\n  \
         heading \"Welcome\" [ref=e3] [level=1]\n  textbox \"Email\" [ref=e4] [nth=1]\n  Some words here\n",
        &expect![[r#"
            nav
              link#e1 "Home"
              link#e2 "About" href=/about
            main
              h1#e3 "Welcome"
              textbox#e4 "Email"
              > Some words here
        "#]],
    );
    // Where elements have dashes, what has none is a text.
    check(
        "- main:\n  link \"Home\" [level=1]\n  note\n",
        &expect![[r#"
        main
          > link "Home" [level=1]
          > note
    "#]],
    );
}
