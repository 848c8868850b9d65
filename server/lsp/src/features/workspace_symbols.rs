//! Searches for symbols in all files of the workspace.

use lsp_types as lsp;

use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

/// The largest number of results. A person types more letters to see others.
const LIMIT: usize = 1000;

pub fn symbols(snapshot: &Snapshot, query: &str) -> Vec<lsp::SymbolInformation> {
    let mut found = snapshot.index.symbols(query, LIMIT);
    // Ranges need the texts of the files. Each is read once.
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|a, b| found[*a].path.cmp(&found[*b].path));
    let mut texts = snapshot.texts();
    let mut ranges = vec![None; found.len()];
    for index in order {
        let one = &found[index];
        let place = agmark_syntax::Location { path: one.path.clone(), span: one.span, whole: one.span };
        ranges[index] = texts.location(&place);
    }
    let list = found.drain(..).zip(ranges).filter_map(|(one, location)| {
        #[allow(deprecated)]
        Some(lsp::SymbolInformation {
            name: one.name.to_string(),
            kind: to_proto::symbol_kind(one.kind),
            tags: None,
            deprecated: None,
            location: location?,
            container_name: one.container,
        })
    });
    list.collect()
}
