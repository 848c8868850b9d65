//! What holds for every document.

use crate::common::{DIFF, PAGE, WORDS, WRONG, anml, long};
use agmark_syntax::parse::parse;
use agmark_syntax::testing::{Random, check_edits, check_total, diagnostics, formatted};
use agmark_syntax::{Diagnostic, Document, Ending, Piece, State};
use proptest::prelude::*;

/// Random documents: some made of words, some of the samples with parts taken out and put in.
fn document(seed: u64) -> String {
    let mut random = Random(seed | 1);
    match random.below(4) {
        0 => random.text(&WORDS, 60),
        1 => format!("---\n{}", random.text(&WORDS, 30)),
        n => {
            let mut lines: Vec<&str> =
                if n == 2 { PAGE } else { DIFF }.lines().chain(WRONG.lines()).collect();
            for _ in 0..random.below(30) {
                let (a, b) = (random.below(lines.len()), random.below(lines.len()));
                match random.below(3) {
                    0 => lines.swap(a, b),
                    1 => drop(lines.remove(a)),
                    _ => lines.insert(a, WORDS[random.below(WORDS.len())]),
                }
            }
            let end = if random.below(3) == 0 { "\r\n" } else { "\n" };
            lines.join(end)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn trees_are_total_and_chunks_read_like_the_whole(seed in any::<u64>()) {
        check_total(&anml(), &document(seed));
    }

    /// Wherever the document is cut, its chunks find what the whole would.
    #[test]
    fn chunks_understand_what_the_whole_does(seed in any::<u64>()) {
        let text = document(seed);
        let format = anml();
        let document = Document::new(format.clone(), &text);
        let mut parts: Vec<Diagnostic> = document
            .chunks()
            .iter()
            .flat_map(|(start, c)| c.analysis().diagnostics.iter().map(move |d| d.clone().shifted(start)))
            .collect();
        let (tree, state) = (parse(&format.info().language(), &text, None).expect("not too large"), State::default());
        let mut whole = format.analyze(&Piece { text: &text, tree: &tree, state: &state }).diagnostics;
        parts.sort_by_key(|d| d.span);
        whole.sort_by_key(|d| d.span);
        prop_assert_eq!(parts, whole, "{:?}", text);
        // Formats write LF; the document's own line ending comes back afterwards.
        let text = Ending::Lf.write(&text);
        let tree = parse(&format.info().language(), &text, None).expect("not too large");
        let whole = format.format(&Piece { text: &text, tree: &tree, state: &state }, true);
        // A line that is kept may end in a CR: with its LF it is a line ending.
        let whole = whole.map(|whole| Ending::Lf.write(&whole.text).into_owned());
        prop_assert_eq!(Some(formatted(anml(), &text)), whole, "{:?}", text);
    }

    #[test]
    fn canonical_form_is_a_fixed_point(seed in any::<u64>()) {
        let text = document(seed);
        let once = formatted(anml(), &text);
        prop_assert_eq!(&formatted(anml(), &once), &once, "{:?}", text);
    }

    /// Formatting takes nothing out and puts nothing in that a rule would see.
    #[test]
    fn formatting_finds_no_new_mistakes(seed in any::<u64>()) {
        let text = document(seed);
        let codes = |text: &str| {
            let found = diagnostics(anml(), text);
            let lines = found.lines().filter(|l| !l.starts_with(' '));
            let mut codes: Vec<_> = lines.filter_map(|l| l.split(' ').nth(2)).map(str::to_owned).collect();
            // Rules that formatting fixes.
            codes.retain(|c| c != "anml/bare-state");
            codes.sort();
            codes
        };
        prop_assert_eq!(codes(&formatted(anml(), &text)), codes(&text), "{:?}", text);
    }
}

#[test]
fn edits_leave_what_a_fresh_document_would_be() {
    let wide = format!(
        "---\ndepth: 9\nbudget: 90\n---\n{}",
        long(PAGE.split_once("---\nbanner").map_or("", |p| p.1), 4)
    );
    for (i, text) in [PAGE, DIFF, WRONG, &wide].into_iter().enumerate() {
        check_edits(&anml(), text, &WORDS, 77 + i as u64, 150);
    }
}

/// Tables and content that are long enough to be cut inside.
#[test]
fn edits_of_what_is_cut_inside() {
    let rows: String = (0..1400).map(|i| format!("  | {i} | row |\n")).collect();
    let lines: String = (0..300).map(|i| format!("  > line {i} of the log\n")).collect();
    let text = format!("resultset rows=2000\n  | id | what |\n{rows}output\n{lines}p \"end\"\n");
    let document = agmark_syntax::Document::new(anml(), &text);
    let inside = document.chunks().iter().filter(|(start, _)| text[*start..].starts_with("  ")).count();
    assert!(inside > 4, "{inside} cuts inside of tables and content");
    check_total(&anml(), &text);
    check_edits(&anml(), &text, &["| x |\n", "p\n", "  | a | b | c |\n", "\n", "  > y\n"], 5, 60);
    let once = formatted(anml(), &text);
    assert_eq!(formatted(anml(), &once), once);
}
