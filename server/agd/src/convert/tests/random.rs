//! Random documents.

use agmark_syntax::testing::Random;

use crate::convert::{from_md, to_html, to_md};
use crate::{parse, samples, serialize};

/// Text of the subset that both formats share.
const WORDS: &[&str] = &[
    "harbour",
    "*bold*",
    "_two words_",
    "`x < 1`",
    "snake_case",
    "a-b",
    "5.",
    "1)",
    "C&A",
    "&amp;",
    "<tag>",
    "http://a.b",
    "~~",
    "#",
    "-",
    "+",
    ">",
    "=",
    "|",
    "[x]",
    "(y)",
    "!",
    "\\",
    "é東",
    "\"q\"",
    "@ref #pier",
    "{z}",
    "50%",
    "$",
    "x*y",
    ":",
];

fn words(random: &mut Random) -> String {
    let count = 1 + random.below(6);
    (0..count).map(|_| WORDS[random.below(WORDS.len())]).collect::<Vec<_>>().join(" ")
}

fn common(random: &mut Random) -> String {
    let mut out = String::new();
    for _ in 0..1 + random.below(8) {
        match random.below(8) {
            0 => out.push_str(&format!("@h{} {}\n\n", 1 + random.below(4), words(random))),
            1 | 2 => out.push_str(&format!("@p text {}\n\n", words(random))),
            kind @ (3..=5) => {
                let (tag, marker) = [("ul", '-'), ("ol", '-'), ("quote", '>')][kind - 3];
                out.push_str(&format!("@{tag}\n"));
                for _ in 0..1 + random.below(3) {
                    out.push_str(&format!("{marker} {}\n", words(random)));
                }
                out.push('\n');
            }
            6 => out.push_str("@code lang=c\n~~~\nint x;\n\n  ```\n~~~\n\n"),
            _ => out.push_str("@table desc=\"a `b` & c\"\n~~~\na,b\n~~~\n\n"),
        }
    }
    out
}

#[test]
fn the_common_subset_goes_to_markdown_and_back() {
    let mut random = Random(0xc0);
    let mut kept = 0;
    for _ in 0..1_000 {
        let text = common(&mut random);
        // A single `*` is text here, and another may follow.
        let Ok(document) = parse(&text) else { continue };
        let there = to_md(&document);
        let back = from_md(&there.text);
        if there.losses.is_empty() && back.losses.is_empty() {
            kept += 1;
            assert_eq!(back.text, serialize(&document), "{}", there.text);
            assert_eq!(to_md(&parse(&back.text).expect("good")), there);
        }
    }
    assert!(kept > 700, "only {kept} of 1000 were kept whole");
}

#[test]
fn whatever_is_converted_parses() {
    let mut random = Random(0xc1);
    for _ in 0..600 {
        let text = samples::good(&mut random, 12);
        if let Ok(document) = parse(&text) {
            let markdown = to_md(&document).text;
            let back = from_md(&markdown).text;
            let again = parse(&back).unwrap_or_else(|error| panic!("{error}: {back:?} of {markdown:?}"));
            assert_eq!(serialize(&again), back);
            assert!(to_html(&document).text.ends_with("</html>\n"));
        }
    }
    let mut whole = 0;
    for round in 0..3_000 {
        let markdown = random.text(MARKDOWN, if round % 2 == 0 { 10 } else { 30 });
        let agd = from_md(&markdown).text;
        let document = parse(&agd).unwrap_or_else(|error| panic!("{error}: {agd:?} of {markdown:?}"));
        assert_eq!(serialize(&document), agd, "{markdown:?}");
        let back = to_md(&document);
        if back.losses.is_empty() {
            whole += 1;
            assert_eq!(from_md(&back.text).text, agd, "{markdown:?} became {:?}", back.text);
        }
    }
    assert!(whole > 1_000, "only {whole} were kept whole");
}

const MARKDOWN: &[&str] = &[
    "# ",
    "###### ",
    "text ",
    "\n",
    "\n\n",
    "- ",
    "  - ",
    "1. ",
    "> ",
    "```\n",
    "```c x\n",
    "~~~\n",
    "*",
    "**",
    "_",
    "`",
    "[a](b)",
    "[#x](#x)",
    "![",
    "<br>",
    "<div>\n",
    "<!-- @meta a=1 -->\n",
    "|a|b|\n|-|-|\n|1|*2*|\n",
    "---\n",
    "    code\n",
    "\\",
    "&amp;",
    "[#id]",
    "{#id}",
    "@ref #x",
    "@p ",
    "\t",
    "  \n",
    "a: b\n",
    "<http://x.y>",
    "~~",
    "- [x] ",
    "[ ] ",
    "[^1]",
    "[^1]: note\n",
    "{{ x }}",
    "{{",
    "[r]",
    "[r][]",
    "\n\n[r]: u 't'\n",
    "](u)",
    "\\[",
    "<a id=\"r\"></a>",
    "[r](#r)",
    "<a id=\"s\"></a>\n\n",
    "![i](s \"t\")",
    "<kbd>",
    "***\n",
    "|:-|-:|\n",
    "!",
    "_a_",
    "[!NOTE]\n",
];
