//! The outline of a document, as a tree or, for clients without tree support, as a list.

use agmark_syntax::outline::{Item, outline};
use lsp_types as lsp;

use crate::protocol::to_proto;
use crate::snapshot::{Asked, Snapshot};

pub fn symbols(snapshot: &Snapshot, uri: &lsp::Uri) -> Option<lsp::DocumentSymbolResponse> {
    let asked = snapshot.asked(uri)?;
    let items = outline(asked.document);
    Some(if snapshot.client.hierarchical_symbols {
        lsp::DocumentSymbolResponse::Nested(nested(snapshot, &asked, &items))
    } else {
        lsp::DocumentSymbolResponse::Flat(flat(snapshot, &asked, &items))
    })
}

/// The tree of symbols, from the list in which each symbol is before its descendants.
fn nested(snapshot: &Snapshot, asked: &Asked<'_>, items: &[Item]) -> Vec<lsp::DocumentSymbol> {
    let text = asked.document.text();
    let mut levels: Vec<Vec<lsp::DocumentSymbol>> = vec![Vec::new()];
    let fold = |levels: &mut Vec<Vec<lsp::DocumentSymbol>>, to: usize| {
        while levels.len() > to + 1 {
            let children = levels.pop().unwrap_or_default();
            let Some(parent) = levels.last_mut().and_then(|siblings| siblings.last_mut()) else { continue };
            if !children.is_empty() {
                parent.children = Some(children);
            }
        }
    };
    for item in items {
        fold(&mut levels, item.level);
        while levels.len() <= item.level {
            levels.push(Vec::new());
        }
        // The protocol's type still has the deprecated field.
        #[allow(deprecated)]
        let symbol = lsp::DocumentSymbol {
            name: name(item),
            detail: (!item.symbol.detail.is_empty()).then(|| item.symbol.detail.clone()),
            kind: to_proto::symbol_kind(item.symbol.kind),
            tags: None,
            deprecated: None,
            range: to_proto::range(text, item.span, snapshot.encoding()),
            selection_range: to_proto::range(text, item.selection, snapshot.encoding()),
            children: None,
        };
        if let Some(siblings) = levels.last_mut() {
            siblings.push(symbol);
        }
    }
    fold(&mut levels, 0);
    levels.pop().unwrap_or_default()
}

fn flat(snapshot: &Snapshot, asked: &Asked<'_>, items: &[Item]) -> Vec<lsp::SymbolInformation> {
    let text = asked.document.text();
    let mut above: Vec<&Item> = Vec::new();
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        above.truncate(item.level);
        #[allow(deprecated)]
        out.push(lsp::SymbolInformation {
            name: name(item),
            kind: to_proto::symbol_kind(item.symbol.kind),
            tags: None,
            deprecated: None,
            location: lsp::Location {
                uri: asked.open.uri.clone(),
                range: to_proto::range(text, item.span, snapshot.encoding()),
            },
            container_name: above.last().map(|parent| name(parent)),
        });
        above.push(item);
    }
    out
}

/// Clients refuse a symbol without a name.
fn name(item: &Item) -> String {
    if item.symbol.name.trim().is_empty() { "(unnamed)".to_owned() } else { item.symbol.name.clone() }
}
