//! Whatever is edited, a document is what a fresh one of the same text would be.

use std::sync::Arc;

use agmark_syntax::{
    Analysis, Definition, Document, Encoding, FixKind, Format, FormatInfo, JoinedSplice, LineScan, Name,
    Piece, Position, Reference, Rule, Severity, Span, Splice, State, Symbol, SymbolKind, Target, Text,
};
use proptest::prelude::*;

static TWICE: Rule = Rule {
    code: "toy/twice",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "",
    help: "",
    bad: &[],
    good: &[],
};

/// Lines `=name` define, `?name` use, `~~` opens and closes a fence in which nothing is cut; `#n` sets a
/// number that the state carries. The format fails on a line `!scan` when it cuts a text, on `!analyze` when it
/// understands a piece.
struct Toy;

#[derive(Clone, Default)]
struct Scan {
    fenced: bool,
    number: u32,
}

impl LineScan for Scan {
    fn may_cut(&self, line: &str) -> bool {
        !self.fenced && line.starts_with(['=', '?'])
    }
    fn pass(&mut self, line: &str) {
        assert!(line != "!scan", "a fault of the format, for a test");
        self.fenced ^= line.trim_end() == "~~";
        if let Some(n) = line.strip_prefix('#') {
            self.number = n.trim().len() as u32;
        }
    }
    fn state(&self) -> State {
        State([self.number].into_iter().collect())
    }
}

impl Format for Toy {
    const INFO: FormatInfo = FormatInfo {
        language_ids: &["toy"],
        extensions: &["toy"],
        rules: &[&TWICE],
        ..FormatInfo::new("toy", "Toy", tree_sitter_json::LANGUAGE)
    };
    /// How many lines there are, and the state at the start.
    type Chunk = (usize, Vec<u32>);
    type Summary = ();

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(Scan { fenced: false, number: state.0.first().copied().unwrap_or(0) })
    }
    fn analyze(&self, piece: &Piece<'_>) -> Analysis<Self::Chunk, Self::Summary> {
        let state = piece.state.0.iter().copied().collect();
        let mut analysis: Analysis<_, _> =
            Analysis { data: Some((piece.text.lines().count(), state)), ..Analysis::default() };
        let mut at = 0;
        for line in piece.text.split_inclusive('\n') {
            let span = Span::new(at + 1, at + line.trim_end().len().max(1));
            if line.starts_with('=') {
                let name = Name::new("id", span.text(piece.text));
                analysis.symbols.push(Symbol {
                    name: name.to_string().into(),
                    detail: format!("{:?}", piece.state).into(),
                    kind: SymbolKind::Key,
                    depth: 0,
                    span,
                    selection: span,
                    extends: true,
                    global: true,
                });
                analysis.definitions.push(Definition {
                    name,
                    span,
                    whole: span,
                    global: false,
                    unique: Some(&TWICE),
                });
            } else if line == "!analyze\n" {
                panic!("a fault of the format, for a test");
            } else if line.starts_with('?') {
                let name = Name::new("id", span.text(piece.text));
                analysis.references.push(Reference { name, span, target: Target::File, resolved: None });
            }
            at += line.len();
        }
        analysis
    }
}

fn assert_fresh(document: &Document, text: &str) {
    assert_eq!(document.text().to_string(), text);
    let fresh = Document::new(Arc::new(Toy), text);
    let all = |d: &Document| d.chunks().iter().map(|(s, c)| (s, Arc::clone(c))).collect::<Vec<_>>();
    let (ours, theirs) = (all(document), all(&fresh));
    let starts = |c: &[(usize, Arc<_>)]| c.iter().map(|(s, _)| *s).collect::<Vec<_>>();
    assert_eq!(starts(&ours), starts(&theirs), "cuts of {text:?}");
    assert_eq!(ours, theirs);
    let sorted = |d: &Document| {
        let mut v: Vec<_> =
            d.names().iter().map(|(n, o)| (n.clone(), o.definitions.len(), o.references.len())).collect();
        v.sort();
        let mut repeated: Vec<_> = d.names().repeated().cloned().collect();
        let mut dangling: Vec<_> = d.names().dangling().cloned().collect();
        repeated.sort();
        dangling.sort();
        (v, repeated, dangling)
    };
    assert_eq!(sorted(document), sorted(&fresh));
    for (start, chunk) in document.chunks().iter() {
        assert_eq!(document.chunk_at(start).map(|(s, c)| (s, c.id())), Some((start, chunk.id())));
        assert_eq!(document.chunks().back_from(start).next().map(|(s, _)| s), Some(start));
    }
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "=[a-f]{1,2}\n",
        4 => "\\?[a-f]{1,2}\n",
        4 => "plain é東🎉 [a-z ]{0,60}\n",
        1 => Just("~~\n".to_owned()),
        1 => "#x{0,2}\n",
        1 => "=same\n".prop_map(|l| l.repeat(60)),
        1 => "x\r\n",
        1 => "[\\r\\n=?~]{0,4}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(line(), 0..120).prop_map(|l| l.concat())
}

