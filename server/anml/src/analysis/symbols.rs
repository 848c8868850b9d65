//! Elements in the outline.

use agmark_syntax::{Span, Symbol, SymbolKind};

use crate::syntax::element::Element;
use crate::vocabulary::{self, Class};

/// Longer names are cut off here, in characters: a paragraph's name is its text.
const LONGEST: usize = 60;

/// An element's line in the outline: `button#e1 "Send"`, with its states beside it.
pub fn symbol(text: &str, element: &Element, depth: u32, span: Span, extends: bool) -> Symbol {
    let role = element.role.text(text);
    let mut name = String::with_capacity(span.len().min(96));
    name.push_str(role);
    if let Some(reference) = element.reference_name() {
        name.push('#');
        name.push_str(reference.text(text));
    }
    if let Some(part) = element.name {
        name.push(' ');
        push_cut(&mut name, part.text(text));
    }
    let mut detail = String::new();
    for state in element.others().filter(|p| p.kind == crate::syntax::node::Kind::State) {
        if !detail.is_empty() {
            detail.push(' ');
        }
        detail.push_str(state.text(text));
    }
    let end = element.name.or(element.reference).unwrap_or(element.role).span.end;
    let selection = Span { start: element.role.span.start, end };
    let global = element.name.is_some();
    Symbol {
        name: name.into(),
        detail: detail.into(),
        kind: kind(role),
        depth,
        span,
        selection,
        extends,
        global,
    }
}

/// A quoted name, cut off if it is long.
fn push_cut(out: &mut String, quoted: &str) {
    match quoted.char_indices().nth(LONGEST) {
        Some((end, _)) if quoted.len() > end + 4 => {
            out.push_str(&quoted[..end]);
            out.push_str("…\"");
        }
        _ => out.push_str(quoted),
    }
}

fn kind(role: &str) -> SymbolKind {
    let base = vocabulary::base(role);
    match base {
        "table" | "grid" | "list" | "resultset" | "tree" => SymbolKind::Array,
        "form" | "dialog" | "card" | "panel" | "record" => SymbolKind::Object,
        "textbox" | "searchbox" | "combobox" | "slider" | "spinbutton" | "select" | "column" => {
            SymbolKind::Field
        }
        "function" => SymbolKind::Function,
        "class" => SymbolKind::Class,
        "variable" => SymbolKind::Variable,
        "file" => SymbolKind::File,
        "metric" => SymbolKind::Number,
        _ => match vocabulary::role(base).map(|r| r.class) {
            Some(Class::Interactive) => SymbolKind::Event,
            Some(Class::Structural) => SymbolKind::Module,
            Some(Class::Content) => SymbolKind::String,
            Some(Class::Domain) => SymbolKind::Struct,
            None => SymbolKind::Key,
        },
    }
}
