//! The outline and the folds of a manifest.

use std::collections::HashSet;

use agmark_schema::json::PieceOfJson;
use agmark_schema::{Member, Node, Style, Value};
use agmark_syntax::{Document, Fold, FoldKind, Span, Symbol, SymbolKind};

use super::chunk::{Analysis, ChunkData, Edge};
use super::manifest_kind::ManifestKind;
use crate::manifest::members::{members, text};

/// The registries, and what their entries are.
const REGISTRIES: &[(&str, SymbolKind)] = &[
    ("actions", SymbolKind::Function),
    ("data", SymbolKind::Interface),
    ("pages", SymbolKind::File),
    ("errors", SymbolKind::Event),
];

/// Adds symbols and folds.
pub fn add(root: &Node, home: ManifestKind, analysis: &mut Analysis) {
    let depth = match home {
        ManifestKind::File => 0,
        ManifestKind::Page { depth } => depth,
    };
    for member in members(Some(root)) {
        let name = member.key.text.as_str();
        if let Some((_, kind)) = REGISTRIES.iter().find(|(registry, _)| *registry == name) {
            if member.key.style != Style::Inherited {
                analysis.symbols.push(symbol(member, depth, SymbolKind::Module, String::new()));
            }
            for entry in members(Some(&member.value)) {
                self::entry(entry, depth + 1, *kind, analysis);
            }
        } else if name == "site" {
            let detail = text(&member.value, "name");
            analysis.symbols.push(symbol(member, depth, SymbolKind::Object, detail));
        }
    }
    folds(root, None, &mut analysis.folds);
}

/// The ends of containers that earlier pieces of a file opened, and the starts of those that later pieces close. Their
/// folds, which are those of the piece only, are removed.
pub fn edges(piece: &PieceOfJson, folds: &mut Vec<Fold>) -> Vec<Edge> {
    let root = &piece.parsed.root;
    let registry = members(Some(root)).first().filter(|member| member.key.style == Style::Inherited);
    let last = members(Some(root)).last();
    let is_open = |depth: usize| piece.open.len() > depth;
    let mut edges = Vec::new();
    let mut crossing = HashSet::new();
    let mut crosses = |start: usize, node: &Node| {
        crossing.insert((start, last_child(node)));
        start
    };
    if let Some(registry) = registry {
        crosses(0, root);
        crosses(registry.key.span.start, &registry.value);
        let stays_open = is_open(1) && members(Some(root)).len() == 1;
        if !stays_open {
            edges.push(Edge::Ends(last_child(&registry.value).unwrap_or(0)));
        }
        if !is_open(0) {
            edges.push(Edge::Ends(last_child(root).unwrap_or(root.span.end)));
        }
    } else if is_open(0) {
        edges.push(Edge::Starts(crosses(root.span.start, root)));
    }
    if let Some(last) = last.filter(|last| is_open(1) && last.key.style != Style::Inherited) {
        edges.push(Edge::Starts(crosses(last.key.span.start, &last.value)));
    }
    folds.retain(|fold| !crossing.contains(&(fold.span.range().start, Some(fold.span.range().end))));
    edges
}

/// The folds of containers that start in one chunk of a manifest and end in another.
pub fn wide_folds(document: &Document) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut open = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        let Some(ChunkData::Manifest(part)) = chunk.data() else { continue };
        for edge in &part.edges {
            match edge {
                Edge::Starts(at) => open.push(start + at),
                Edge::Ends(at) => {
                    let span = open.pop().map(|first| Span::new(first, start + at));
                    folds.extend(span.map(|span| Fold { span, kind: FoldKind::Block }));
                }
            }
        }
    }
    folds
}

/// The end of the last child of a container.
fn last_child(node: &Node) -> Option<usize> {
    match &node.value {
        Value::List(items) => items.last().map(|item| item.span.end),
        Value::Map(map) => map.members.last().map(|member| member.value.span.end.max(member.key.span.end)),
        _ => None,
    }
}

/// An action, a data view, a page or an error, with its fields.
fn entry(entry: &Member, depth: u32, kind: SymbolKind, analysis: &mut Analysis) {
    let title = match kind {
        SymbolKind::Event => text(&entry.value, "message"),
        _ => text(&entry.value, "title"),
    };
    let mut one = symbol(entry, depth, kind, title);
    one.global = kind != SymbolKind::Event;
    analysis.symbols.push(one);
    for property in members(entry.value.at("/inputSchema/properties")) {
        let detail = text(&property.value, "type");
        let mut field = symbol(property, depth + 1, SymbolKind::Field, detail);
        field.global = true;
        analysis.symbols.push(field);
    }
}

fn symbol(member: &Member, depth: u32, kind: SymbolKind, detail: String) -> Symbol {
    let key = &member.key;
    let name = if key.text.trim().is_empty() { "(no name)" } else { &key.text };
    let span = Span::new(key.span.start, member.value.span.end.max(key.span.end));
    let selection = key.span.clone().into();
    Symbol {
        name: name.into(),
        detail: detail.into(),
        kind,
        depth,
        span,
        selection,
        extends: false,
        global: false,
    }
}

/// Each container folds from the line of its key to the line before its closing bracket.
fn folds(node: &Node, key: Option<Span>, out: &mut Vec<Fold>) {
    if let (Some(last), Style::Flow) = (last_child(node), node.style) {
        let start = key.map_or(node.span.start, |key| key.range().start);
        out.push(Fold { span: Span::new(start, last), kind: FoldKind::Block });
    }
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| folds(item, None, out)),
        Value::Map(map) => {
            map.iter().for_each(|member| folds(&member.value, Some(member.key.span.clone().into()), out));
        }
        _ => {}
    }
}
