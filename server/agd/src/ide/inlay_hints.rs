//! Inlay hints after references: the title of the target.

use std::collections::HashMap;

use agmark_syntax::{Document, Hint, Span, Target, World};

use super::known_ids;
use crate::analysis::ID;

/// The number of characters of a title that are shown.
const SHOWN: usize = 40;

/// A hint after each reference in `span` whose target has a title or a `desc=`.
pub fn hints(document: &Document, world: &dyn World, span: Span) -> Vec<Hint> {
    let mut titles: HashMap<(Option<&str>, &str), String> = HashMap::new();
    let mut out = Vec::new();
    for (start, chunk) in document.chunks_at(span) {
        for reference in chunk.analysis().references.iter().filter(|reference| reference.name.space == ID) {
            let here = reference.span.shifted(start);
            if !span.meets(here) {
                continue;
            }
            let file = if let Target::Other(path) = &reference.target { Some(path.as_ref()) } else { None };
            let id = &*reference.name.text;
            let title =
                titles.entry((file, id)).or_insert_with(|| known_ids::title(document, world, file, id));
            // A title that equals the id except for case adds nothing.
            if title.is_empty() || crate::document::ids::slug(title).as_deref() == Some(id) {
                continue;
            }
            out.push(Hint { at: here.end as usize, label: shortened(title), tooltip: title.clone() });
        }
    }
    out
}

fn shortened(title: &str) -> String {
    match title.char_indices().nth(SHOWN) {
        None => title.to_owned(),
        Some((end, _)) => format!("{}…", title[..end].trim_end()),
    }
}
