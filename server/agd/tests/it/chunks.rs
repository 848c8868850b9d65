//! Chunks read like the whole document, for every text, cut and edit.

use std::sync::Arc;

use agd::Agd;
use agmark_syntax::testing::{Random, check_edits, check_total};
use agmark_syntax::{AnyFormat, Document};
use proptest::prelude::*;

/// The pieces of documents.
const WORDS: &[&str] = &[
    "@p ",
    "@p",
    "@h1 Title [#title]\n",
    "@h2 ",
    "@ul\n",
    "@ol [#list]\n",
    "@quote\n",
    "@code lang=c\n",
    "@code\n\n",
    "@raw\n",
    "@table [#t]\n",
    "@x-note k=v\n",
    "@ref #title\n",
    "@ref ",
    "@include path=a.agd\n",
    "@meta a=1\n",
    "@lst\n",
    "@H1 x\n",
    "@! note\n",
    "@! agmark: allow unknown-tag\n",
    "@",
    "- item\n",
    "- ",
    "> said\n",
    ">",
    "~~~\n",
    "~~~~\n",
    "~~~ \n",
    "~~~",
    "~~",
    "\n",
    "\n\n",
    "\r\n",
    "   \n",
    " ",
    "\t",
    "*bold*",
    "_it_",
    "`code`",
    "*",
    "_",
    "`",
    "[#a]",
    "[#b:12ab]",
    "[#c k=\"] v\"]",
    "[#",
    "[",
    "]",
    "#",
    "k=v ",
    "k=\"v w\" ",
    "refs=\"#a, b.agd#c\" ",
    "=",
    "\"",
    "\\",
    "text ",
    "no block\n",
    "東京 ",
    "\u{feff}",
    "a longer line of text that fills a chunk with something, so that there are cuts to be found\n",
];

fn agd() -> Arc<dyn AnyFormat> {
    Arc::new(Agd)
}

/// A few hundred blocks, so that there are several chunks.
fn long_document(random: &mut Random) -> String {
    let mut text = String::new();
    for number in 0..60 {
        text.push_str(&format!("@h2 Section {number} [#s{number}]\n"));
        text.push_str(&random.text(WORDS, 12));
        text.push('\n');
        if random.below(3) > 0 {
            text.push_str(&format!(
                "@p See @ref #s{} for more of it, and then some. [#p{number}]\n",
                random.below(60)
            ));
        }
    }
    text
}

#[test]
fn there_are_chunks() {
    let document = Document::new(agd(), &long_document(&mut Random(7)).replace('~', "-"));
    assert!(document.chunks().len() > 4, "{}", document.chunks().len());
}

#[test]
fn chunks_read_as_the_whole() {
    let mut random = Random(0xa9d);
    for _ in 0..300 {
        check_total(&agd(), &random.text(WORDS, 60));
    }
    for _ in 0..60 {
        check_total(&agd(), &long_document(&mut random));
    }
}

#[test]
fn edits_give_the_chunks_of_a_fresh_document() {
    let mut random = Random(0xed17);
    for seed in 1..30 {
        let text = long_document(&mut random);
        check_edits(&agd(), &text, WORDS, seed, 30);
    }
    for seed in 1..60 {
        check_edits(&agd(), &random.text(WORDS, 30), WORDS, seed, 20);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        check_total(&agd(), &text);
    }

    #[test]
    fn any_words_are_read(words in prop::collection::vec(prop::sample::select(WORDS), 0..80)) {
        check_total(&agd(), &words.concat());
    }
}
