//! What is said of the word under the pointer: directives, commands, their parameters, files.

use agmark_syntax::{Document, Hover, LinkKind, Span, World};

use super::cursor::Around;
use super::known;
use crate::item::Form;
use crate::scope::Kind;
use crate::structure::{Header, Structure};
use crate::vocabulary::{Directive, Parameter};

/// Lines of a file that are shown.
const SHOWN: usize = 12;

/// The longest file whose tokens are counted, in bytes.
const COUNTED: usize = 1 << 20;

/// The hover at `offset` of a document.
pub(super) fn hover(document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
    let around = Around::new(document, offset)?;
    let structure = around.structure();
    let at = around.at(offset);
    if let Some(hover) = of_file(document, world, offset) {
        return Some(hover);
    }
    let item = structure.items.iter().find(|i| i.range.contains(&at) || i.range.end == at)?;
    let (markdown, span) = match item.form {
        Form::Header(i) => {
            let header = structure.headers.get(i)?;
            if header.name_span.touches(at) {
                (of_header(document, world, header)?, header.name_span)
            } else {
                of_parameter(document, world, &structure, header.in_line.clone(), at)?
            }
        }
        Form::Parameter(i) => of_parameter(document, world, &structure, i..i + 1, at)?,
        _ => return None,
    };
    Some(Hover { markdown, span: span.shifted(around.start) })
}

fn of_header(document: &Document, world: &dyn World, header: &Header<'_>) -> Option<String> {
    if let Some(directive) = header.kind.directive() {
        return Some(of_directive(directive));
    }
    if header.kind != Kind::Command {
        return None;
    }
    Some(known::named(document, world, header.name)?.markdown())
}

/// A file that a link leads to: its first lines, and how many tokens it is.
fn of_file(document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
    let (start, chunk) = document.chunks_at(Span::at(offset)).find(|(start, chunk)| {
        chunk.facts().links.iter().any(|link| link.span.shifted(*start).touches(offset))
    })?;
    let mut links = chunk.facts().links.iter();
    let link =
        links.find(|link| link.kind != LinkKind::Address && link.span.shifted(start).touches(offset))?;
    let text = world.read(link.path())?;
    let mut head = String::new();
    let mut lines = 0;
    for piece in text.pieces() {
        head.push_str(piece);
        lines = head.matches('\n').count();
        if lines > SHOWN {
            break;
        }
    }
    let shown: Vec<&str> = head.lines().take(SHOWN).collect();
    let count = text.line_count();
    let size = if text.len() <= COUNTED {
        agmark_tokens::words(agmark_tokens::count(&text.to_string()))
    } else {
        format!("{} KiB", text.len() >> 10)
    };
    let mut markdown = format!("`{}`, {size}", link.path());
    if !shown.is_empty() {
        let longest = shown.iter().flat_map(|l| l.split(|c| c != '`')).map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        let more = if lines > SHOWN {
            format!("\n… {} more lines", count.saturating_sub(SHOWN))
        } else {
            String::new()
        };
        let ending = link.path().rsplit_once('.').map_or("", |(_, ending)| ending);
        markdown.push_str(&format!("\n\n{fence}{ending}\n{}{more}\n{fence}", shown.join("\n")));
    }
    Some(Hover { markdown, span: link.span.shifted(start) })
}

pub(super) fn of_directive(directive: &Directive) -> String {
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

/// The key under the pointer, where its header gives it a meaning.
fn of_parameter(
    document: &Document,
    world: &dyn World,
    structure: &Structure<'_>,
    among: std::ops::Range<usize>,
    at: usize,
) -> Option<(String, Span)> {
    let parameter = structure.parameters.get(among)?.iter().find(|p| p.key_span.touches(at))?;
    let owner = parameter.owner.filter(|_| parameter.level == 0)?;
    let said = match owner.kind {
        Kind::Known(_) => line(owner.kind.directive()?.parameter(parameter.key)?),
        Kind::Command => {
            let header = owner.header.and_then(|i| structure.headers.get(i)).filter(|h| !h.documented)?;
            let command = known::named(document, world, header.name)?;
            let (name, doc) = command.parameters.into_iter().find(|(name, _)| name == parameter.key)?;
            format!("`{name}`: {}", doc.trim())
        }
        Kind::Unknown => return None,
    };
    Some((said, parameter.key_span))
}
