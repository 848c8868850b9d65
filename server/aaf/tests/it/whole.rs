//! Documents that are never cut, and what is compared between them and documents in pieces.

use std::collections::BTreeMap;
use std::sync::Arc;

use agmark_syntax::cuts::{LineScan, State};
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::outline::folds;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{
    Analysis, Chunk, Diagnostic, Document, Findings, Fold, Format, FormatInfo, Piece, Span, World,
};

/// A format whose documents are never cut.
pub struct Whole<F>(pub F);

struct NoCuts;

impl LineScan for NoCuts {
    fn may_cut(&self, _line: &str) -> bool {
        false
    }

    fn pass(&mut self, _line: &str) {}

    fn state(&self) -> State {
        State::default()
    }
}

impl<F: Format> Format for Whole<F> {
    const INFO: FormatInfo = F::INFO;
    type Chunk = F::Chunk;
    type Summary = F::Summary;

    fn scan(&self, _state: &State) -> Box<dyn LineScan> {
        Box::new(NoCuts)
    }

    fn analyze(&self, piece: &Piece<'_>) -> Analysis<Self::Chunk, Self::Summary> {
        Format::analyze(&self.0, piece)
    }

    fn check_across_files(&self, document: &Document, world: &dyn World) -> Findings {
        Format::check_across_files(&self.0, document, world)
    }

    fn add_fixes(&self, document: &Document, world: &dyn World, diagnostics: &mut [Diagnostic]) {
        Format::add_fixes(&self.0, document, world, diagnostics);
    }

    fn wide_folds(&self, document: &Document) -> Vec<Fold> {
        Format::wide_folds(&self.0, document)
    }
}

/// Numbers that look random.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    pub fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// The chunks with their starts.
pub fn chunks(document: &Document) -> Vec<(usize, Arc<Chunk>)> {
    document.chunks().iter().map(|(start, chunk)| (start, Arc::clone(chunk))).collect()
}

/// The first and last lines of the folds, with their kinds.
pub fn fold_lines(document: &Document) -> Vec<String> {
    let line = |at: u32| document.text().line_of(at as usize);
    let all = folds(document).into_iter();
    all.map(|fold| format!("{}-{} {:?}", line(fold.span.start), line(fold.span.end), fold.kind)).collect()
}

/// The findings with their fixes.
pub fn found(document: &Document) -> Vec<Diagnostic> {
    let mut found = diagnose(document, &EmptyWorld, &Settings::default());
    document.format().add_fixes(document, &EmptyWorld, &mut found);
    let key = |one: &Diagnostic| (one.span, one.rule.code, one.message.clone());
    found.sort_by_key(key);
    found
}

/// All names with the places where they are defined and used; a name that is only used in the file in vain is left out.
pub fn names(document: &Document) -> BTreeMap<String, (Vec<Span>, Vec<Span>)> {
    let all = document.names().iter().map(|(name, _)| {
        let definitions = document.definitions(name).iter().map(|one| one.span).collect();
        (format!("{} {name}", name.space), (definitions, document.references(name)))
    });
    all.collect()
}
