//! The programs that a text calls by their names, and the arguments of these calls.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use agmark_schema::Node;
use agmark_syntax::{Document, Span, World, paths};

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
    let calls = Calls::of(document, path, world)?;
    let (program, span, argument) = calls.at(offset)?;
    (!argument).then(|| (program.clone(), span))
}

/// The program that has an argument at `offset`.
pub(crate) fn program_with_argument_at(
    document: &Document,
    world: &dyn World,
    offset: usize,
) -> Option<ImportedProgram> {
    let calls = Calls::of(document, world.path()?, world)?;
    let call = calls.calls.iter().find(|call| call.arguments.touches(offset))?;
    calls.programs.get(call.program).cloned()
}

/// The calls in a program's text.
pub(super) struct Calls {
    pub programs: Vec<ImportedProgram>,
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
    /// None if the document imports no programs.
    pub(super) fn of(document: &Document, path: &Path, world: &dyn World) -> Option<Self> {
        let front = data::front(document)?;
        let programs = programs(front, path, world);
        if programs.is_empty() {
            return None;
        }
        let text = masked(document);
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
        Some(Self { programs, text, calls })
    }

    /// The program that the word at `offset` belongs to, the word, and whether it is an argument.
    pub(super) fn at(&self, offset: usize) -> Option<(&ImportedProgram, Span, bool)> {
        let named = self.calls.iter().find(|call| call.span.touches(offset));
        if let Some(call) = named {
            return Some((self.programs.get(call.program)?, call.span, false));
        }
        let call = self.calls.iter().find(|call| call.arguments.touches(offset))?;
        let program = self.programs.get(call.program)?;
        let (_, span) =
            argument_names(&self.text, call.arguments).into_iter().find(|(_, span)| span.touches(offset))?;
        Some((program, span, true))
    }

    /// The places where the text names the program at `path`.
    pub(super) fn of_program(&self, path: &Path) -> Vec<Span> {
        self.calls_of(path).map(|call| call.span).collect()
    }

    /// The places of these arguments in calls of the program at `path`.
    pub(super) fn arguments(&self, path: &Path, names: &HashSet<&str>) -> Vec<Span> {
        let all = self.calls_of(path).flat_map(|call| argument_names(&self.text, call.arguments));
        all.filter(|(name, _)| names.contains(name)).map(|(_, span)| span).collect()
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

/// The document with blanks in place of all but the text of the body. Offsets stay valid.
fn masked(document: &Document) -> String {
    let mut out = vec![b' '; document.text().len()];
    for (start, chunk) in document.chunks().iter() {
        let text = document.chunk_text(start, chunk);
        let Some(tree) = chunk.tree(&**document.format(), &text) else { continue };
        let mut cursor = tree.walk();
        for node in tree.root_node().named_children(&mut cursor).filter(|n| n.kind() == "text") {
            let span = Span::of(node);
            if let Some(place) = out.get_mut(span.shifted(start).range()) {
                place.copy_from_slice(span.text(&text).as_bytes());
            }
        }
    }
    String::from_utf8(out).unwrap_or_default()
}

/// The end of the paragraph with `from`, or of the list or fence that follows it.
fn paragraph_end(text: &str, from: usize) -> usize {
    let mut end = from;
    let mut blank = false;
    for (i, line) in text.get(from..).unwrap_or_default().split_inclusive('\n').enumerate() {
        let content = line.trim();
        let goes_on = content.starts_with(['-', '*', '+', '{', '}', '`', '|'])
            || content.starts_with(|c: char| c.is_ascii_digit());
        if i > 0 && (content.starts_with('#') || blank && !content.is_empty() && !goes_on) {
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
