//! Whatever is edited, in whatever unit columns are counted, a document is what a fresh one would be.

use std::sync::Arc;

use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Document, Encoding, Position, Splice};

use crate::formats;
use crate::generate::Generator;

const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

/// Documents that are edited, for each format and encoding.
const DOCUMENTS: u64 = 12;

/// Edits of each document.
const EDITS: usize = 25;

/// Edits documents of a format at random.
pub fn check(name: &str) {
    for format in formats::named(name) {
        let mut examples: Vec<_> = formats::examples(name).into_iter().map(|(_, text)| text).collect();
        // Long enough for many chunks.
        examples.push(examples.concat().repeat(2));
        for encoding in ENCODINGS {
            for seed in 0..DOCUMENTS {
                edit_one(&format, &mut Generator::new(&examples, seed), encoding);
            }
        }
    }
}

fn edit_one(format: &Arc<dyn AnyFormat>, generator: &mut Generator, encoding: Encoding) {
    let mut model = generator.example();
    let mut document = Document::new(Arc::clone(format), &model);
    for _ in 0..EDITS {
        let (from, to) = (place(generator, &model), place(generator, &model));
        // Mostly small ones; `to` may lie before `from`.
        let to = if generator.below(5) == 0 {
            to
        } else {
            Position { line: from.line, column: from.column + generator.below(4) as u32 }
        };
        let with = if generator.below(4) == 0 { String::new() } else { generator.part() };
        let splice = Splice::from_positions(document.text(), (from, to), with.clone(), encoding);
        let before = model.clone();
        let (a, b) = (offset(&model, from, encoding), offset(&model, to, encoding));
        replace(&mut model, a, b, &with);
        document.edit(&splice);
        let what = || format!("{from:?}..{to:?} became {with:?} ({encoding:?}) in:\n{before:?}");
        assert_eq!(document.text().to_string(), model, "{}", what());
        same(&document, &Document::new(Arc::clone(format), &model), what);
    }
    let found = |d: &Document| diagnose(d, &EmptyWorld, &Settings::default());
    assert_eq!(found(&document), found(&Document::new(Arc::clone(format), &model)), "in {model:?}");
}

/// A position, sometimes beyond the end of its line or of the text.
fn place(generator: &mut Generator, text: &str) -> Position {
    let lines = text.split('\n').count();
    let line = generator.below(lines + 1);
    let width = text.split('\n').nth(line).map_or(0, str::len);
    Position { line: line as u32, column: generator.below(width + 3) as u32 }
}

/// What an edit means in a plain string. The half of a character that stays becomes U+FFFD.
fn replace(text: &mut String, one: Offset, other: Offset, with: &str) {
    let (start, end) = (one.min(other), one.max(other));
    let half = |split: bool| if split { "\u{fffd}" } else { "" };
    let rest = text[end.byte..].chars().next().filter(|_| end.splits).map_or(0, char::len_utf8);
    let with = format!("{}{with}{}", half(start.splits), half(end.splits));
    text.replace_range(start.byte..end.byte + rest, &with);
}

/// A place in a plain string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Offset {
    byte: usize,
    /// Whether it lies between the two UTF-16 units of the character at `byte`.
    splits: bool,
}

/// What a position means in a plain string: the protocol's rules, written down once more.
fn offset(text: &str, at: Position, encoding: Encoding) -> Offset {
    let whole = |byte| Offset { byte, splits: false };
    let bytes = text.as_bytes();
    let ends_line = |i: usize| bytes[i] == b'\n' || (bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
    let starts = std::iter::once(0).chain((0..bytes.len()).filter(|i| ends_line(*i)).map(|i| i + 1));
    let Some(start) = starts.into_iter().nth(at.line as usize) else { return whole(text.len()) };
    let mut left = at.column as usize;
    for (i, c) in text[start..].char_indices() {
        let width = match encoding {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        };
        if c == '\n' || c == '\r' || left < width {
            return Offset {
                byte: start + i,
                splits: encoding == Encoding::Utf16 && left > 0 && left < width,
            };
        }
        left -= width;
    }
    whole(text.len())
}

fn same(edited: &Document, fresh: &Document, what: impl Fn() -> String) {
    let chunks =
        |d: &Document| d.chunks().iter().map(|(start, chunk)| (start, Arc::clone(chunk))).collect::<Vec<_>>();
    assert_eq!(chunks(edited), chunks(fresh), "{}", what());
    let names = |d: &Document| {
        let mut all: Vec<_> = d
            .names()
            .iter()
            .map(|(name, there)| (name.clone(), there.definitions.len(), there.references.len()))
            .collect();
        all.sort();
        all
    };
    assert_eq!(names(edited), names(fresh), "{}", what());
}
