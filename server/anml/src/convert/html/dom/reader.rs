//! From the text of a page to its tree.

use rustc_hash::FxHashMap;
use scraper::Html;

use super::{Dom, What, shadow};

/// Deeper elements stand beside each other at this depth: nothing of a page is lost, and no page is nested so deep that
/// it could not be walked.
const DEEPEST: usize = 200;

/// Reads a page as browsers do, whatever is wrong with it.
pub fn read(html: &str) -> Dom {
    let page = Html::parse_document(html);
    let mut dom = Dom::default();
    // Where the nodes of the parser's tree stand in ours, and how deep.
    let mut known = FxHashMap::default();
    let mut depths: Vec<usize> = Vec::new();
    for node in page.tree.root().descendants() {
        let what = if let Some(element) = node.value().as_element() {
            let attributes = element.attrs().map(|(key, value)| (key.to_owned(), value.to_owned()));
            What::Element { name: element.name().to_owned(), attributes: attributes.collect() }
        } else if let Some(text) = node.value().as_text() {
            What::Text(text.to_string())
        } else {
            // The contents of a template stand in a fragment of their own.
            if let Some(parent) = node.parent().and_then(|parent| known.get(&parent.id()).copied()) {
                known.insert(node.id(), parent);
            }
            continue;
        };
        let mut parent: Option<usize> = node.parent().and_then(|parent| known.get(&parent.id()).copied());
        // A text stays with its element, however deep that is.
        if matches!(what, What::Element { .. }) && parent.is_some_and(|parent| depths[parent] == DEEPEST) {
            parent = parent.and_then(|parent| dom.nodes[parent].parent);
        }
        depths.push(parent.map_or(0, |parent| depths[parent] + 1));
        let index = dom.push(parent, what);
        known.insert(node.id(), index);
    }
    shadow::compose(&mut dom);
    dom
}
