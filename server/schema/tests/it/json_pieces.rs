//! A text that is read in pieces is read like the whole text.

use agmark_schema::json::{Scan, read_piece};
use agmark_schema::{Node, Value};

const MANIFEST: &str = "{\n  \"version\": \"0.1\",\n  \"actions\": {\n    \"a\": {\n      \"x\": [1, {\"y\": null}]\n    },\n\
    \"b\": { \"x\": \"}\" },\n    \"c\": {\n      \"x\": 1\n    }\n  },\n  \"pages\": {\n    \"/\": [],\n    \"/b\": {}\n  }\n}\n";

/// What a person may type anywhere.
const TYPED: &[&str] = &[
    "{", "}", "[", "]", "\"", "'", ":", ",", "\n", "/*", "*/", "//", "#", "\\", "\"k\"", "\"k\":", "=", "7",
    "true", "é", "\r\n", "\"k\"\n:", "1 2", "\u{feff}", "}}", "]]", "{{",
];

/// Numbers that look random, and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn edited(numbers: &mut Numbers) -> String {
    let mut text = MANIFEST.to_owned();
    for _ in 0..=numbers.below(4) {
        let mut at = numbers.below(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        if numbers.below(3) == 0 {
            text.remove(at);
        } else {
            text.insert_str(at, TYPED[numbers.below(TYPED.len())]);
        }
    }
    text
}

/// The keys and the places of all values, without the containers around a piece.
fn places(node: &Node, start: usize, out: &mut Vec<(usize, String)>) {
    match &node.value {
        Value::Map(map) => {
            for member in map {
                if member.key.style != agmark_schema::Style::Inherited {
                    out.push((start + member.key.span.start, member.key.text.clone()));
                }
                places(&member.value, start, out);
            }
        }
        Value::List(items) => items.iter().for_each(|item| places(item, start, out)),
        _ => out.push((start + node.span.start, node.kind().to_owned())),
    }
}

#[test]
fn pieces_are_read_like_the_whole() {
    let mut numbers = Numbers(7);
    let mut cuts = 0;
    for _ in 0..4_000 {
        let text = edited(&mut numbers);
        let mut scan = Scan::new(["site", "origin"]);
        let mut pieces: Vec<(usize, Vec<String>)> = vec![(0, Vec::new())];
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if at > 0
                && line.trim_start_matches([' ', '\t']).starts_with('"')
                && let Some([root, inner]) = scan.at_member()
                && root.is_map
                && inner.is_map
            {
                pieces.push((at, vec![root.key.clone()]));
                cuts += 1;
            }
            scan.line(line.strip_suffix('\n').unwrap_or(line));
            at += line.len();
        }
        let whole = read_piece(&text, &[]);
        let is_map: Vec<_> = scan.open().iter().take(2).map(|one| one.is_map).collect();
        assert_eq!(is_map, whole.open.iter().map(|one| one.is_map).collect::<Vec<_>>(), "{text}");
        assert_eq!(scan.open().len() > 2, whole.leaves_more_open, "{text}");

        let (mut found, mut problems) = (Vec::new(), Vec::new());
        let ends = pieces.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
        for ((start, keys), end) in pieces.iter().zip(ends) {
            let keys: Vec<_> = keys.iter().map(String::as_str).collect();
            let piece = read_piece(&text[*start..end], &keys);
            places(&piece.parsed.root, *start, &mut found);
            problems.extend(piece.parsed.problems.iter().map(|one| (start + one.span.start, one.kind)));
        }
        let mut expected = Vec::new();
        places(&whole.parsed.root, 0, &mut expected);
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{text}");
        // A key that is given twice in different pieces is found by the names.
        let is_local = |kind| kind != agmark_schema::ProblemKind::DuplicateKey;
        problems.retain(|(_, kind)| is_local(*kind));
        problems.sort_by_key(|(at, _)| *at);
        let whole = whole.parsed.problems.iter().map(|one| (one.span.start, one.kind));
        let mut whole: Vec<_> = whole.filter(|(_, kind)| is_local(*kind)).collect();
        whole.sort_by_key(|(at, _)| *at);
        assert_eq!(problems, whole, "{text}");
    }
    assert!(cuts > 4_000, "{cuts}");
}
