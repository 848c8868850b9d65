//! The grammar is total: whatever the text, the tree has neither an `ERROR` nor a `MISSING` node, and a tree that was
//! kept up to date over an edit is the tree of a fresh parse.

use tree_sitter::{InputEdit, Language, Node, Parser, Point, Tree};

/// What documents are made of: everything that means something, and what nearly does.
const FRAGMENTS: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\n\n",
    " ",
    "\t",
    "\r",
    "@p ",
    "@p",
    "@h1 ",
    "@h4",
    "@h5 ",
    "@ul",
    "@ol ",
    "@quote",
    "@code ",
    "@raw",
    "@table ",
    "@x-note ",
    "@x-",
    "@ref ",
    "@ref",
    "@include ",
    "@meta ",
    "@lst",
    "@_",
    "@!",
    "@! ",
    "@",
    "- ",
    "-",
    "> ",
    ">",
    "~~~",
    "~~~~",
    "~~",
    "~",
    "*",
    "_",
    "`",
    "[#",
    "[",
    "]",
    "#",
    "#a",
    "#a-b",
    "#1",
    ":",
    ":12ab",
    "=",
    "\"",
    "\\\"",
    "\\",
    "k=",
    "k=v",
    "k=\"v w\"",
    "ké=1",
    "true",
    "-5",
    "007",
    "word",
    "snake_case",
    "東京",
    "—",
    "\u{feff}",
    "\u{1}",
    "[#a]",
    "[#b:1]",
    "[#c k=v]",
];

/// A generator of pseudo-random numbers (xorshift), so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    fn fragments(&mut self, count: usize) -> String {
        (0..count).map(|_| FRAGMENTS[self.below(FRAGMENTS.len())]).collect()
    }

    fn bytes(&mut self, count: usize) -> String {
        let bytes: Vec<u8> = (0..count).map(|_| self.below(256) as u8).collect();
        String::from_utf8_lossy(&bytes).replace('\0', "\u{1}")
    }

    fn boundary(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Replaces a short stretch of `text` by a fragment, and says where.
    fn edit(&mut self, text: &mut String) -> (usize, usize, usize) {
        let start = self.boundary(text);
        let mut end = (start + self.below(6)).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let fragment = FRAGMENTS[self.below(FRAGMENTS.len())];
        text.replace_range(start..end, fragment);
        (start, end, start + fragment.len())
    }
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&Language::new(tree_sitter_agd::LANGUAGE)).expect("the grammar fits the library");
    parser
}

fn parse(parser: &mut Parser, text: &str, old: Option<&Tree>) -> Tree {
    parser.parse(text, old).expect("nothing cancels the parser")
}

fn assert_total(tree: &Tree, text: &str) {
    assert!(!tree.root_node().has_error(), "{text:?}\n{}", tree.root_node().to_sexp());
}

/// The inputs of the corpus.
fn corpus() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/test/corpus");
    let mut inputs = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let text = std::fs::read_to_string(entry.expect("it can be listed").path()).expect("it can be read");
        let parts: Vec<&str> = text.split(&format!("{}\n", "=".repeat(80))).collect();
        for part in parts.iter().skip(2).step_by(2) {
            let (input, _) = part.split_once(&"-".repeat(80)).expect("an input ends with dashes");
            inputs.push(input.trim_start_matches('\n').to_owned());
        }
    }
    assert!(inputs.len() > 50, "only {} inputs found", inputs.len());
    inputs
}

#[test]
fn corpus_truncated_anywhere() {
    let mut parser = parser();
    for input in corpus() {
        for end in (0..=input.len()).filter(|&end| input.is_char_boundary(end)) {
            let text = &input[..end];
            assert_total(&parse(&mut parser, text, None), text);
        }
    }
}

#[test]
fn corpus_with_other_line_ends() {
    let mut parser = parser();
    for input in corpus() {
        let plain = parse(&mut parser, &input, None).root_node().to_sexp();
        let crlf = parse(&mut parser, &input.replace('\n', "\r\n"), None).root_node().to_sexp();
        assert_eq!(plain, crlf, "{input}");
        let marked = parse(&mut parser, &format!("\u{feff}{input}"), None).root_node().to_sexp();
        assert_eq!(plain, marked, "{input}");
    }
}

#[test]
fn mutated_corpus() {
    let (mut parser, mut random) = (parser(), Random(0x5eed_0001));
    for input in corpus() {
        for _ in 0..200 {
            let mut text = input.clone();
            for _ in 0..=random.below(4) {
                random.edit(&mut text);
            }
            assert_total(&parse(&mut parser, &text, None), &text);
        }
    }
}

#[test]
fn random_bytes() {
    let (mut parser, mut random) = (parser(), Random(0x5eed_0002));
    for _ in 0..5_000 {
        let count = random.below(300);
        let text = random.bytes(count);
        assert_total(&parse(&mut parser, &text, None), &text);
    }
}

#[test]
fn random_fragments() {
    let (mut parser, mut random) = (parser(), Random(0x5eed_0003));
    for _ in 0..20_000 {
        let count = random.below(60);
        let text = random.fragments(count);
        assert_total(&parse(&mut parser, &text, None), &text);
    }
}

#[test]
fn an_edited_tree_is_the_tree_of_a_fresh_parse() {
    let (mut parser, mut random) = (parser(), Random(0x5eed_0004));
    for _ in 0..1_000 {
        let mut text = random.fragments(60);
        let mut tree = parse(&mut parser, &text, None);
        for _ in 0..8 {
            let before = text.clone();
            let (start, old_end, new_end) = random.edit(&mut text);
            tree.edit(&InputEdit {
                start_byte: start,
                old_end_byte: old_end,
                new_end_byte: new_end,
                start_position: point(&text, start),
                old_end_position: point(&before, old_end),
                new_end_position: point(&text, new_end),
            });
            tree = parse(&mut parser, &text, Some(&tree));
            let fresh = parse(&mut parser, &text, None);
            assert_eq!(outline(fresh.root_node()), outline(tree.root_node()), "{before:?}\n{text:?}");
        }
    }
}

fn point(text: &str, at: usize) -> Point {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Point::new(before.matches('\n').count(), at - line_start)
}

/// Kind and range of every node, depth first.
fn outline<'tree>(root: Node<'tree>) -> Vec<(&'tree str, usize, usize)> {
    let (mut nodes, mut cursor) = (Vec::new(), root.walk());
    loop {
        let node = cursor.node();
        nodes.push((node.kind(), node.start_byte(), node.end_byte()));
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return nodes;
            }
        }
    }
}
