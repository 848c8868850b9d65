//! The outline and the folds of a manifest.

use agmark_schema::{Member, Node, Style, Value};
use agmark_syntax::{Fold, FoldKind, Span, Symbol, SymbolKind};

use super::chunk::Analysis;
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
            analysis.symbols.push(symbol(member, depth, SymbolKind::Module, String::new()));
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
    let name = if key.text.trim().is_empty() { "(no name)".to_owned() } else { key.text.clone() };
    let span = Span::new(key.span.start, member.value.span.end.max(key.span.end));
    let selection = key.span.clone().into();
    Symbol { name, detail, kind, depth, span, selection, extends: false, global: false }
}

/// Each container folds from the line of its key to the line before its closing bracket.
fn folds(node: &Node, key: Option<Span>, out: &mut Vec<Fold>) {
    let last = match &node.value {
        Value::List(items) => items.last().map(|item| item.span.end),
        Value::Map(map) => map.members.last().map(|member| member.value.span.end.max(member.key.span.end)),
        _ => None,
    };
    if let (Some(last), Style::Flow) = (last, node.style) {
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
