//! Members of the objects of a manifest.

use std::collections::HashMap;

use agmark_schema::{Member, Node};

/// The members of an object; none if the node is not an object.
pub fn members(node: Option<&Node>) -> &[Member] {
    node.and_then(Node::as_map).map_or(&[], |map| &map.members)
}

/// The members of an object by key, without those that have no key. The first of several with one key wins.
pub fn by_name(node: Option<&Node>) -> HashMap<&str, &Member> {
    let mut names = HashMap::new();
    for member in members(node).iter().filter(|member| !member.key.text.is_empty()) {
        names.entry(member.key.text.as_str()).or_insert(member);
    }
    names
}

/// The text of a member; empty if it is missing or not a text.
pub fn text(node: &Node, key: &str) -> String {
    node.get(key).and_then(Node::as_str).unwrap_or_default().to_owned()
}

/// The items in a list without unused memory. Documents keep thousands of short lists.
pub fn exact<T>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.collect::<Box<[T]>>().into_vec()
}
