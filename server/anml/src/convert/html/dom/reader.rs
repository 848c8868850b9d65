//! From the text of a page to its tree.

use rustc_hash::FxHashMap;
use scraper::Html;

use super::{Dom, NodeContent, shadow};

/// The deepest nesting. Deeper elements become siblings at this depth, so that no element is lost and recursion is
/// limited.
const DEEPEST: usize = 200;

/// Parses a page as browsers do, with any errors.
pub fn read(html: &str) -> Dom {
    let page = Html::parse_document(html);
    let mut dom = Dom::default();
    // The index and depth of each node of the parser's tree.
    let mut known = FxHashMap::default();
    let mut depths: Vec<usize> = Vec::new();
    for node in page.tree.root().descendants() {
        let what = if let Some(element) = node.value().as_element() {
            let attributes = element.attrs().map(|(key, value)| (key.to_owned(), value.to_owned()));
            NodeContent::Element { name: element.name().to_owned(), attributes: attributes.collect() }
        } else if let Some(text) = node.value().as_text() {
            NodeContent::Text(text.to_string())
        } else {
            // The contents of a template are in a separate fragment.
            if let Some(parent) = node.parent().and_then(|parent| known.get(&parent.id()).copied()) {
                known.insert(node.id(), parent);
            }
            continue;
        };
        let mut parent: Option<usize> = node.parent().and_then(|parent| known.get(&parent.id()).copied());
        // A text stays with its element, however deep that is.
        if matches!(what, NodeContent::Element { .. })
            && parent.is_some_and(|parent| depths[parent] == DEEPEST)
        {
            parent = parent.and_then(|parent| dom.nodes[parent].parent);
        }
        depths.push(parent.map_or(0, |parent| depths[parent] + 1));
        let index = dom.push(parent, what);
        known.insert(node.id(), index);
    }
    shadow::compose(&mut dom);
    dom
}
