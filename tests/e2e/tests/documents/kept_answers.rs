//! Answers that are joined from parts that chunks keep: they equal those of a new document, after any edits, and what is
//! found at one place equals what a walk through the document finds.

use std::collections::BTreeMap;
use std::sync::Arc;

use agmark_syntax::ancestors::{ancestors, selections};
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::format::{format_document, layout_edits};
use agmark_syntax::line_columns::LineColumns;
use agmark_syntax::outline::{OutlineItem, fold_rows, outline, rows};
use agmark_syntax::testing::Random;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Document, Edit, Encoding, LfDocument, Name, Span, Splice, Target};

use crate::formats::{self, all};
use crate::generate::Generator;

/// The texts of a format, and all of them in one, which has many chunks.
fn texts(format: &Arc<dyn AnyFormat>) -> Vec<String> {
    let mut all: Vec<_> = formats::examples(format.info().name).into_iter().map(|(_, text)| text).collect();
    all.extend(formats::rule_examples(&**format));
    all.push(all.concat());
    all
}

/// Offsets at characters of a text, at most a hundred.
fn offsets(document: &Document) -> Vec<usize> {
    let len = document.text().len();
    (0..=len).step_by(len / 100 + 1).map(|at| document.text().floor(at)).collect()
}

/// The symbols whose line of ancestors leads to the last one that starts at or before an offset.
fn walked(items: &[OutlineItem], offset: usize) -> Vec<OutlineItem> {
    let mut path: Vec<OutlineItem> = Vec::new();
    for item in items.iter().take_while(|item| item.span.start as usize <= offset) {
        path.retain(|open| open.symbol.depth < item.symbol.depth);
        path.push(item.clone());
    }
    path
}

