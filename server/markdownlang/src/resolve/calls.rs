//! The programs that a text calls by their names, and the arguments of these calls.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use agmark_schema::Node;
use agmark_syntax::{Chunk, Document, Span, World, paths};

use crate::analysis::markdown::words;
use crate::data::{self, FileSummary, FrontMatter};
use crate::names::is_tool_char;

/// An imported program.
#[derive(Clone, Debug)]
pub(crate) struct ImportedProgram {
    /// Its name, which is the name of the tool.
    pub name: String,
    pub path: Arc<Path>,
    /// The place of the import.
    pub import: Span,
}

/// The programs that front matter imports, if they exist and have names. Of programs with the same name only the first.
/// `path` is the path of the importing file.
pub(crate) fn programs(front: &FrontMatter, path: &Path, world: &dyn World) -> Vec<ImportedProgram> {
    let imports = front.parsed.root.get("imports").and_then(Node::as_list).unwrap_or_default();
    let mut all: Vec<ImportedProgram> = Vec::new();
    for node in imports {
        let Some(written) = node.as_str() else { continue };
        let other = paths::beside(path, written);
        let shared = world.summaries(&world.relative(&other));
        let Some(name) = shared.iter().find_map(|(_, s)| s.get::<FileSummary>()?.name.clone()) else {
            continue;
        };
        if all.iter().all(|called| called.name != name) {
            all.push(ImportedProgram { name, path: other.into(), import: node.content_span().into() });
        }
    }
    all
}

/// The program that the text names at `offset`, with the place of its name.
pub(crate) fn called_at(
    document: &Document,
    world: &dyn World,
    offset: usize,
) -> Option<(ImportedProgram, Span)> {
    let path = world.path()?;
    let calls = Calls::around(document, path, world, offset)?;
    let (program, span, argument) = calls.at(offset)?;
    (!argument).then(|| (program.clone(), span))
}

/// The program that has an argument at `offset`.
pub(crate) fn program_with_argument_at(
    document: &Document,
    world: &dyn World,
    offset: usize,
) -> Option<ImportedProgram> {
    let calls = Calls::around(document, world.path()?, world, offset)?;
    let at = offset.checked_sub(calls.start)?;
    let call = calls.calls.iter().find(|call| call.arguments.touches(at))?;
    calls.programs.get(call.program).cloned()
}

/// The calls in a program's text, or in a part of it.
pub(super) struct Calls {
    pub programs: Vec<ImportedProgram>,
    /// Where the part starts. All other offsets count from there.
    start: usize,
    /// The text of the body, with blanks in place of all other text.
    text: String,
    calls: Vec<Call>,
}

struct Call {
    program: usize,
    span: Span,
    /// From the name to where the sentence, or the list after it, ends.
    arguments: Span,
}

impl Calls {
    /// All calls. None if the document imports no programs.
    pub(super) fn of(document: &Document, path: &Path, world: &dyn World) -> Option<Self> {
        let programs = imported(document, path, world)?;
        Some(Self::within(programs, 0, masked(document, document.chunks().iter())))
    }

    /// The calls that may be at `offset` or have an argument there. None if the document imports no programs.
    pub(super) fn around(document: &Document, path: &Path, world: &dyn World, offset: usize) -> Option<Self> {
        let programs = imported(document, path, world)?;
        let mut chunks = Vec::new();
        let mut parts: Vec<String> = Vec::new();
        for (start, chunk) in document.chunks().back_from(offset) {
            let part = masked(document, std::iter::once((start, chunk)));
            let before = part.get(..offset.saturating_sub(start)).unwrap_or(&part);
            let is_enough = has_break(before);
            chunks.push(start);
            parts.push(part);
            if is_enough {
                break;
            }
        }
        parts.reverse();
        Some(Self::within(programs, chunks.last().copied().unwrap_or_default(), parts.concat()))
    }

