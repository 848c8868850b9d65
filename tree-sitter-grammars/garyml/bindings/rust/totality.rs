//! Whatever the text, the tree has no error and no missing node, and every visible character is in a token.

use tree_sitter::{Node, Parser, Tree};

/// Pieces that random documents are put together from: whatever the scanner looks at.
const PIECES: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\n  ",
    "\n  ",
    "\n    ",
    "\r\n",
    "\r",
    "\t",
    " ",
    "  ",
    "#",
    " # ",
    "\"",
    "'",
    "\"\"\"",
    "```",
    "````",
    "```go\n",
    "```garyml\n",
    "\n  ```\n",
    "\n  \"\"\"\n",
    ".",
    ".Plan",
    ".Context",
    ".Diff",
    ".Role",
    ".Execute",
    ".Foo-Bar",
    ".run",
    ".go-vet",
    ":",
    ": ",
    "=",
    "[",
    "]",
    ", ",
    "@",
    "@a1",
    "id",
    "path",
    "key",
    "type=",
    "id: ",
    "x=1 ",
    "true",
    "-1.5e3",
    "1.",
    "\\",
    "\\\"",
    "word",
    "two words",
    "naïve 東京",
    "\u{feff}",
    "\u{1}",
    "::",
    "://",
    "[a, b]",
    "[[a], \"b, c\"]",
    "'it # x'",
    "\u{2028}",
    "\u{b}",
];

const EXAMPLES: &[&str] = &[
    ".GaryML version: 1.0\n.Role: \"Release manager\"\n.Context id=log type=file path=CHANGES.md\n  ```md\n  # 2.1\n  ```\n.Plan\n  1. read @log\n  2. note: stop\n",
    ".Execute\n  .tag name=v2 force=false\n    refs: [@log, \"a, b\", 'c', 1.5]\n    body: \"\"\"\n      many\n      lines\n      \"\"\" # done\n    nested:\n      deep: @log\n",
    ".Diff\n  id: d1\n  format: unified\n  ````diff\n  --- a\n  +++ b\n  ```\n  ````\n.Query \"forgotten colon\"\n.Instructions\n\"\"\"\nleft\n.Role: \"x\"\n",
];

/// xorshift64*: the same documents on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n.max(1)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_garyml::LANGUAGE.into()).expect("the grammar's ABI fits");
    parser
}

fn parse(parser: &mut Parser, text: &str) -> Tree {
    parser.parse(text, None).expect("parsing is never cancelled")
}

/// Fails if the tree has a node that says that something did not parse, or if a token misses a character.
fn check(parser: &mut Parser, text: &str) {
    let text = text.replace('\0', "\u{1}");
    let tree = parse(parser, &text);
    let mut covered = vec![false; text.len()];
    let mut cursor = tree.walk();
    'nodes: loop {
        let node: Node<'_> = cursor.node();
        assert!(!node.is_error() && !node.is_missing(), "{node} in {text:?}: {}", tree.root_node().to_sexp());
        // Text lines hide their only token.
        if node.child_count() == 0 || node.kind() == "text_line" {
            covered[node.byte_range()].fill(true);
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'nodes;
            }
        }
    }
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let lost = text[start..].char_indices().find(|&(i, c)| !" \t\r\n".contains(c) && !covered[start + i]);
    assert!(lost.is_none(), "{lost:?} is in no token of {text:?}: {}", tree.root_node().to_sexp());
}

