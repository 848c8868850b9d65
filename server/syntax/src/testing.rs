//! Helpers for the tests of all formats. They are not part of the program.

use std::fmt::Write as _;
use std::sync::Arc;

pub use crate::world::memory::Files;

use crate::diagnostics::diagnose;
use crate::document::outline::outline;
use crate::world::{EmptyWorld, Settings};
use crate::{AnyFormat, Applicability, Chunk, Document, Encoding, FixKind, Position, Rule, Splice, World};

/// The diagnostics of a document without other files, one line each: `1:3-1:5 error agd/code message`, then an
/// indented line for each related place and each fix with its new text.
pub fn diagnostics(format: Arc<dyn AnyFormat>, text: &str) -> String {
    diagnostics_in(&Document::new(format, text), &EmptyWorld)
}

/// Like [`diagnostics`], for a document with other files. Rules that are off by default are off.
pub fn diagnostics_in(document: &Document, world: &dyn World) -> String {
    diagnostics_with(document, world, None)
}

/// Like [`diagnostics_in`], with one rule switched on.
fn diagnostics_with(document: &Document, world: &dyn World, on: Option<&str>) -> String {
    let mut settings = Settings::default();
    for code in document.format().info().off_by_default.iter().filter(|code| on != Some(**code)) {
        settings.set(code, None);
    }
    let place = |offset: u32| {
        let at = document.text().position(offset as usize, Encoding::Utf32);
        format!("{}:{}", at.line + 1, at.column + 1)
    };
    let mut out = String::new();
    let mut found = diagnose(document, world, &settings);
    document.format().add_fixes(document, world, &mut found);
    for d in found {
        let _ = writeln!(
            out,
            "{}-{} {} {} {}",
            place(d.span.start),
            place(d.span.end),
            d.severity.word(),
            d.rule.code,
            d.message
        );
        for r in &d.related {
            let _ = writeln!(out, "  {}-{} {}", place(r.span.start), place(r.span.end), r.message);
        }
        for f in &d.fixes {
            let how = match f.applicability() {
                Applicability::Automatic => "fix",
                Applicability::Likely => "likely fix",
                Applicability::Offered => "suggestion",
            };
            let edits: Vec<_> = f
                .edits
                .iter()
                .map(|e| format!("{}-{} {:?}", place(e.span.start), place(e.span.end), e.text))
                .collect();
            let _ = writeln!(out, "  {how}: {}: {}", f.title, edits.join(", "));
        }
    }
    out
}

/// The outline, one line for each symbol, indented by level.
pub fn symbols(format: Arc<dyn AnyFormat>, text: &str) -> String {
    let document = Document::new(format, text);
    let mut out = String::new();
    for item in outline(&document) {
        let at = |o: u32| document.text().line_of(o as usize) + 1;
        let pad = "  ".repeat(item.level);
        let (name, detail) = (&item.symbol.name, &item.symbol.detail);
        let _ = writeln!(
            out,
            "{pad}{name} {detail} {:?} {}-{}",
            item.symbol.kind,
            at(item.span.start),
            at(item.span.end)
        );
    }
    out
}

/// Definitions, references and links, one line each.
pub fn names(format: Arc<dyn AnyFormat>, text: &str) -> String {
    let document = Document::new(format, text);
    let place = |offset: usize| {
        let Position { line, column } = document.text().position(offset, Encoding::Utf32);
        format!("{}:{}", line + 1, column + 1)
    };
    let mut out = String::new();
    for (start, chunk) in document.chunks().iter() {
        let at = |span: crate::Span| {
            format!("{}-{}", place(span.start as usize + start), place(span.end as usize + start))
        };
        for d in &chunk.analysis().definitions {
            let global = if d.global { " global" } else { "" };
            let _ = writeln!(out, "{} def {} {}{global}", at(d.span), d.name.space, d.name);
        }
        for r in &chunk.analysis().references {
            let _ = writeln!(out, "{} ref {} {} {:?}", at(r.span), r.name.space, r.name, r.target);
        }
        for l in &chunk.analysis().links {
            let _ = writeln!(out, "{} link {:?} {}", at(l.span), l.kind, l.target);
        }
    }
    out
}

/// The formatted text of a document.
pub fn formatted(format: Arc<dyn AnyFormat>, text: &str) -> String {
    let document = Document::new(format, text);
    crate::format::format_document(&document).map_or_else(|| text.to_owned(), |f| f.text)
}

/// Fails unless each rule reports each of its bad examples and no good example. An example may have several
/// files, see [`Files::example`].
pub fn check_examples(format: Arc<dyn AnyFormat>) {
    check_examples_among(&[format]);
}

/// Like [`check_examples`] for the first of several formats, whose examples have files of the others.
pub fn check_examples_among(formats: &[Arc<dyn AnyFormat>]) {
    for rule in formats.first().map(|format| format.info().rules).unwrap_or_default() {
        assert!(!rule.help.is_empty() && !rule.summary.is_empty(), "{} has no help or summary", rule.code);
        assert!(!rule.bad.is_empty(), "{} has no bad example", rule.code);
        let found = |text: &str| {
            let files = Files::example_among(formats, text);
            let own = files.own();
            own.map(|document| diagnostics_with(document, &files, Some(rule.code))).unwrap_or_default()
        };
        let named = |out: &str| out.lines().any(|l| l.split(' ').nth(2) == Some(rule.code));
        for bad in rule.bad {
            assert!(named(&found(bad)), "{} does not report:\n{bad}\nreported:\n{}", rule.code, found(bad));
        }
        assert_eq!(fix_in_examples(formats, rule), rule.fix, "the fix of {} in its bad examples", rule.code);
        for good in rule.good {
            assert!(!named(&found(good)), "{} reports its good example:\n{good}\n{}", rule.code, found(good));
        }
    }
}

