//! A small format: each line is a name, which is defined once.

use agmark_syntax::{
    Analysis, Definition, FixKind, Format, FormatInfo, LineScan, Name, Piece, Rule, Severity, Span, State,
};

static DUPLICATE: Rule = Rule {
    code: "toy/duplicate",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "duplicate name",
    help: "A name stands on one line only. Remove one of the lines.",
    bad: &["a\na\n"],
    good: &["a\nb\n"],
};

pub struct Toy;

struct Scan;

impl LineScan for Scan {
    fn may_cut(&self, line: &str) -> bool {
        // A grammar skips a byte order mark where a text starts.
        !line.trim().is_empty() && !line.starts_with('\u{feff}')
    }
    fn pass(&mut self, _: &str) {}
    fn state(&self) -> State {
        State::default()
    }
}

impl Format for Toy {
    const INFO: FormatInfo = FormatInfo {
        language_ids: &["toy"],
        extensions: &["toy"],
        highlights: tree_sitter_toy::HIGHLIGHTS_QUERY,
        rules: &[&DUPLICATE],
        ..FormatInfo::new("toy", "toy", tree_sitter_toy::LANGUAGE)
    };
    type Chunk = ();
    type Summary = ();

    fn scan(&self, _: &State) -> Box<dyn LineScan> {
        Box::new(Scan)
    }

    fn analyze(&self, piece: &Piece<'_>) -> Analysis<(), ()> {
        let mut analysis = Analysis::default();
        let mut at = 0;
        for line in piece.text.split_inclusive('\n') {
            let name = line.trim();
            if !name.is_empty() {
                let start = at + line.len() - line.trim_start().len();
                let span = Span::new(start, start + name.len());
                let (name, unique) = (Name::new("name", name), Some(&DUPLICATE));
                analysis.definitions.push(Definition { name, span, whole: span, global: false, unique });
            }
            at += line.len();
        }
        analysis
    }
}
