//! Whatever the text, its tree has no `ERROR` and no `MISSING` node, and every line of it is accounted for.

use tree_sitter::{Parser, Query};

/// Documents with every construct, whole and malformed: what mutations start from.
const CORPUS: [&str; 6] = [
    include_str!("../test/corpus/diffs.txt"),
    include_str!("../test/corpus/elements.txt"),
    include_str!("../test/corpus/errors.txt"),
    include_str!("../test/corpus/front_matter.txt"),
    include_str!("../test/corpus/lines.txt"),
    include_str!("../test/corpus/tables.txt"),
];

/// What random documents are put together from, so that they come near to real ones.
const PIECES: [&str; 64] = [
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
    "nav",
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
    "> text",
    "~ 3 links",
    "~",
    "|",
    "| a ",
    "| cell#e4 [on] |",
    "\\|",
    "||",
    "url: /",
    "key:",
    ":",
    "word",
    "_",
    "0",
    "é",
    "日本",
    "\u{feff}",
    "\u{1}",
    "\u{0}",
    "\u{2028}",
    "'",
    "/url: x",
    ".",
    ",",
];

/// xorshift: the same documents on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_anml::LANGUAGE.into()).expect("the binding fits the library");
    parser
}

/// The parser never sees a NUL: whoever reads a document replaces it.
fn check(parser: &mut Parser, text: &str) {
    let text = text.replace('\0', "\u{1}");
    let tree = parser.parse(&text, None).expect("parsing is not cancelled");
    let root = tree.root_node();
    assert!(!root.has_error(), "{}\n{text:?}", root.to_sexp());

    // A line is a node: what lies between two is white space with a line feed in it.
    let blank = |text: &str| text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']).is_empty();
    let mut cursor = root.walk();
    let mut end = 0;
    for child in root.children(&mut cursor) {
        let gap = text.get(end..child.start_byte()).expect("nodes are in order");
        assert!(blank(gap), "{gap:?} is in no line of {text:?}");
        assert!(end == 0 || gap.contains('\n'), "a line of {text:?} is split at {end}");
        end = child.end_byte();
    }
    assert!(blank(&text[end..]), "{text:?}");
}

#[test]
fn the_corpus() {
    let mut parser = parser();
    for file in CORPUS {
        check(&mut parser, file);
        for case in file.split("=\n") {
            check(&mut parser, case.split("\n---\n\n").next().unwrap_or_default());
        }
    }
}

#[test]
fn pieces_in_any_order() {
    let mut parser = parser();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..30_000 {
        let mut text = String::from(if random.below(3) == 0 { "---\n" } else { "" });
        for _ in 0..random.below(40) {
            text.push_str(PIECES[random.below(PIECES.len())]);
        }
        check(&mut parser, &text);
    }
}

#[test]
fn random_bytes() {
    let mut parser = parser();
    let mut random = Random(0x0123_4567_89ab_cdef);
    for _ in 0..12_000 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.next() as u8).collect();
        check(&mut parser, &String::from_utf8_lossy(&bytes));
        let ascii: String = bytes.iter().map(|b| char::from(b & 0x7f)).collect();
        check(&mut parser, &ascii);
    }
}

#[test]
fn mutated_and_truncated_documents() {
    let mut parser = parser();
    let mut random = Random(0xfeed_beef_dead_cafe);
    for _ in 0..12_000 {
        let file = CORPUS[random.below(CORPUS.len())].as_bytes();
        let from = random.below(file.len());
        let to = from + random.below((file.len() - from).min(600));
        let mut bytes = file[from..to].to_vec();
        for _ in 0..random.below(6) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 if !bytes.is_empty() => drop(bytes.remove(at)),
                1 => bytes.insert(at, random.next() as u8),
                2 => bytes.truncate(at),
                _ => {
                    let piece = PIECES[random.below(PIECES.len())].bytes();
                    bytes.splice(at..at, piece);
                }
            }
        }
        check(&mut parser, &String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn dashes_and_line_ends() {
    let mut parser = parser();
    for text in [
        "----\nmain\n",
        "---\r\nurl: x\r\n---\r\nmain\r\n",
        "--- x\nmain",
        "\u{feff}---\n---\nmain",
        "---",
        "a\rb",
    ] {
        check(&mut parser, text);
    }
    let tree =
        parser.parse("\u{feff}---\r\nurl: x\r\n---\r\nmain\r\n", None).expect("parsing is not cancelled");
    assert_eq!(
        tree.root_node().to_sexp(),
        "(document (front_matter (meta key: (meta_key) value: (meta_value))) (element role: (role)))"
    );
}

#[test]
fn queries_compile() {
    let language = tree_sitter_anml::LANGUAGE.into();
    for query in [
        tree_sitter_anml::HIGHLIGHTS_QUERY,
        tree_sitter_anml::INJECTIONS_QUERY,
        tree_sitter_anml::FOLDS_QUERY,
        tree_sitter_anml::INDENTS_QUERY,
        tree_sitter_anml::LOCALS_QUERY,
        tree_sitter_anml::TEXTOBJECTS_QUERY,
    ] {
        Query::new(&language, query).unwrap_or_else(|error| panic!("{error}\n{query}"));
    }
}

#[test]
fn actions_are_total() {
    const ACTIONS: [&str; 24] = [
        "click", "#e1", "#", "# ", "# x", "\n", "\r\n", "\r", " ", "\t", "\u{c}", "\"", "\"a\"", "\\",
        "\\\"", "--", " -- ", "-- x", "#e1x", "é", "\u{feff}", "\u{b}", "\u{2028}", "down",
    ];
    let mut parser = Parser::new();
    let language = tree_sitter_anml::ACTIONS_LANGUAGE.into();
    parser.set_language(&language).expect("the binding fits the library");
    Query::new(&language, tree_sitter_anml::ACTIONS_HIGHLIGHTS_QUERY).expect("a query");
    let mut random = Random(0x5eed);
    for round in 0..20_000 {
        let text = if round % 4 == 0 {
            let bytes: Vec<u8> = (0..random.below(120)).map(|_| random.next() as u8).collect();
            String::from_utf8_lossy(&bytes).replace('\0', "\u{1}")
        } else {
            (0..random.below(24)).map(|_| ACTIONS[random.below(ACTIONS.len())]).collect()
        };
        let tree = parser.parse(&text, None).expect("parsing is not cancelled");
        assert!(!tree.root_node().has_error(), "{}\n{text:?}", tree.root_node().to_sexp());
    }
}