/// A plain model of a position in one encoding: its offset, and whether it splits the character there.
fn model(text: &str, at: Position, encoding: Encoding) -> (usize, bool) {
    let mut starts = vec![0];
    let bytes = text.as_bytes();
    for i in 0..bytes.len() {
        if bytes[i] == b'\n' || (bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n')) {
            starts.push(i + 1);
        }
    }
    let Some(&start) = starts.get(at.line as usize) else { return (text.len(), false) };
    let mut left = at.column as usize;
    let mut offset = start;
    for c in text[start..].chars() {
        let width = match encoding {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        };
        if c == '\n' || c == '\r' {
            break;
        }
        if left < width {
            return (offset, left > 0 && encoding == Encoding::Utf16);
        }
        left -= width;
        offset += c.len_utf8();
    }
    (offset, false)
}

fn encoding() -> impl Strategy<Value = Encoding> {
    prop_oneof![Just(Encoding::Utf8), Just(Encoding::Utf16), Just(Encoding::Utf32)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn edits_leave_a_fresh_document(
        start in text(),
        edits in proptest::collection::vec((any::<u16>(), any::<u16>(), text(), any::<bool>()), 1..8),
    ) {
        let mut model = start.clone();
        let mut document = Document::new(Arc::new(Toy), &start);
        for (at, len, with, small) in edits {
            let mut a = at as usize % (model.len() + 1);
            let mut b = (a + if small { len as usize % 4 } else { len as usize % 3000 }).min(model.len());
            while !model.is_char_boundary(a) { a -= 1; }
            while !model.is_char_boundary(b) { b += 1; }
            let with = if small { with.chars().take(2).collect() } else { with };
            model.replace_range(a..b, &with);
            document.edit(&Splice { start: a, end: b, text: with });
            assert_fresh(&document, &model);
        }
    }

    #[test]
    fn changes_that_are_joined_are_one_change(
        start in text(),
        place in any::<u16>(),
        changes in proptest::collection::vec((-700i64..700, 0usize..6, "[a-zé🎉=\n]{0,6}"), 1..30),
    ) {
        let mut text = Text::new(&start);
        let mut document = Document::new(Arc::new(Toy), &start);
        let mut waiting: Option<JoinedSplice> = None;
        let mut place = i64::from(place) % (start.len() as i64 + 1);
        for (far, len, with) in changes {
            place = (place + far).clamp(0, text.len() as i64);
            let at = text.floor(place as usize);
            let splice = Splice { start: at, end: text.ceil((at + len).min(text.len())), text: with };
            if !waiting.as_mut().is_some_and(|waiting| waiting.join(&splice))
                && let Some(before) = waiting.replace(JoinedSplice::new(&splice))
            {
                document.edit(&before.splice(&text));
                prop_assert_eq!(document.text().to_string(), text.to_string());
            }
            text.replace(splice.start..splice.end, &splice.text);
        }
        if let Some(waiting) = waiting {
            document.edit(&waiting.splice(&text));
        }
        assert_fresh(&document, &text.to_string());
    }

    #[test]
    fn positions_are_those_of_a_plain_string(
        text in text(),
        line in 0u32..90,
        column in 0u32..80,
        to in (0u32..90, 0u32..80),
        with in "[a-zé🎉\r\n]{0,6}",
        encoding in encoding(),
    ) {
        let rope = Text::new(&text);
        let (a, b) = (Position { line, column }, Position { line: to.0, column: to.1 });
        let (offset, _) = model(&text, a, encoding);
        prop_assert_eq!(rope.offset(a, encoding), offset);
        prop_assert_eq!(rope.offset(rope.position(offset, encoding), encoding), offset);
        let splice = Splice::from_positions(&rope, (a, b), with.clone(), encoding);
        let (x, y) = (model(&text, a, encoding), model(&text, b, encoding));
        let ((start, in_start), (end, in_end)) = (x.min(y), x.max(y));
        // Of a character that is split the other half stays: U+FFFD.
        let half = |splits: bool| if splits { "\u{fffd}" } else { "" };
        let end = end + if in_end { text[end..].chars().next().map_or(0, char::len_utf8) } else { 0 };
        let mut expected = text.clone();
        expected.replace_range(start..end, &format!("{}{with}{}", half(in_start), half(in_end)));
        let mut document = Document::new(Arc::new(Toy), &text);
        document.edit(&splice);
        assert_fresh(&document, &expected);
    }

    #[test]
    fn replacing_the_whole_text_is_as_small_as_the_difference(old in text(), new in text()) {
        let splice = Splice::whole(&Text::new(&old), &new);
        let mut text = old.clone();
        text.replace_range(splice.start..splice.end, &splice.text);
        prop_assert_eq!(text, new);
    }
}

#[test]
fn a_keystroke_replaces_few_chunks() {
    let text: String = (0..4000).map(|i| format!("=name{i}\nsome text that goes with it {i}\n")).collect();
    let mut document = Document::new(Arc::new(Toy), &text);
    let before: Vec<_> = document.chunks().iter().map(|(_, c)| c.id()).collect();
    assert!(before.len() > 60, "{} chunks", before.len());
    document.edit(&Splice { start: 70_000, end: 70_000, text: "x".into() });
    let fresh = document.chunks().iter().filter(|(_, c)| !before.contains(&c.id())).count();
    assert!((1..=3).contains(&fresh), "{fresh} new chunks");
    let largest = document.chunks().iter().map(|(_, c)| c.len()).max().unwrap_or(0);
    assert!(largest < 10_000, "a chunk of {largest} bytes");
}

#[test]
fn a_split_character_leaves_one_unit_for_each_half() {
    let at = |column| Position { line: 0, column };
    for (from, to, with, want) in [
        (1, 2, "", "a\u{fffd}b"),
        (2, 3, "", "a\u{fffd}b"),
        (2, 2, "x", "a\u{fffd}x\u{fffd}b"),
        (0, 2, "", "\u{fffd}b"),
        (3, 2, "", "a\u{fffd}b"),
        (1, 3, "", "ab"),
    ] {
        let text = Text::new("a🎉b");
        let splice = Splice::from_positions(&text, (at(from), at(to)), with.into(), Encoding::Utf16);
        let mut now = text.clone();
        now.replace(splice.start..splice.end, &splice.text);
        assert_eq!(now.to_string(), want, "{from}..{to}");
    }
}

fn codes(document: &Document) -> Vec<&'static str> {
    let found =
        document.chunks().iter().flat_map(|(_, c)| c.analysis().diagnostics.iter().map(|d| d.rule.code));
    found.collect()
}

