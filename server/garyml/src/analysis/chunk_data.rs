//! The data of a chunk that checks across files need: its diffs, the files that its contexts name, the arguments of the
//! commands that it calls, and its unknown directives.

use std::hash::{Hash, Hasher};

use agmark_syntax::{Span, without_ending};

use crate::diff::{Diff, DiffFormat};
use crate::syntax::calls;
use crate::syntax::content::{ContentLine, header_content, header_lines};
use crate::syntax::header_kind::HeaderKind;
use crate::syntax::structure::{Header, Structure};
use crate::syntax::value;

/// The data of a chunk. All spans count from the start of the chunk.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ChunkData {
    pub diffs: Vec<EmbeddedDiff>,
    pub sources: Vec<ContextSource>,
    pub calls: Vec<Call>,
    pub unknown: Vec<UnknownDirective>,
}

/// A directive that does not exist in GaryML.
#[derive(Debug, PartialEq, Eq)]
pub struct UnknownDirective {
    /// Without the dot.
    pub name: String,
    /// With the dot.
    pub span: Span,
}

/// A command that is called with arguments.
#[derive(Debug, PartialEq, Eq)]
pub struct Call {
    /// Without the dot.
    pub name: String,
    pub arguments: Vec<Argument>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Argument {
    pub key: String,
    pub span: Span,
}

/// A `.Diff` with content.
#[derive(Debug, PartialEq, Eq)]
pub struct EmbeddedDiff {
    /// The index of the header in the structure of the chunk.
    pub header: usize,
    pub id: Option<String>,
    /// The header's name.
    pub span: Span,
    pub diff: Diff,
}

/// A `.Context` with a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextSource {
    pub path: String,
    pub span: Span,
    /// The [`fingerprint`] of its content, if it has any.
    pub content: Option<u64>,
}

impl ChunkData {
    pub fn of(structure: &Structure<'_>) -> Option<Self> {
        let mut own = Self { diffs: embedded_diffs(structure), ..Self::default() };
        for (index, header) in structure.headers.iter().enumerate() {
            if header.kind.is("Context") {
                own.sources.extend(source(structure, index, header));
            }
            own.calls.extend(call(structure, header));
            own.unknown.extend(unknown(header));
        }
        (!own.is_empty()).then_some(own)
    }

    fn is_empty(&self) -> bool {
        let Self { diffs, sources, calls, unknown } = self;
        diffs.is_empty() && sources.is_empty() && calls.is_empty() && unknown.is_empty()
    }
}

/// The diffs of all `.Diff` of a piece.
pub fn embedded_diffs(structure: &Structure<'_>) -> Vec<EmbeddedDiff> {
    (0..structure.headers.len()).filter_map(|index| embedded_diff(structure, index)).collect()
}

/// The diff of a `.Diff` in the format that it names, or else in the format that it looks like. `None` if it has no
/// content, and for another header.
pub fn embedded_diff(structure: &Structure<'_>, index: usize) -> Option<EmbeddedDiff> {
    let header = structure.headers.get(index).filter(|header| header.kind.is("Diff"))?;
    let lines = diff_lines(structure, index)?;
    let named = words(structure, header, "format").as_deref().and_then(DiffFormat::named);
    let format = named.or_else(|| DiffFormat::guess(lines.iter().map(|l| l.text)))?;
    let path = words(structure, header, "path");
    let diff = Diff::read(format, &lines, path.as_deref());
    let id = words(structure, header, "id");
    Some(EmbeddedDiff { header: index, id, span: header.name_span, diff })
}

/// The lines of the content of a `.Diff`; `None` if all are blank.
pub fn diff_lines<'a>(structure: &Structure<'a>, index: usize) -> Option<Vec<ContentLine<'a>>> {
    header_lines(structure, index).filter(|lines| lines.iter().any(|l| !l.text.trim().is_empty()))
}

/// The call that a header is; `None` without arguments.
fn call(structure: &Structure<'_>, header: &Header<'_>) -> Option<Call> {
    let call = calls::call(structure, header).filter(|call| !call.arguments.is_empty())?;
    let arguments = call.arguments.iter().map(|p| Argument { key: p.key.to_owned(), span: p.key_span });
    Some(Call { name: call.name, arguments: arguments.collect() })
}

/// The unknown directive that a header is.
fn unknown(header: &Header<'_>) -> Option<UnknownDirective> {
    (header.kind == HeaderKind::Unknown)
        .then(|| UnknownDirective { name: header.name.to_owned(), span: header.name_span })
}

fn source(structure: &Structure<'_>, index: usize, header: &Header<'_>) -> Option<ContextSource> {
    let value = structure.parameter(header, "path")?.value?;
    let path = value::words(value, structure.text)?.into_owned();
    if path.trim().is_empty() || path.contains("://") {
        return None;
    }
    let text = header_content(structure, index);
    let inline = || header.contents.first().and_then(|part| value::words(*part, structure.text));
    let content = text.or_else(|| inline().map(|w| w.into_owned())).filter(|t| !t.trim().is_empty());
    Some(ContextSource { path, span: value::inner(value)?, content: content.map(|t| fingerprint(&t)) })
}

/// A hash of a text without its line endings and the blank lines at its end.
pub fn fingerprint(text: &str) -> u64 {
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    let text = text.trim_end();
    for line in text.split('\n') {
        without_ending(line).hash(&mut hasher);
    }
    hasher.finish()
}

fn words(structure: &Structure<'_>, header: &Header<'_>, key: &str) -> Option<String> {
    let value = structure.parameter(header, key)?.value?;
    value::words(value, structure.text).map(|w| w.into_owned()).filter(|w| !w.trim().is_empty())
}