#[test]
fn the_symbols_around_a_place_are_those_of_the_outline() {
    let mut count = 0;
    for format in all() {
        for text in texts(&format) {
            let document = Document::new(Arc::clone(&format), &text);
            let items = outline(&document);
            for offset in offsets(&document) {
                let (found, expected) = (ancestors(&document, offset), walked(&items, offset));
                assert_eq!(found, expected, "{} at {offset} of {text:?}", format.info().title);
                count += found.len();
                // All that an expanding selection can reach.
                let mut near = ancestors(&document, offset.saturating_sub(1));
                near.extend(found);
                let around = items.iter().filter(|item| item.span.touches(offset));
                for item in around.filter(|_| format.info().name != "aaf") {
                    assert!(near.contains(item), "{item:?} at {offset} of {text:?}");
                }
                let selected = selections(&document, offset);
                assert!(selected.windows(2).all(|two| two[1].covers(two[0])), "at {offset} of {text:?}");
            }
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn formatting_by_edits_is_formatting() {
    for format in all().into_iter().filter(|format| format.info().can_format) {
        for text in texts(&format) {
            let crlf = text.replace("\r\n", "\n").replace('\n', "\r\n");
            for text in [&text, &crlf] {
                let document = Document::new(Arc::clone(&format), text);
                let (edits, formatted) = (layout_edits(&document), format_document(&document));
                let (Some(edits), Some(formatted)) = (edits, formatted) else { continue };
                let edits: Vec<_> = edits.iter().map(|edit| document.text().ending().edit(edit)).collect();
                assert_eq!(Edit::apply(text, &edits), formatted.text, "{}:\n{text:?}", format.info().title);
            }
        }
    }
}

/// Compares the columns of line ends with those of the text.
fn line_ends(document: &Document) {
    let (columns, text) = (LineColumns::of(document, Encoding::Utf16), document.text());
    for line in 0..text.line_count() {
        let end = text.position(text.line_range(line).end, Encoding::Utf16);
        assert_eq!(columns.end(end.line), end.column, "line {line} of {text:?}");
    }
}

/// Compares the references to each name with those that a walk through all chunks finds.
fn references(document: &Document) {
    let mut all: BTreeMap<Name, Vec<(Span, &Target)>> = BTreeMap::new();
    for (start, chunk) in document.chunks().iter() {
        for reference in &chunk.analysis().references {
            let place = (reference.span.shifted(start), &reference.target);
            all.entry(reference.name.clone()).or_default().push(place);
        }
    }
    for (name, expected) in all {
        assert_eq!(document.all_references(&name), expected, "{name:?} in {:?}", document.text());
        assert_eq!(document.count_references(&name, |_| true), expected.len(), "{name:?}");
    }
}

#[test]
fn joined_answers_after_edits_are_those_of_a_new_document() {
    for format in all() {
        let mut random = Random(5);
        let examples = texts(&format);
        for seed in 0..4 {
            let mut generator = Generator::new(&examples, seed);
            let mut model = generator.example();
            let mut document = Document::new(Arc::clone(&format), &model);
            for _ in 0..12 {
                // What is asked before an edit is kept.
                drop((rows(&document, Encoding::Utf16), layout_edits(&document)));
                drop(LineColumns::of(&document, Encoding::Utf16));
                let at = document.text().floor(random.below(model.len() + 1));
                let end = document.text().floor((at + random.below(40)).min(model.len()));
                let text = random.text(&["\n", "x", "#a", "  ", "é", "\n\n", "~~~\n"], 4);
                model.replace_range(at..end, &text);
                document.edit(&Splice { start: at, end, text });
                let fresh = Document::new(Arc::clone(&format), &model);
                let shown = |document: &Document| {
                    let rows = rows(document, Encoding::Utf16).into_iter();
                    rows.map(|row| (row.span, row.start, row.end, row.selection, row.level))
                        .collect::<Vec<_>>()
                };
                assert_eq!(shown(&document), shown(&fresh), "{model:?}");
                for row in rows(&document, Encoding::Utf16) {
                    let at = |offset: u32| document.text().position(offset as usize, Encoding::Utf16);
                    assert_eq!((row.start, row.end), (at(row.span.start), at(row.span.end)), "{model:?}");
                }
                let folds = |document: &Document| fold_rows(document, Encoding::Utf16);
                assert_eq!(folds(&document), folds(&fresh), "{model:?}");
                assert_eq!(layout_edits(&document), layout_edits(&fresh), "{model:?}");
                line_ends(&document);
                references(&document);
            }
        }
    }
}

#[test]
fn the_copy_with_lf_follows_edits() {
    for format in all() {
        let mut random = Random(8);
        for text in texts(&format).into_iter().rev().take(3) {
            let mut model = text.replace("\r\n", "\n").replace('\n', "\r\n");
            let mut document = Document::new(Arc::clone(&format), &model);
            for _ in 0..8 {
                let at = document.text().floor(random.below(model.len() + 1));
                let end = document.text().floor((at + random.below(60)).min(model.len()));
                let text = random.text(&["\r\n", "x", "\n", "\r", "#a", "é", "~~~\r\n"], 4);
                model.replace_range(at..end, &text);
                document.edit(&Splice { start: at, end, text });
                // The second time nothing has changed.
                drop(LfDocument::of(&document));
                let copy = LfDocument::of(&document);
                let fresh = Document::new(Arc::clone(&format), &model);
                let expected = LfDocument::of(&fresh);
                let (copied, wanted) = (copy.document(), expected.document());
                assert_eq!(copied.text().to_string(), wanted.text().to_string(), "{model:?}");
                assert!(copied.chunks().iter().eq(wanted.chunks().iter()), "{model:?}");
                for offset in offsets(&document).into_iter().step_by(7) {
                    let there = copy.offset(offset);
                    let before = model[..offset].replace("\r\n", "\n");
                    let inside = model[..offset].ends_with('\r') && model[offset..].starts_with('\n');
                    if model.contains("\r\r\n") {
                        continue;
                    }
                    assert_eq!(there, before.len() - usize::from(inside), "{offset} of {model:?}");
                    let back = copy.edit(Edit::insert(there, "")).span.start as usize;
                    assert_eq!(back, offset - usize::from(inside), "{offset} of {model:?}");
                }
            }
        }
    }
}

/// A text of some groups of chunks.
fn long(format: &Arc<dyn AnyFormat>) -> String {
    let all = texts(format).pop().unwrap_or_default();
    all.repeat(1 + 250_000 / all.len().max(1))
}

#[test]
fn kept_diagnostics_after_edits_are_those_of_a_new_document() {
    for format in all() {
        let mut random = Random(11);
        // The rule for layout formats the whole document.
        let mut settings = Settings::default();
        format.info().off_by_default.iter().for_each(|code| settings.set(code, None));
        let found = |document: &Document| diagnose(document, &EmptyWorld, &settings);
        let mut model = long(&format);
        let mut document = Document::new(Arc::clone(&format), &model);
        let mut count = 0;
        for round in 0..6 {
            // What is found before an edit is kept.
            drop(found(&document));
            let borders: Vec<_> = document.chunks().groups().map(|group| group.start).collect();
            let border = borders[random.below(borders.len())];
            // At the border of two groups, across it, and in any place.
            let at =
                [border, border.saturating_sub(random.below(3)), random.below(model.len() + 1)][round % 3];
            let at = document.text().floor(at);
            let end = document.text().floor((at + [0, 1, 2000][random.below(3)]).min(model.len()));
            let text = random.text(&["\n", "\r\n", "x", "#a", "\"", "<", "{", "é"], 4);
            model.replace_range(at..end, &text);
            document.edit(&Splice { start: at, end, text });
            let fresh = Document::new(Arc::clone(&format), &model);
            let (found, expected) = (found(&document), found(&fresh));
            let first = found.iter().zip(&expected).find(|(one, other)| one != other);
            assert_eq!((first, found.len()), (None, expected.len()), "{} at {at}", format.info().title);
            count += found.len();
        }
        assert!(count > 0, "{}", format.info().title);
    }
}
