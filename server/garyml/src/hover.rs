//! What is said of the word under the pointer: directives, their parameters, built-in commands.

use agmark_syntax::{Document, Hover, Piece, Span};

use crate::item::Form;
use crate::scope::Kind;
use crate::structure::{Header, Structure};
use crate::vocabulary::{self, Directive, Parameter};

/// The hover at `offset` of a document.
pub fn hover(document: &Document, offset: usize) -> Option<Hover> {
    let (start, chunk) = document.chunk_at(offset)?;
    let text = document.chunk_text(start, chunk);
    let tree = chunk.tree(&**document.format(), &text)?;
    let structure = Structure::new(&Piece { text: &text, tree: &tree, state: chunk.state() });
    let at = offset.saturating_sub(start);
    let item = structure.items.iter().find(|i| i.range.contains(&at) || i.range.end == at)?;
    let (markdown, span) = match item.form {
        Form::Header(i) => {
            let header = structure.headers.get(i)?;
            if header.name_span.touches(at) {
                (of_header(header)?, header.name_span)
            } else {
                of_parameter(&structure, header.in_line.clone(), at)?
            }
        }
        Form::Parameter(i) => of_parameter(&structure, i..i + 1, at)?,
        _ => return None,
    };
    Some(Hover { markdown, span: span.shifted(start) })
}

fn of_header(header: &Header<'_>) -> Option<String> {
    if let Some(directive) = header.kind.directive() {
        return Some(of_directive(directive));
    }
    let command = vocabulary::command(header.name).filter(|_| header.kind == Kind::Command)?;
    let mut out = format!("`.{}` (command)\n\n{}", command.name, command.doc);
    list(&mut out, command.parameters);
    Some(out)
}

fn of_directive(directive: &Directive) -> String {
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
    structure: &Structure<'_>,
    among: std::ops::Range<usize>,
    at: usize,
) -> Option<(String, Span)> {
    let parameter = structure.parameters.get(among)?.iter().find(|p| p.key_span.touches(at))?;
    let owner = parameter.owner.filter(|_| parameter.level == 0)?;
    let known = match owner.kind {
        Kind::Known(_) => owner.kind.directive()?.parameter(parameter.key),
        Kind::Command => {
            let header = owner.header.and_then(|i| structure.headers.get(i)).filter(|h| !h.documented)?;
            vocabulary::command(header.name)?.parameters.iter().find(|p| p.name == parameter.key)
        }
        Kind::Unknown => None,
    };
    Some((line(known?), parameter.key_span))
}
