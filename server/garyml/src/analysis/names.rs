//! Definitions and references of ids, commands and their parameters, and links to files.

use agmark_syntax::{Definition, Link, LinkKind, Name, Reference, Span, Target};

use crate::analysis::namespaces::{COMMAND, ID, PARAMETER};
use crate::rules::{duplicate_command, duplicate_id, undefined_bare_id, undefined_id};
use crate::syntax::calls::{self, Call};
use crate::syntax::header_kind::HeaderKind;
use crate::syntax::structure::{Header, Parameter, Structure};
use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};
use crate::syntax::value;
use crate::vocabulary::{self, REFERRING};

/// The name of a command's parameter: `.deploy env`. Commands may have parameters of the same name.
pub fn parameter_of(command: &str, key: &str) -> Name {
    Name::new(PARAMETER, &format!(".{command} {key}"))
}

/// A word that names a block without `@`.
pub struct BareId<'a> {
    pub id: &'a str,
    /// The id alone.
    pub span: Span,
    /// With the dot before it, if there is one.
    pub whole: Span,
}

/// The ids, commands and parameters of commands that a piece defines.
pub fn definitions(structure: &Structure<'_>) -> Vec<Definition> {
    let mut found = Vec::new();
    for (index, header) in structure.headers.iter().enumerate() {
        let whole = structure.own_span(index);
        if defines_command(structure, header) {
            found.push(Definition {
                name: Name::new(COMMAND, header.name),
                span: without_dot(header.name_span),
                whole,
                global: true,
                unique: Some(&duplicate_command::RULE.rule),
            });
            found.extend(parameters(structure, header));
        }
        let id = structure.parameter(header, "id").filter(|_| !header.documented).and_then(|p| p.value);
        let words = id.and_then(|v| value::words(v, structure.text));
        if let (Some(span), Some(words)) = (id.and_then(value::inner), words)
            && !words.trim().is_empty()
        {
            // The id of a command may be data of the command.
            let unique = (header.kind != HeaderKind::Command).then_some(&duplicate_id::RULE.rule);
            found.push(Definition { name: Name::new(ID, &words), span, whole, global: true, unique });
        }
    }
    found.sort_by_key(|d| d.span);
    found
}

/// The parameters that the definition of a command lists. A repeated key adds to the same parameter.
fn parameters(structure: &Structure<'_>, header: &Header<'_>) -> impl Iterator<Item = Definition> {
    structure.own(header).filter(|parameter| value::is_id(parameter.key)).map(|parameter| {
        let start = parameter.key_span.start as usize;
        let visible = structure.text.get(start..parameter.span.end as usize).unwrap_or("").trim_end();
        Definition {
            name: parameter_of(header.name, parameter.key),
            span: parameter.key_span,
            whole: Span::new(start, start + visible.len()),
            global: true,
            unique: None,
        }
    })
}

/// The references of a piece to ids, commands and parameters of commands.
pub fn references(structure: &Structure<'_>) -> Vec<Reference> {
    let mut found = Vec::new();
    for header in &structure.headers {
        if header.kind == HeaderKind::Command && !header.documented {
            found.push(command(header.name, without_dot(header.name_span)));
        }
        for content in &header.contents {
            found.extend(id_reference(*content, structure.text));
        }
        found.extend(calls::call(structure, header).into_iter().flat_map(arguments));
    }
    for parameter in &structure.parameters {
        let Some(value) = parameter.value else { continue };
        found.extend(value::items(value).into_iter().filter_map(|item| id_reference(item, structure.text)));
        found.extend(bare_ids(structure, parameter).into_iter().map(|bare| Reference {
            name: Name::new(ID, bare.id),
            span: bare.span,
            target: Target::Workspace,
            resolved: Some(&undefined_bare_id::RULE.rule),
        }));
        found.extend(called(structure, parameter));
    }
    found.sort_by_key(|r| r.span);
    found
}

/// The parameters in a call. The definition of the command decides which of them exist.
fn arguments(call: Call<'_, '_>) -> Vec<Reference> {
    let all = call.arguments.iter().filter(|argument| value::is_id(argument.key));
    all.map(|argument| Reference {
        name: parameter_of(&call.name, argument.key),
        span: argument.key_span,
        target: Target::Workspace,
        resolved: None,
    })
    .collect()
}

/// The files that a piece names.
pub fn links(structure: &Structure<'_>) -> Vec<Link> {
    let mut found = Vec::new();
    for parameter in structure.parameters.iter().filter(|p| p.key == "path") {
        let Some(owner) = parameter.owner.filter(|o| !(o.documented && o.kind == HeaderKind::Command)) else {
            continue;
        };
        let words = parameter.value.and_then(|v| value::words(v, structure.text));
        let (Some(span), Some(words)) = (parameter.value.and_then(value::inner), words) else { continue };
        if words.trim().is_empty() {
            continue;
        }
        let kind = if words.contains("://") {
            LinkKind::Address
        } else if owner.kind.is("Include") {
            LinkKind::Import
        } else {
            LinkKind::File
        };
        found.push(Link { span, kind, target: words.into_owned() });
    }
    found
}

