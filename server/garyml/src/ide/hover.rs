//! Hover texts of directives, commands, their parameters, and files.

use agmark_syntax::{Document, Hover, LinkKind, Span, World, paths};

use super::cursor::CursorContext;
use super::known_commands;
use crate::analysis::namespaces::ID;
use crate::cross_file::visibility::VisibleFiles;
use crate::syntax::header_kind::HeaderKind;
use crate::syntax::line_item::ItemKind;
use crate::syntax::structure::{Header, Structure};
use crate::syntax::value;
use crate::syntax::whole::Whole;
use crate::vocabulary::{Directive, Parameter};

/// The number of lines of a file that are shown.
const SHOWN: usize = 12;

/// The number of bytes of a file that are shown at most.
const LONGEST: usize = 4096;

/// The longest file whose tokens are counted, in bytes.
const COUNTED: usize = 1 << 20;

/// The hover at `offset` of a document.
pub(crate) fn hover(document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
    let around = CursorContext::new(document, offset)?;
    let structure = around.structure();
    let at = around.at(offset);
    if let Some(hover) = of_file(document, world, offset).or_else(|| of_reference(document, world, offset)) {
        return Some(hover);
    }
    let item = structure.items.iter().find(|i| i.range.contains(&at) || i.range.end == at)?;
    let (markdown, span) = match item.kind {
        ItemKind::Header(i) => {
            let header = structure.headers.get(i)?;
            if header.name_span.touches(at) {
                (of_header(document, world, header)?, header.name_span)
            } else {
                of_parameter(document, world, &structure, header.in_line.clone(), at)?
            }
        }
        ItemKind::Parameter(i) => of_parameter(document, world, &structure, i..i + 1, at)?,
        _ => return None,
    };
    Some(Hover { markdown, span: span.shifted(around.start) })
}

fn of_header(document: &Document, world: &dyn World, header: &Header<'_>) -> Option<String> {
    if let Some(directive) = header.kind.directive() {
        return Some(of_directive(directive));
    }
    if header.kind != HeaderKind::Command {
        return None;
    }
    // The core shows the definition of a command that has one.
    known_commands::named(document, world, header.name)
        .filter(|known| known.built_in)
        .map(|known| known.markdown())
}

/// The first lines of a linked file and its number of tokens.
fn of_file(document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
    let (start, link) = document.chunks_at(Span::at(offset)).find_map(|(start, chunk)| {
        let mut links = chunk.analysis().links.iter();
        let here = |span: Span| span.shifted(start).touches(offset);
        links.find(|link| link.kind != LinkKind::Address && here(link.span)).map(|link| (start, link))
    })?;
    Some(Hover { markdown: file(world, link.path())?, span: link.span.shifted(start) })
}

/// The file of a context without content, for a reference to it.
fn of_reference(document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
    let name = document.occurrence_at(offset).filter(|o| o.name.space == ID && o.reference.is_some())?;
    let (block, folder) = match document.definitions(&name.name).first() {
        Some(defined) => (document.text().span(defined.whole).into_owned(), None),
        None => {
            let reach = VisibleFiles::of(document, world);
            let place = world.definitions(&name.name, true).into_iter().find(|p| reach.sees(&p.path))?;
            let text = world.read(&world.relative(&place.path))?;
            (text.span(place.whole).into_owned(), Some(place.path))
        }
    };
    let whole = Whole::new(block)?;
    let structure = whole.structure();
    let header = structure.headers.first().filter(|h| h.kind.is("Context") && h.contents.is_empty())?;
    let path = value::words(structure.parameter(header, "path")?.value?, structure.text)?;
    // Paths are relative to the file that contains them.
    let path = match folder {
        Some(other) => world.relative(&paths::beside(&other, &path)),
        None => path.into_owned(),
    };
    Some(Hover { markdown: file(world, &path)?, span: name.span })
}

/// The first lines of a file and its number of tokens.
fn file(world: &dyn World, path: &str) -> Option<String> {
    let text = world.read(path)?;
    let size = if text.len() <= COUNTED {
        agmark_tokens::words(agmark_tokens::count(&text.to_string()))
    } else {
        format!("{} KiB", text.len() >> 10)
    };
    let mut markdown = format!("`{path}`, {size}");
    let count = text.line_count().saturating_sub(1).max(1);
    let end = if count > SHOWN { text.line_start(SHOWN) } else { text.len() };
    let head = text.slice(0..end.min(LONGEST));
    let shown = head.trim_end();
    if !shown.is_empty() {
        let longest = shown.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        let more = match count.saturating_sub(SHOWN) {
            0 => String::new(),
            1 => "\n… 1 more line".to_owned(),
            n => format!("\n… {n} more lines"),
        };
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        markdown.push_str(&format!("\n\n{fence}{ending}\n{shown}{more}\n{fence}"));
    }
    Some(markdown)
}

pub(crate) fn of_directive(directive: &Directive) -> String {
    let mut out = format!("`.{}` (directive)\n\n{}", directive.name, directive.doc);
    list(&mut out, directive.parameters);
    out
}

fn list(out: &mut String, parameters: &[Parameter]) {
    if !parameters.is_empty() {
        out.push('\n');
    }
    for parameter in parameters {
        out.push_str("\n- ");
        out.push_str(&line(parameter));
    }
}

fn line(parameter: &Parameter) -> String {
    let required = if parameter.required { " (required)" } else { "" };
    let mut out = format!("`{}`{required}: {}", parameter.name, parameter.doc);
    if !parameter.values.is_empty() {
        let values: Vec<_> = parameter.values.iter().map(|v| format!("`{v}`")).collect();
        out.push_str(&format!(" {}.", values.join(", ")));
    }
    out
}

/// The hover text of the key at the cursor, if its header defines it.
fn of_parameter(
    document: &Document,
    world: &dyn World,
    structure: &Structure<'_>,
    among: std::ops::Range<usize>,
    at: usize,
) -> Option<(String, Span)> {
    let parameter = structure.parameters.get(among)?.iter().find(|p| p.key_span.touches(at))?;
    let owner = parameter.owner.filter(|_| parameter.level == 0)?;
    let description = match owner.kind {
        HeaderKind::Known(_) => line(owner.kind.directive()?.parameter(parameter.key)?),
        HeaderKind::Command => {
            let header = owner.header.and_then(|i| structure.headers.get(i)).filter(|h| !h.documented)?;
            let command = known_commands::named(document, world, header.name)?;
            let (name, doc) = command.parameters.into_iter().find(|(name, _)| name == parameter.key)?;
            format!("`{name}`: {}", doc.trim())
        }
        HeaderKind::Unknown => return None,
    };
    Some((description, parameter.key_span))
}
