//! What a chunk keeps for a look at other files: its diffs, read, the files that its contexts name, and the arguments
//! of the commands that it calls.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use agmark_syntax::{Chunk, Span, without_ending};

use crate::content::{ContentLine, content, lines};
use crate::diff::{Diff, DiffFormat};
use crate::item::{Form, Item};
use crate::scope::Kind;
use crate::structure::{Header, Parameter, Structure};
use crate::value;
use crate::vocabulary::Content;

/// What a chunk keeps. All spans count from the chunk's start.
#[derive(Debug, Default)]
pub struct Own {
    pub diffs: Vec<OwnDiff>,
    pub sources: Vec<Source>,
    pub calls: Vec<Call>,
}

/// A command that is called with arguments.
#[derive(Debug)]
pub struct Call {
    /// Without the dot.
    pub name: String,
    pub arguments: Vec<Argument>,
}

#[derive(Debug)]
pub struct Argument {
    pub key: String,
    pub span: Span,
}

/// A `.Diff` that has its diff in it.
#[derive(Debug)]
pub struct OwnDiff {
    pub id: Option<String>,
    /// The header's name.
    pub span: Span,
    pub diff: Diff,
}

/// A `.Context` with a path.
#[derive(Debug)]
pub struct Source {
    pub path: String,
    pub span: Span,
    /// What it has as content, if it has any: see [`fingerprint`].
    pub content: Option<u64>,
}

impl Own {
    pub fn of(structure: &Structure<'_>) -> Option<Arc<Self>> {
        let mut own = Self::default();
        for (index, header) in structure.headers.iter().enumerate() {
            if header.kind.is("Diff") {
                own.diffs.extend(read(structure, index, header));
            } else if header.kind.is("Context") {
                own.sources.extend(source(structure, index, header));
            }
            own.calls.extend(call(structure, header));
        }
        let empty = own.diffs.is_empty() && own.sources.is_empty() && own.calls.is_empty();
        (!empty).then(|| Arc::new(own))
    }

    /// What was kept of a chunk.
    pub fn kept(chunk: &Chunk) -> Option<&Self> {
        chunk.facts().own.as_deref()?.downcast_ref()
    }
}

/// The diff of a `.Diff`, in the format that it names, or else looks like. None if it has no content.
pub fn read(structure: &Structure<'_>, index: usize, header: &Header<'_>) -> Option<OwnDiff> {
    let lines = diff_lines(structure, index)?;
    let named = words(structure, header, "format").as_deref().and_then(DiffFormat::named);
    let format = named.or_else(|| DiffFormat::guess(lines.iter().map(|l| l.text)))?;
    let path = words(structure, header, "path");
    let diff = Diff::read(format, &lines, path.as_deref());
    Some(OwnDiff { id: words(structure, header, "id"), span: header.name_span, diff })
}

/// The lines of a `.Diff`'s content, if there are any that say something.
pub fn diff_lines<'a>(structure: &Structure<'a>, index: usize) -> Option<Vec<ContentLine<'a>>> {
    let item = content_item(structure, index)?;
    lines(item, structure.text).filter(|lines| lines.iter().any(|l| !l.text.trim().is_empty()))
}

/// The first block or text that is a header's own content.
pub fn content_item<'a, 's>(structure: &'s Structure<'a>, index: usize) -> Option<&'s Item<'a>> {
    let own = structure.own_items(index);
    let inline = structure.headers.get(index).and_then(|h| structure.items.get(h.item));
    let inline = inline.filter(|i| i.parts.value.is_some() && i.parts.block.is_some());
    let content = |i: &&Item<'_>| {
        matches!(i.form, Form::Content | Form::Code | Form::Body | Form::Text)
            && !i.stray
            && i.owner.and_then(|o| o.header) == Some(index)
    };
    inline.or_else(|| own.iter().find(content))
}

/// The call that a header is, with its arguments; none without arguments. The generic forms have theirs under
/// `arguments`.
fn call(structure: &Structure<'_>, header: &Header<'_>) -> Option<Call> {
    let all = header.parameters.iter().filter_map(|&i| structure.parameters.get(i));
    let argument = |p: &Parameter<'_>| Argument { key: p.key.to_owned(), span: p.key_span };
    let (name, arguments): (_, Vec<Argument>) = if header.kind == Kind::Command && !header.documented {
        (header.name.to_owned(), all.filter(|p| p.level == 0).map(argument).collect())
    } else if header.kind.content() == Some(Content::Call) && !header.documented {
        let name = words(structure, header, "name")?;
        let inside = all.skip_while(|p| !(p.level == 0 && p.key == "arguments")).skip(1);
        let inside = inside.take_while(|p| p.level > 0).filter(|p| p.level == 1);
        (name.trim_start_matches('.').to_owned(), inside.map(argument).collect())
    } else {
        return None;
    };
    (!arguments.is_empty()).then_some(Call { name, arguments })
}

fn source(structure: &Structure<'_>, index: usize, header: &Header<'_>) -> Option<Source> {
    let value = structure.parameter(header, "path")?.value?;
    let path = value::words(value, structure.text)?.into_owned();
    if path.trim().is_empty() || path.contains("://") {
        return None;
    }
    let text = content_item(structure, index).and_then(|item| content(item, structure.text));
    let inline = || header.contents.first().and_then(|part| value::words(*part, structure.text));
    let content = text.or_else(|| inline().map(|w| w.into_owned())).filter(|t| !t.trim().is_empty());
    Some(Source { path, span: value::inner(value)?, content: content.map(|t| fingerprint(&t)) })
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