fn mutate(random: &mut Random, example: &str) -> String {
    let mut chars: Vec<char> = example.chars().collect();
    for _ in 0..random.below(6) {
        let at = random.below(chars.len());
        match random.below(3) {
            0 => drop(chars.drain(at..(at + random.below(12)).min(chars.len()))),
            1 => drop(chars.splice(at..at, random.pick(PIECES).chars())),
            _ => chars.truncate(at),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn random_bytes() {
    let (mut parser, mut random) = (parser(), Random(0x9E37_79B9));
    for _ in 0..1500 {
        let bytes: Vec<u8> = (0..random.below(120)).map(|_| random.below(256) as u8).collect();
        check(&mut parser, &String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn random_pieces() {
    let (mut parser, mut random) = (parser(), Random(0xC0FF_EE11));
    for _ in 0..8000 {
        let text: String = (0..random.below(40)).map(|_| random.pick(PIECES)).collect();
        check(&mut parser, &text);
    }
}

#[test]
fn mutated_examples() {
    let (mut parser, mut random) = (parser(), Random(0x5EED_0001));
    for _ in 0..3000 {
        let example = random.pick(EXAMPLES).replace('\n', random.pick(&["\n", "\r\n"]));
        check(&mut parser, &mutate(&mut random, &example));
    }
}

/// A line ends at LF with all carriage returns before it: these change nothing in the tree.
#[test]
fn carriage_returns_before_a_line_feed_are_its_own() {
    let (mut parser, mut random) = (parser(), Random(0xCA22_1A6E));
    for _ in 0..3000 {
        let text: String = (0..random.below(40)).map(|_| random.pick(PIECES)).collect();
        let text = text.replace('\r', "");
        let plain = parse(&mut parser, &text).root_node().to_sexp();
        for ending in ["\r\n", "\r\r\r\n"] {
            let other = parse(&mut parser, &text.replace('\n', ending)).root_node().to_sexp();
            assert_eq!(plain, other, "{text:?} with {ending:?}");
        }
        let at_end = parse(&mut parser, &format!("{text}\r\r")).root_node().to_sexp();
        assert_eq!(plain, at_end, "{text:?} with carriage returns at its end");
    }
}

#[test]
fn incremental_parsing_gives_the_same_tree() {
    let (mut parser, mut random) = (parser(), Random(0xFACE_FEED));
    for _ in 0..600 {
        let old = random.pick(EXAMPLES);
        let at = random.below(old.len());
        let end = (at + random.below(10)).min(old.len());
        let insert = random.pick(PIECES);
        let new = format!("{}{insert}{}", &old[..at], &old[end..]);
        let mut tree = parse(&mut parser, old);
        let point = |text: &str, at: usize| tree_sitter::Point {
            row: text[..at].matches('\n').count(),
            column: at - text[..at].rfind('\n').map_or(0, |i| i + 1),
        };
        tree.edit(&tree_sitter::InputEdit {
            start_byte: at,
            old_end_byte: end,
            new_end_byte: at + insert.len(),
            start_position: point(old, at),
            old_end_position: point(old, end),
            new_end_position: point(&new, at + insert.len()),
        });
        let again = parser.parse(&new, Some(&tree)).expect("parsing is never cancelled");
        let fresh = parse(&mut parser, &new);
        assert_eq!(again.root_node().to_sexp(), fresh.root_node().to_sexp(), "{old:?} became {new:?}");
    }
}

#[test]
fn every_query_fits_the_grammar() {
    let language = tree_sitter_garyml::LANGUAGE.into();
    for query in [
        tree_sitter_garyml::HIGHLIGHTS_QUERY,
        tree_sitter_garyml::INJECTIONS_QUERY,
        tree_sitter_garyml::FOLDS_QUERY,
        tree_sitter_garyml::INDENTS_QUERY,
        tree_sitter_garyml::LOCALS_QUERY,
        tree_sitter_garyml::TEXTOBJECTS_QUERY,
    ] {
        tree_sitter::Query::new(&language, query).expect("the query names nodes of the grammar");
    }
}

/// Twice the openers cost about twice the time: no opener reads what another one has read.
#[test]
fn many_unterminated_openers_are_read_once() {
    let mut parser = parser();
    for opener in ["  \"\"\"\n  text\n", "  ```x\n", "  key: [a, \"b\n"] {
        let text = format!(".Plan\n{opener}").repeat(40_000);
        let started = std::time::Instant::now();
        let tree = parse(&mut parser, &text);
        assert!(!tree.root_node().has_error());
        // Reading the rest of the text at each opener would take minutes.
        assert!(started.elapsed().as_secs() < 20, "{opener:?} took {:?}", started.elapsed());
    }
}

/// What each injection puts into a document: the language, and the text's first line.
fn injected(text: &str) -> Vec<(String, String)> {
    use tree_sitter::{Query, QueryCursor, StreamingIterator as _};
    let language = tree_sitter_garyml::LANGUAGE.into();
    let query = Query::new(&language, tree_sitter_garyml::INJECTIONS_QUERY).expect("the query fits");
    let tree = parse(&mut parser(), text);
    let mut cursor = QueryCursor::new();
    let mut found = Vec::new();
    let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
    while let Some(one) = matches.next() {
        let settings = query.property_settings(one.pattern_index);
        let fixed =
            settings.iter().find(|p| &*p.key == "injection.language").and_then(|p| p.value.as_deref());
        let node = |name: &str| {
            let index = query.capture_index_for_name(name)?;
            let node = one.nodes_for_capture_index(index).next()?;
            Some(&text[node.byte_range()])
        };
        let language = fixed.or_else(|| node("injection.language")).expect("a language");
        let content = node("injection.content").expect("a content");
        found.push((language.to_owned(), content.trim().lines().next().unwrap_or_default().to_owned()));
    }
    found
}

#[test]
fn each_block_has_the_language_that_it_is_in() {
    let one = |text: &str| injected(text).into_iter().map(|(language, _)| language).collect::<Vec<_>>();
    assert_eq!(one(".Context id=a\n  ```go\n  func a()\n  ```\n"), ["go"]);
    assert_eq!(one(".Plan\n  \"\"\"\n  - one\n  \"\"\"\n"), ["markdown"]);
    assert_eq!(one(".Plan\n  - one\n"), ["markdown"]);
    for diff in ["--- a/x\n  +++ b/x", "*** Begin Patch", "@@ -1 +1 @@", "diff --git a/x b/x", "\n  --- x"] {
        for (open, close) in [("\"\"\"", "\"\"\""), ("```", "```"), ("````diff", "````")] {
            let text = format!(".Diff id=d format=unified\n  {open}\n  {diff}\n  {close}\n");
            assert_eq!(one(&text), ["diff"], "{text}");
        }
        assert_eq!(one(&format!(".Diff id=d\n  {diff}\n")), ["diff"], "{diff}");
    }
    // Lines of files, between markers, are in no language that is known here.
    assert_eq!(one(".Diff id=d\n  \"\"\"\n  <<<<<<< SEARCH\n  - a\n  \"\"\"\n"), [""; 0]);
    // A value under `.Diff` is not a diff, and a diff elsewhere is text.
    assert_eq!(one(".Diff id=d\n  path: \"\"\"\n  --- a\n  \"\"\"\n"), ["markdown"]);
    assert_eq!(one(".Plan\n  \"\"\"\n  --- a/x\n  \"\"\"\n"), ["markdown"]);
}