/// The bare words among a parameter's values that name blocks.
pub fn bare_ids<'a>(structure: &Structure<'a>, parameter: &Parameter<'a>) -> Vec<BareId<'a>> {
    let documented = parameter.owner.is_some_and(|o| o.documented && o.kind == HeaderKind::Command);
    let Some(value) = parameter.value.filter(|_| REFERRING.contains(&parameter.key) && !documented) else {
        return Vec::new();
    };
    let bare = |value: SyntaxNode<'_>| {
        let whole = value.span();
        let text = whole.text(structure.text);
        let id = text.strip_prefix('.').unwrap_or(text);
        let start = whole.end as usize - id.len();
        value::is_id(id).then_some(BareId { id, span: Span::new(start, whole.end as usize), whole })
    };
    value::items(value).into_iter().filter(|v| v.kind == SyntaxKind::Plain).filter_map(bare).collect()
}

/// Whether a header defines a command.
pub(crate) fn defines_command(structure: &Structure<'_>, header: &Header<'_>) -> bool {
    let parent = structure.items.get(header.item).and_then(|i| i.owner);
    header.kind == HeaderKind::Command
        && header.documented
        && parent.is_some_and(|p| p.kind.is("Section") || p.kind.is("Documentation"))
}

fn without_dot(span: Span) -> Span {
    Span::new(span.start as usize + 1, span.end as usize)
}

/// It must be defined if the workspace defines any command: see [`crate::cross_file`].
fn command(name: &str, span: Span) -> Reference {
    Reference { name: Name::new(COMMAND, name), span, target: Target::Workspace, resolved: None }
}

/// The command that a generic form calls by its `name`.
fn called(structure: &Structure<'_>, parameter: &Parameter<'_>) -> Option<Reference> {
    let generic = |kind: HeaderKind| kind.is("Command") || kind.is("ToolCall");
    let value = parameter.value.filter(|_| parameter.key == "name" && parameter.level == 0)?;
    parameter.owner.filter(|o| generic(o.kind))?;
    let inner = value::inner(value)?;
    let text = inner.text(structure.text);
    let name = text.strip_prefix('.').unwrap_or(text);
    let start = inner.end as usize - name.len();
    value::is_id(name).then(|| command(name, Span::new(start, inner.end as usize)))
}

fn id_reference(value: SyntaxNode<'_>, text: &str) -> Option<Reference> {
    let span = value.identifier()?;
    Some(Reference {
        name: Name::new(ID, span.text(text)),
        span,
        target: Target::Workspace,
        resolved: Some(&undefined_id::RULE.rule),
    })
}

/// The name after a rename to `new`.
pub fn renamed(name: &Name, new: &str) -> Name {
    match parts_of_parameter(name) {
        Some((command, _)) => parameter_of(command, new),
        None => Name::new(name.space, new),
    }
}

/// The command and the key in the name of a parameter.
fn parts_of_parameter(name: &Name) -> Option<(&str, &str)> {
    if name.space != PARAMETER {
        return None;
    }
    name.text.strip_prefix('.')?.split_once(' ')
}

/// Checks the new name of a rename and returns the text to write.
pub fn rename(name: &Name, new: &str) -> Result<String, String> {
    if let Some((command, key)) = parts_of_parameter(name) {
        return rename_parameter(command, key, new);
    }
    let (mark, what) = if name.space == COMMAND { ('.', "a command") } else { ('@', "an id") };
    let word = new.trim();
    let word = word.strip_prefix(mark).unwrap_or(word);
    let lower = word.starts_with(|c: char| c.is_ascii_lowercase());
    if !value::is_id(word) || (name.space == COMMAND && !lower) {
        let first = if name.space == COMMAND { "a small letter" } else { "a letter or _" };
        return Err(format!(
            "\"{new}\" is not a valid name for {what}: it starts with {first}, followed by letters, digits, _ and -"
        ));
    }
    Ok(word.to_owned())
}

fn rename_parameter(command: &str, key: &str, new: &str) -> Result<String, String> {
    let word = new.trim();
    if vocabulary::command(command).is_some_and(|c| c.parameters.iter().any(|p| p.name == key)) {
        return Err(format!(
            "\"{key}\" cannot be renamed: hosts know .{command} and its parameters by their names"
        ));
    }
    if !value::is_id(word) {
        return Err(format!(
            "\"{new}\" is not a valid name for a parameter: it starts with a letter or _, followed by letters, digits, _ and -"
        ));
    }
    if word == "id" {
        return Err(format!(
            "\"id\" cannot be a parameter of .{command}: in a call, id=NAME gives the call a name"
        ));
    }
    Ok(word.to_owned())
}
