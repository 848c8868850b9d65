//! The grammar is total: whatever the text, no ERROR and no MISSING node, and every byte is accounted for.

use tree_sitter::{Node, Parser};

/// A small generator (xorshift), so that a failure can be repeated from its seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

const CORPUS: &[&str] = &[
    include_str!("../test/corpus/actions.txt"),
    include_str!("../test/corpus/comments.txt"),
    include_str!("../test/corpus/errors.txt"),
    include_str!("../test/corpus/front_matter.txt"),
    include_str!("../test/corpus/operands.txt"),
    include_str!("../test/corpus/pipelines.txt"),
];

/// Pieces that mean something to the scanner, to be thrown together.
const PIECES: &[&str] = &[
    "{{",
    "}}",
    "{{-",
    "-}}",
    "{{- ",
    " -}}",
    "{",
    "}",
    "/*",
    "*/",
    "{{/*",
    "*/}}",
    "(",
    ")",
    "|",
    ",",
    ":=",
    "=",
    "==",
    ":",
    ".",
    ".a",
    ".b.c",
    "$",
    "$x",
    "$x, $y := ",
    "\"",
    "'",
    "`",
    "\\",
    "-",
    "+",
    "1",
    "0x",
    "1e",
    "2i",
    "1.5",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\n\n",
    "---\n",
    "---",
    "--- \r\n",
    "if",
    "else",
    "range",
    "with",
    "end",
    "break",
    "continue",
    "define",
    "template",
    "block",
    "nil",
    "true",
    "upper",
    "é",
    "“",
    "漢",
    "🙂",
    "\u{feff}",
    "\u{1}",
    "#",
    "name: x\n",
    "# Title\n",
    "```\n",
];

fn inputs_of_corpus() -> Vec<&'static str> {
    let mut inputs = Vec::new();
    for file in CORPUS {
        for case in file.split("\n--------------------\n") {
            if let Some((_, input)) = case.rsplit_once("\n====================\n") {
                inputs.push(input);
            }
        }
    }
    inputs
}

fn check(parser: &mut Parser, text: &str) {
    let text = text.replace('\0', "\u{1}");
    let tree = parser.parse(&text, None).expect("no time limit is set");
    let root = tree.root_node();
    assert!(!root.has_error(), "not total: {text:?}\n{}", root.to_sexp());
    // Blanks and a byte-order mark may stand outside of the root's range, nothing else.
    let outside = format!("{}{}", &text[..root.start_byte()], &text[root.end_byte()..]);
    assert!(outside.trim_start_matches('\u{feff}').is_empty(), "left out {outside:?} of {text:?}");
    check_cover(root, &text);
}

/// At the top, the nodes follow one another without a gap.
fn check_cover(root: Node<'_>, text: &str) {
    let mut at = root.start_byte();
    let mut cursor = root.walk();
    for child in root.children(&mut cursor) {
        assert_eq!(child.start_byte(), at, "a gap before {} in {text:?}", child.kind());
        at = child.end_byte();
    }
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_markdownlang::LANGUAGE.into())
        .expect("the grammar's version fits the library's");
    parser
}

#[test]
fn the_corpus_and_each_of_its_beginnings() {
    let mut parser = parser();
    let inputs = inputs_of_corpus();
    assert!(inputs.len() > 70, "only {} inputs were found", inputs.len());
    for input in inputs {
        for (end, _) in input.char_indices() {
            check(&mut parser, &input[..end]);
        }
        check(&mut parser, input);
        check(&mut parser, &input.replace('\n', "\r\n"));
        check(&mut parser, &format!("\u{feff}{input}"));
    }
}

#[test]
fn random_bytes() {
    let mut parser = parser();
    let mut random = Random(0x5eed_0001);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.next() as u8).collect();
        check(&mut parser, &String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn random_pieces() {
    let mut parser = parser();
    let mut random = Random(0x5eed_0002);
    for _ in 0..20_000 {
        let count = random.below(40);
        let text: String = (0..count).map(|_| PIECES[random.below(PIECES.len())]).collect();
        check(&mut parser, &text);
    }
}

#[test]
fn mutated_examples() {
    let mut parser = parser();
    let mut random = Random(0x5eed_0003);
    let inputs = inputs_of_corpus();
    for _ in 0..8_000 {
        let mut text: Vec<char> = inputs[random.below(inputs.len())].chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len() + 1);
            match random.below(3) {
                0 => {
                    let piece = PIECES[random.below(PIECES.len())];
                    text.splice(at..at, piece.chars());
                }
                1 if at < text.len() => {
                    text.remove(at);
                }
                _ => text.truncate(at.max(text.len() / 2)),
            }
        }
        check(&mut parser, &text.into_iter().collect::<String>());
    }
}

/// Each of these once took time that grew with the square of its length, or would with a careless look ahead.
#[test]
fn long_and_hostile() {
    let mut parser = parser();
    for piece in [
        "(",
        "{{",
        "{{(",
        "{{/*",
        "{{\"",
        "{{`",
        "{{'",
        "{{\\\"}} ",
        "{{ $a, ",
        "{{ ($a,",
        "$a,",
        "{{ .a\n",
        "{{\"{{`{{'",
        "{{ /* ",
        ".a",
        "|",
        "{{ if }}",
        "{{ \"\\",
        "{{-/*",
        "\n---\n",
        "*/",
        "{{/* */",
    ] {
        check(&mut parser, &piece.repeat(40_000));
        check(&mut parser, &format!("{{{{ {}", piece.repeat(40_000)));
    }
}

/// The queries fit the grammar.
#[test]
fn the_queries_compile() {
    let language = tree_sitter_markdownlang::LANGUAGE.into();
    for query in [
        tree_sitter_markdownlang::HIGHLIGHTS_QUERY,
        tree_sitter_markdownlang::INJECTIONS_QUERY,
        tree_sitter_markdownlang::FOLDS_QUERY,
        tree_sitter_markdownlang::INDENTS_QUERY,
        tree_sitter_markdownlang::LOCALS_QUERY,
        tree_sitter_markdownlang::TEXTOBJECTS_QUERY,
    ] {
        tree_sitter::Query::new(&language, query).expect("the query names the grammar's nodes");
    }
}