/// The best kind of fix of a rule in its bad examples.
fn fix_in_examples(formats: &[Arc<dyn AnyFormat>], rule: &Rule) -> FixKind {
    let mut settings = Settings::default();
    settings.set(rule.code, Some(rule.severity));
    let best = |example: &&str| {
        let files = Files::example_among(formats, example);
        let document = files.own()?;
        let mut found = diagnose(document, &files, &settings);
        document.format().add_fixes(document, &files, &mut found);
        found.iter().filter(|one| one.rule == rule).map(FixKind::of).max()
    };
    rule.bad.iter().filter_map(best).max().unwrap_or(FixKind::None)
}

/// Fails if the tree of the text or of a chunk has an ERROR or MISSING node, or if a chunk's tree differs from its
/// part of the whole tree, or if the analysis without a tree differs from the one with it.
pub fn check_total(format: &Arc<dyn AnyFormat>, text: &str) {
    let whole = crate::document::parse::parse(&format.info().language(), text, None);
    if let Some(tree) = &whole {
        assert!(!tree.root_node().has_error(), "an ERROR node in {text:?}: {}", tree.root_node().to_sexp());
    }
    let document = Document::new(Arc::clone(format), text);
    let mut parts = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        let piece = document.chunk_text(start, chunk);
        let Some(tree) = chunk.tree(&**format, &piece) else { continue };
        assert!(
            !tree.root_node().has_error(),
            "an ERROR node in piece {piece:?}: {}",
            tree.root_node().to_sexp()
        );
        leaves(&tree, start, &mut parts);
        let state = chunk.state();
        if let Some(ordinary) = format.analyze_ordinary(&piece, state) {
            let parsed = format.analyze(&crate::Piece { text: &piece, tree: &tree, state });
            assert_eq!(ordinary, parsed, "without and with its tree, {piece:?} reads differently");
        }
    }
    if let Some(tree) = &whole {
        let mut all = Vec::new();
        leaves(tree, 0, &mut all);
        assert_eq!(all, parts, "the chunks of {text:?} read differently than the whole");
    }
}

/// The named leaves of a tree, without empty ones, which a cut may move.
fn leaves(tree: &tree_sitter::Tree, start: usize, out: &mut Vec<(String, usize, usize)>) {
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.child_count() == 0
            && node.is_named()
            && !node.byte_range().is_empty()
            && node.parent().is_some()
        {
            out.push((node.kind().to_owned(), node.start_byte() + start, node.end_byte() + start));
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// Applies `count` random edits made from `seed` and pieces of `words`. Fails if the document differs from a new one
/// with the same text.
pub fn check_edits(format: &Arc<dyn AnyFormat>, text: &str, words: &[&str], seed: u64, count: usize) {
    let mut random = Random(seed | 1);
    let mut model = text.to_owned();
    let mut document = Document::new(Arc::clone(format), text);
    for _ in 0..count {
        let mut a = random.below(model.len() + 1);
        let reach = if random.below(8) == 0 { 800 } else { 6 };
        let mut b = (a + random.below(reach)).min(model.len());
        while !model.is_char_boundary(a) {
            a -= 1;
        }
        while !model.is_char_boundary(b) {
            b += 1;
        }
        let with = match random.below(4) {
            0 => String::new(),
            1 => "x".to_owned(),
            _ => words.get(random.below(words.len().max(1))).copied().unwrap_or("\n").to_owned(),
        };
        let splice = Splice { start: a, end: b, text: with };
        let before = model.clone();
        model.replace_range(a..b, &splice.text);
        document.edit(&splice);
        let fresh = Document::new(Arc::clone(format), &model);
        let all = |d: &Document| {
            d.chunks().iter().map(|(s, c)| (s, Arc::clone(c))).collect::<Vec<(usize, Arc<Chunk>)>>()
        };
        assert_eq!(document.text().to_string(), model);
        let differ = all(&document) != all(&fresh);
        assert!(
            !differ,
            "after {splice:?} on {before:?}:\n{:#?}\nfresh:\n{:#?}",
            all(&document),
            all(&fresh)
        );
    }
}

/// A small random number generator with the same sequence on every machine.
pub struct Random(pub u64);

impl Random {
    /// A number below `limit`; 0 if `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }

    /// A text of random bytes, words and parts of words.
    pub fn text(&mut self, words: &[&str], parts: usize) -> String {
        let mut bytes = Vec::new();
        for _ in 0..self.below(parts + 1) {
            match self.below(10) {
                0 => bytes.push(self.below(256) as u8),
                1 => bytes.extend("é東🎉\u{feff}".bytes().skip(self.below(4)).take(self.below(6))),
                2 => bytes.extend(b"\r\n"),
                3 => bytes.push(b'\n'),
                _ => {
                    let word = words.get(self.below(words.len())).copied().unwrap_or("").as_bytes();
                    let from = if self.below(4) == 0 { self.below(word.len() + 1) } else { 0 };
                    let to = if self.below(4) == 0 {
                        from + self.below(word.len() - from + 1)
                    } else {
                        word.len()
                    };
                    bytes.extend(&word[from..to]);
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