    /// The calls in a part of the text.
    fn within(programs: Vec<ImportedProgram>, start: usize, text: String) -> Self {
        let mut found: Vec<(Span, usize)> = Vec::new();
        for (i, program) in programs.iter().enumerate() {
            let at = words(&text, &program.name);
            found.extend(at.map(|at| (Span::new(at, at + program.name.len()), i)));
        }
        found.sort_unstable();
        let mut calls = Vec::with_capacity(found.len());
        for (at, (span, program)) in found.iter().enumerate() {
            let next = found.get(at + 1).map_or(text.len(), |(next, _)| next.start as usize);
            let end = paragraph_end(text.get(..next).unwrap_or_default(), span.end as usize);
            calls.push(Call { program: *program, span: *span, arguments: Span::new(span.end as usize, end) });
        }
        Self { programs, start, text, calls }
    }

    /// The program that the word at `offset` belongs to, the word, and whether it is an argument.
    pub(super) fn at(&self, offset: usize) -> Option<(&ImportedProgram, Span, bool)> {
        let at = offset.checked_sub(self.start)?;
        let named = self.calls.iter().find(|call| call.span.touches(at));
        if let Some(call) = named {
            return Some((self.programs.get(call.program)?, call.span.shifted(self.start), false));
        }
        let call = self.calls.iter().find(|call| call.arguments.touches(at))?;
        let program = self.programs.get(call.program)?;
        let (_, span) =
            argument_names(&self.text, call.arguments).into_iter().find(|(_, span)| span.touches(at))?;
        Some((program, span.shifted(self.start), true))
    }

    /// The places where the text names the program at `path`.
    pub(super) fn of_program(&self, path: &Path) -> Vec<Span> {
        self.calls_of(path).map(|call| call.span.shifted(self.start)).collect()
    }

    /// The places of these arguments in calls of the program at `path`.
    pub(super) fn arguments(&self, path: &Path, names: &HashSet<&str>) -> Vec<Span> {
        let all = self.calls_of(path).flat_map(|call| argument_names(&self.text, call.arguments));
        all.filter(|(name, _)| names.contains(name)).map(|(_, span)| span.shifted(self.start)).collect()
    }

    fn calls_of(&self, path: &Path) -> impl Iterator<Item = &Call> {
        self.calls
            .iter()
            .filter(move |call| self.programs.get(call.program).is_some_and(|program| *program.path == *path))
    }
}

/// The files that import the program at `path`.
pub(super) fn importers(path: &Path, world: &dyn World) -> Vec<Arc<Path>> {
    if world.path() == Some(path) {
        return world.importers();
    }
    let mut all = world.files_with_summary();
    all.extend(world.path().map(Arc::from));
    all.retain(|other| world.imports(other).iter().any(|import| import == path));
    all
}

/// The document at `path`.
pub(super) fn open(path: &Path, world: &dyn World) -> Option<Document> {
    world.document(&world.relative(path))
}

/// The programs that a document imports; `None` if there are none.
fn imported(document: &Document, path: &Path, world: &dyn World) -> Option<Vec<ImportedProgram>> {
    Some(programs(data::front(document)?, path, world)).filter(|programs| !programs.is_empty())
}

/// Adjacent chunks of a document with blanks in place of all but the text of the body. Offsets stay valid, but count from
/// the first chunk.
fn masked<'a>(document: &Document, chunks: impl Iterator<Item = (usize, &'a Arc<Chunk>)>) -> String {
    let mut out = Vec::new();
    for (start, chunk) in chunks {
        let from = out.len();
        out.resize(from + chunk.len(), b' ');
        let text = document.chunk_text(start, chunk);
        let Some(tree) = chunk.tree(&**document.format(), &text) else { continue };
        let mut cursor = tree.walk();
        for node in tree.root_node().named_children(&mut cursor).filter(|n| n.kind() == "text") {
            let span = Span::of(node);
            if let Some(place) = out.get_mut(span.shifted(from).range()) {
                place.copy_from_slice(span.text(&text).as_bytes());
            }
        }
    }
    String::from_utf8(out).unwrap_or_default()
}