#[test]
fn an_edit_on_which_the_format_fails_is_not_lost() {
    let text: String = (0..400).map(|i| format!("=name{i}\nsome text that goes with it {i}\n")).collect();
    for fault in ["!scan\n", "!analyze\n"] {
        for at in [0, text.len() / 2 / 8 * 8, text.len()] {
            let at = text[..at].rfind('\n').map_or(0, |i| i + 1);
            let mut document = Document::new(Arc::new(Toy), &text);
            let mut now = text.clone();
            now.insert_str(at, fault);
            let changed = document.edit(&Splice { start: at, end: at, text: fault.into() });
            assert_eq!(document.text().to_string(), now);
            assert_eq!(codes(&document), ["agmark/fault"], "{fault:?} at {at}");
            if fault == "!scan\n" {
                assert_eq!(changed.len(), 400, "no name is defined any more");
                assert_eq!(document.names().iter().count(), 0);
            }
            // Another edit elsewhere: positions are those of the text.
            let end = now.len();
            now.push_str("=last\n");
            document.edit(&Splice { start: end, end, text: "=last\n".into() });
            assert_eq!(document.text().to_string(), now);
            assert_eq!(codes(&document), ["agmark/fault"]);
            // Without what it fails on all is as in a fresh document.
            now.replace_range(at..at + fault.len(), "");
            document.edit(&Splice { start: at, end: at + fault.len(), text: String::new() });
            assert_fresh(&document, &now);
            assert_eq!(codes(&document), Vec::<&str>::new());
        }
    }
}

#[test]
fn a_text_on_which_the_format_fails_is_a_document_that_says_so() {
    for text in ["!scan\n", "=a\n!scan\n=b\n", "!analyze\n"] {
        let mut document = Document::new(Arc::new(Toy), text);
        assert_eq!((document.text().to_string().as_str(), codes(&document)), (text, vec!["agmark/fault"]));
        assert_eq!(Document::analyze(&Toy, text).len(), 1);
        document.edit(&Splice { start: 0, end: text.len(), text: "=c\n".into() });
        assert_fresh(&document, "=c\n");
    }
}
