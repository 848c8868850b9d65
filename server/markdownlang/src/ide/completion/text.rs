//! Completions in the text: the tools that a program can call.

use agmark_schema::Node;
use agmark_syntax::{Completion, Document, Span, SymbolKind, World};

use super::entry::offer;
use crate::data;
use crate::ide::hover::described;
use crate::resolve::{program_with_argument_at, programs};

pub(super) fn complete(document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
    let before = document.text().slice(offset.saturating_sub(128)..offset).into_owned();
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let typed = before.rfind(|c| !is_word(c)).map_or(before.as_str(), |at| {
        before.get(at..).map_or("", |rest| rest.trim_start_matches(|c| !is_word(c)))
    });
    // Prose gets completions only inside of a word.
    if typed.is_empty() {
        return Vec::new();
    }
    let span = Span::new(offset - typed.len(), offset);
    let mut all = Vec::new();
    let Some(front) = data::front(document) else { return all };
    for program in world.path().map(|path| programs(front, path, world)).unwrap_or_default() {
        let mut one = offer(&program.name, SymbolKind::Module, span, &program.name);
        one.detail = format!("program {}", world.relative(&program.path));
        all.push(one);
    }
    for server in front.parsed.root.get("mcp_servers").and_then(Node::as_list).unwrap_or_default() {
        if let Some(name) = server.get("name").and_then(Node::as_str) {
            let label = format!("mcp__{name}__");
            let mut one = offer(&label, SymbolKind::Interface, span, &label);
            one.detail = format!("tools of the server {name}");
            all.push(one);
        }
    }
    all.extend(arguments(document, world, span, offset));
    let mut python = offer("python", SymbolKind::Function, span, "python");
    python.detail = "runs Python in a sandbox".to_owned();
    all.push(python);
    all
}

/// The arguments of the program that is called before `offset`.
fn arguments(document: &Document, world: &dyn World, span: Span, offset: usize) -> Vec<Completion> {
    let other = program_with_argument_at(document, world, offset)
        .and_then(|p| world.document(&world.relative(&p.path)));
    let Some(front) = other.as_ref().and_then(data::front) else { return Vec::new() };
    let shapes = &front.shapes;
    let root = shapes.root();
    let all = shapes.fields(&root).into_iter().map(|(name, ids)| {
        let label = format!("{name}=");
        let of = shapes.type_of(&ids);
        Completion {
            detail: of.words(),
            documentation: described(shapes, &of, &ids),
            ..offer(&label, SymbolKind::Field, span, &label)
        }
    });
    all.collect()
}