/// Whether a line in the text, but not the first one, ends all arguments before it.
fn has_break(text: &str) -> bool {
    let mut blank = false;
    let mut lines = text.split_inclusive('\n').enumerate();
    lines.any(|(number, line)| {
        let content = line.trim();
        let ends = content.starts_with('#') || blank && !content.is_empty() && !goes_on(content);
        blank = content.is_empty();
        number > 0 && ends
    })
}

/// Whether a line after a blank one still belongs to the paragraph before it.
fn goes_on(content: &str) -> bool {
    content.starts_with(['-', '*', '+', '{', '}', '`', '|'])
        || content.starts_with(|c: char| c.is_ascii_digit())
}

/// The end of the paragraph with `from`, or of the list or fence that follows it.
fn paragraph_end(text: &str, from: usize) -> usize {
    let mut end = from;
    let mut blank = false;
    for (i, line) in text.get(from..).unwrap_or_default().split_inclusive('\n').enumerate() {
        let content = line.trim();
        if i > 0 && (content.starts_with('#') || blank && !content.is_empty() && !goes_on(content)) {
            break;
        }
        blank = content.is_empty();
        end += line.len();
    }
    end
}

/// The names of arguments in a part of a text: `town=`, `"town"`, `- town:`.
fn argument_names(text: &str, part: Span) -> Vec<(&str, Span)> {
    let mut all = Vec::new();
    let content = part.text(text);
    let mut from = 0;
    while let Some(start) = content[from..].find(is_tool_char).map(|at| at + from) {
        let end = content[start..].find(|c| !is_tool_char(c)).map_or(content.len(), |at| at + start);
        from = end;
        let (before, after) = (&content[..start], &content[end..]);
        let quoted = |quote: char| before.ends_with(quote) && after.starts_with(quote);
        let assigned = after.starts_with('=') && !after.starts_with("==");
        let lead = before.trim_end_matches([' ', '\t', '*', '-', '+', '_']);
        let listed = after.trim_start_matches(['*', '_']).starts_with(':')
            && (lead.is_empty() || lead.ends_with(['\n', '{', ',', '(']));
        if assigned || listed || ['"', '\'', '`'].into_iter().any(quoted) {
            let at = part.start as usize;
            all.push((&content[start..end], Span::new(at + start, at + end)));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use agmark_syntax::AnyFormat;
    use agmark_syntax::testing::{Files, Random};

    use super::*;

    #[test]
    fn calls_around_a_place_are_those_of_the_whole_text() {
        let head = "---\nname: plan\ndescription: x\nimports: [weather.md]\n---\n\n";
        let other = "---\nname: weather\ndescription: x\ninput: { type: object }\n---\n\nText.\n";
        let format: Arc<dyn AnyFormat> = Arc::new(crate::Markdownlang);
        let parts = [
            "Call weather with town=x.",
            "weather",
            "\n",
            "\n\n",
            "# Title\n",
            "- town: x\n",
            "`days`",
            "é ",
            "{{ .x }}",
            "Filler words that fill some of a line. ",
            "1. country: y\n",
            "\n\nNext.\n\n",
        ];
        let mut random = Random(7);
        let (mut chunks, mut found) = (0, 0);
        for round in 0..40 {
            let text = format!("{head}{}", random.text(&parts, if round % 4 == 0 { 400 } else { 30 }));
            let files =
                Files::new(&[("plan.md", &text), ("weather.md", other)], &|_| Some(Arc::clone(&format)));
            let document = files.own().expect("a document");
            chunks = chunks.max(document.chunks().len());
            let path = World::path(&files).expect("a path");
            let Some(all) = Calls::of(document, path, &files) else { continue };
            for offset in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                let at = |calls: &Calls| {
                    calls
                        .at(offset)
                        .map(|(program, span, is_argument)| (program.name.clone(), span, is_argument))
                };
                let near = Calls::around(document, path, &files, offset).expect("imports");
                assert_eq!(at(&near), at(&all), "at {offset} of {text:?}");
                found += usize::from(at(&all).is_some());
            }
        }
        assert!(chunks > 3 && found > 1000, "{chunks} chunks, {found} places");
    }
}
