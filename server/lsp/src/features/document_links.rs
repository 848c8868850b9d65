//! Document links: the files and addresses that a document names.

use agmark_syntax::{Link, LinkKind, PathKind, World};
use agmark_workspace::paths as written;
use lsp_types as lsp;

use crate::protocol::to_proto;
use crate::protocol::uris;
use crate::snapshot::Snapshot;

pub fn links(snapshot: &Snapshot, uri: &lsp::Uri) -> Option<Vec<lsp::DocumentLink>> {
    let asked = snapshot.asked(uri)?;
    let text = asked.document.text();
    let view = snapshot.view(&asked.path, &**asked.document.format());
    let mut out = Vec::new();
    for (start, chunk) in asked.document.chunks().iter() {
        let links = &chunk.analysis().links;
        for (at, link) in links.iter().enumerate() {
            // If a place can name several files, the existing one wins.
            let same = |other: Option<usize>| {
                other.and_then(|at| links.get(at)).is_some_and(|other: &Link| other.span == link.span)
            };
            let several = same(at.checked_sub(1)) || same(Some(at + 1));
            if several && link.kind != LinkKind::Address && view.path_kind(link.path()) != PathKind::File {
                continue;
            }
            let target = match link.kind {
                LinkKind::Address => link.target.parse().ok(),
                // A document without a path has no folder for relative paths.
                LinkKind::File | LinkKind::Import if asked.path.is_absolute() => {
                    uris::to_uri(&written::beside(&asked.path, link.path()))
                }
                LinkKind::File | LinkKind::Import => None,
            };
            if target.is_some() {
                let range = to_proto::range(text, link.span.shifted(start), snapshot.encoding());
                out.push(lsp::DocumentLink { range, target, tooltip: None, data: None });
            }
        }
    }
    Some(out)
}
