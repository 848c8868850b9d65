//! JSON pointers (RFC 6901) to nodes.

use crate::{Key, Node, Value};

/// The node at a byte of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Located<'a> {
    /// The pointer to the node.
    pub pointer: String,
    /// The innermost node, or the value of the key that the byte is in.
    pub node: &'a Node,
    /// The key of the node, if it is a member of a map.
    pub key: Option<&'a Key>,
    /// Whether the byte is in the key.
    pub on_key: bool,
}

/// Appends a step to a pointer, with `~` and `/` escaped.
pub fn push(pointer: &mut String, step: &str) {
    pointer.push('/');
    for c in step.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            c => pointer.push(c),
        }
    }
}

/// The pointer with one more step.
pub fn join(pointer: &str, step: &str) -> String {
    let mut joined = pointer.to_owned();
    push(&mut joined, step);
    joined
}

/// The steps of a pointer, unescaped. The empty pointer has none. The first slash may be missing.
pub fn steps(pointer: &str) -> impl Iterator<Item = String> {
    let rest = pointer.strip_prefix('/').unwrap_or(pointer);
    let steps = if pointer.is_empty() { None } else { Some(rest.split('/')) };
    steps.into_iter().flatten().map(|step| step.replace("~1", "/").replace("~0", "~"))
}

impl Node {
    /// The node that a JSON pointer names; the empty pointer names this node.
    pub fn at(&self, pointer: &str) -> Option<&Node> {
        self.locate(pointer).map(|(node, _)| node)
    }

    /// The node that a JSON pointer names and its key, if it is a member of a map.
    pub fn locate(&self, pointer: &str) -> Option<(&Node, Option<&Key>)> {
        let mut node = self;
        let mut key = None;
        for step in steps(pointer) {
            match &node.value {
                Value::Map(map) => {
                    let member = map.get(&step)?;
                    (node, key) = (&member.value, Some(&member.key));
                }
                Value::List(items) => (node, key) = (items.get(index(&step)?)?, None),
                _ => return None,
            }
        }
        Some((node, key))
    }

    /// The innermost node at `offset`. Both ends of a span are included.
    ///
    /// Children of an alias are elsewhere in the text and are skipped.
    pub fn locate_offset(&self, offset: usize) -> Located<'_> {
        let mut found = Located { pointer: String::new(), node: self, key: None, on_key: false };
        loop {
            let node = found.node;
            if node.style == crate::Style::Alias {
                return found;
            }
            match &node.value {
                Value::Map(map) => {
                    let on_key = map.iter().find(|member| {
                        member.key.style != crate::Style::Inherited && touches(&member.key.span, offset)
                    });
                    let Some(member) =
                        on_key.or_else(|| map.iter().find(|member| touches(&member.value.span, offset)))
                    else {
                        return found;
                    };
                    push(&mut found.pointer, &member.key.text);
                    (found.node, found.key) = (&member.value, Some(&member.key));
                    if on_key.is_some() {
                        found.on_key = true;
                        return found;
                    }
                }
                Value::List(items) => {
                    let Some(i) = items.iter().position(|item| touches(&item.span, offset)) else {
                        return found;
                    };
                    push(&mut found.pointer, &i.to_string());
                    (found.node, found.key) = (&items[i], None);
                }
                _ => return found,
            }
        }
    }
}

fn touches(span: &std::ops::Range<usize>, offset: usize) -> bool {
    span.start <= offset && offset <= span.end
}

/// An index as RFC 6901 writes it: digits without leading zeros.
fn index(step: &str) -> Option<usize> {
    let canonical = step == "0" || !step.starts_with('0');
    (canonical && step.bytes().all(|b| b.is_ascii_digit())).then(|| step.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_finds_keys_items_and_escaped_steps() {
        let root =
            crate::json::parse(r#"{"pages": {"/orders/": {"actions": ["order.place"]}}, "a~b": 1}"#).root;
        assert_eq!(root.at("/pages/~1orders~1/actions/0").and_then(Node::as_str), Some("order.place"));
        assert_eq!(root.at("/a~0b").map(Node::kind), Some("an integer"));
        assert_eq!(root.at("").map(Node::kind), Some("an object"));
        assert_eq!(root.at("/pages/~1orders~1/actions/00"), None);
        assert_eq!(root.at("/pages/none"), None);
        assert_eq!(join("/pages", "/a~b"), "/pages/~1a~0b");
    }

    #[test]
    fn an_offset_finds_the_innermost_place() {
        let text = r#"{"site": {"name": "Ledger"}, "tags": ["x", "y"]}"#;
        let root = crate::json::parse(text).root;
        let at = |needle: &str| {
            let found = root.locate_offset(text.find(needle).unwrap_or_default() + 1);
            (found.pointer, found.on_key)
        };
        assert_eq!(at("name"), ("/site/name".into(), true));
        assert_eq!(at("Ledger"), ("/site/name".into(), false));
        assert_eq!(at("y\""), ("/tags/1".into(), false));
    }
}
