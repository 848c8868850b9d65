//! What a chunk keeps for a look at other files: its diffs, read, the files that its contexts name, the arguments of the
//! commands that it calls, and the directives that GaryML does not have.

use std::hash::{Hash, Hasher};

use agmark_syntax::{Span, without_ending};

use crate::diff::{Diff, DiffFormat};
use crate::syntax::calls;
use crate::syntax::content::{ContentLine, header_content, header_lines};
use crate::syntax::header_kind::HeaderKind;
use crate::syntax::structure::{Header, Structure};
use crate::syntax::value;

/// What a chunk keeps. All spans count from the chunk's start.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ChunkData {
    pub diffs: Vec<EmbeddedDiff>,
    pub sources: Vec<ContextSource>,
    pub calls: Vec<Call>,
    pub unknown: Vec<UnknownDirective>,
}

/// A directive that GaryML does not have.
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

/// A `.Diff` that has its diff in it.
#[derive(Debug, PartialEq, Eq)]
pub struct EmbeddedDiff {
    pub id: Option<String>,
    /// The header's name.
    pub span: Span,
    pub diff: Diff,
}

/// A `.Context` with a path.
#[derive(Debug, PartialEq, Eq)]
pub struct ContextSource {
    pub path: String,
    pub span: Span,
    /// What it has as content, if it has any: see [`fingerprint`].
    pub content: Option<u64>,
}

impl ChunkData {
    pub fn of(structure: &Structure<'_>) -> Option<Self> {
        let mut own = Self::default();
        for (index, header) in structure.headers.iter().enumerate() {
            if header.kind.is("Diff") {
                own.diffs.extend(read(structure, index, header));
            } else if header.kind.is("Context") {
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

/// The diff of a `.Diff`, in the format that it names, or else looks like. None if it has no content.
pub fn read(structure: &Structure<'_>, index: usize, header: &Header<'_>) -> Option<EmbeddedDiff> {
    let lines = diff_lines(structure, index)?;
    let named = words(structure, header, "format").as_deref().and_then(DiffFormat::named);
    let format = named.or_else(|| DiffFormat::guess(lines.iter().map(|l| l.text)))?;
    let path = words(structure, header, "path");
    let diff = Diff::read(format, &lines, path.as_deref());
    Some(EmbeddedDiff { id: words(structure, header, "id"), span: header.name_span, diff })
}

/// The lines of a `.Diff`'s content, if any of them is not blank.
pub fn diff_lines<'a>(structure: &Structure<'a>, index: usize) -> Option<Vec<ContentLine<'a>>> {
    header_lines(structure, index).filter(|lines| lines.iter().any(|l| !l.text.trim().is_empty()))
}

/// The call that a header is; none without arguments.
fn call(structure: &Structure<'_>, header: &Header<'_>) -> Option<Call> {
    let call = calls::call(structure, header).filter(|call| !call.arguments.is_empty())?;
    let arguments = call.arguments.iter().map(|p| Argument { key: p.key.to_owned(), span: p.key_span });
    Some(Call { name: call.name, arguments: arguments.collect() })
}

/// The directive that a header is, if GaryML does not have it.
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

/// A number for a text, whatever its line endings and the blank lines at its end are.
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
