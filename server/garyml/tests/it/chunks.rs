//! Any text at all: trees without errors, chunks that read like the whole, edits that give the same chunks as a new
//! document.

use agmark_syntax::testing::{Random, check_edits, check_total};

/// The parts of random documents.
const WORDS: &[&str] = &[
    "\n",
    "\n\n",
    "\r\n",
    "\n  ",
    "\n    ",
    "\n\t",
    "  ",
    " ",
    "\r",
    "#",
    " # ",
    "# agmark: allow indent\n",
    "\"\"\"",
    "\"\"\"\n",
    "\n  \"\"\"\n",
    "```",
    "````\n",
    "```go\n",
    "```garyml\n",
    "\n  ```\n",
    "\"",
    "'",
    ".",
    ":",
    "=",
    "[",
    "]",
    ",",
    "@",
    ".Plan\n",
    "\n.Plan\n",
    ".Role: \"x\"\n",
    "\n.Role: \"x\"\n",
    ".Context id=a\n",
    "\n.Context id=a path=b.md\n",
    "\n.Execute\n",
    "\n.test\n",
    "\n.ToolCall name=.x\n",
    "\n.Section title: U\n",
    "  .test\n",
    "    target: @a\n",
    "\n  .log: \"\"\"\n",
    "id: a\n",
    "  id: b\n",
    "    key:\n",
    "key: \"\"\" \n",
    "  text\n",
    "text\n",
    "   - item\n",
    ".Examples\n",
    "\n.Documentation\n",
    "  .Section title: T\n",
    "    .build: \"b\"\n",
    "a=1 ",
    "b=[c, \"d]\", e] ",
    "t=\"u v\" ",
    "body: \"\"\"",
    ".Button {\n",
    ".Foo a=b\n",
    "\n# note\n",
    "東京",
    "\u{1}",
    "\u{0}",
];

#[test]
fn random_texts() {
    let format = agmark_garyml::format();
    let mut random = Random(20_241);
    for _ in 0..6000 {
        check_total(&format, &random.text(WORDS, 60));
    }
}

/// Long enough to be cut into many pieces.
#[test]
fn long_random_texts() {
    let format = agmark_garyml::format();
    let mut random = Random(77);
    for _ in 0..150 {
        check_total(&format, &random.text(WORDS, 1500));
    }
}

#[test]
fn random_edits() {
    let format = agmark_garyml::format();
    let mut random = Random(4_711);
    for seed in 1..30 {
        check_edits(&format, &random.text(WORDS, 600), WORDS, seed, 25);
    }
}
