//! What the tests of this crate share: the format, and documents to start from.

use std::sync::Arc;

use agmark_anml::Anml;
use agmark_syntax::AnyFormat;

pub fn anml() -> Arc<dyn AnyFormat> {
    Arc::new(Anml)
}

/// A page, with every construct.
pub const PAGE: &str = include_str!("data/page.anml");

/// A diff of it.
pub const DIFF: &str = include_str!("data/diff.anml");

/// One of everything that can be wrong.
pub const WRONG: &str = include_str!("data/wrong.anml");

/// What random documents and edits are put together from.
pub const WORDS: [&str; 60] = [
    "---\n",
    "---",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "  ",
    "    ",
    " ",
    "\t",
    "nav\n",
    "link#e1",
    "main\n",
    "button",
    "Bad",
    "ns:role",
    "a:b#c1",
    "#e2",
    "#",
    "\"",
    "\"name\"",
    "\\\"",
    "\\",
    "[",
    "]",
    "[open]",
    "[a b]",
    "key=",
    "=",
    "x=1",
    "for=#e3",
    "p=\"q r\"",
    " -- note",
    "--",
    "-",
    "+ ",
    "* ",
    "- ",
    "+",
    ">",
    "\n> text\n",
    "\n~ 3 links\n",
    "\n| a ",
    "| cell#e4 [on] |\n",
    "\\|",
    "||",
    "type: diff\n",
    "depth: 1\n",
    "budget: 3\n",
    "filter: link\n",
    "key:",
    ":",
    "0",
    "é日本",
    "\u{feff}",
    "\u{0}",
    "\u{2028}",
    "'",
    "expand #e1",
    "[ref=e1]",
];

/// `part` several times, each time with other refs, so that it is cut into many chunks.
pub fn long(part: &str, times: usize) -> String {
    let mut out = String::new();
    for i in 0..times {
        out.push_str(&part.replace("#e", &format!("#e{i}x")));
    }
    out
}
