//! What is said of the words of ANML. Refs are said by their definitions.

use agmark_syntax::{Document, Hover, Span};
use tree_sitter::Node;

use crate::node::Kind;
use crate::vocabulary::{self, Class};

/// What is known of the word at `offset`.
pub fn hover(document: &Document, offset: usize) -> Option<Hover> {
    let (start, chunk) = document.chunk_at(offset)?;
    let text = document.chunk_text(start, chunk);
    let tree = chunk.tree(&**document.format(), &text)?;
    let at = offset.checked_sub(start)?;
    let root = tree.root_node();
    // At the end of a word the word is meant, if nothing begins there.
    let node = [at, at.saturating_sub(1)]
        .into_iter()
        .filter_map(|at| root.named_descendant_for_byte_range(at, at + 1))
        .find(|node| Span::of(*node).touches(at) && node.child_count() == 0)?;
    let markdown = words(node, &text)?;
    Some(Hover { markdown, span: Span::of(node).shifted(start) })
}

fn words(node: Node<'_>, text: &str) -> Option<String> {
    let word = Span::of(node).text(text);
    match Kind::of(&node) {
        Kind::Role => role(word),
        Kind::Key => {
            let known = vocabulary::attribute(word, role_around(node, text))?;
            let values: Vec<_> = known.values.iter().map(|v| format!("`{v}`")).collect();
            let values =
                if values.is_empty() { String::new() } else { format!("\n\nOne of {}.", values.join(", ")) };
            Some(format!("**{word}**: attribute\n\n{}{values}", known.doc))
        }
        Kind::State | Kind::BareWord => {
            let name = word.trim_matches(['[', ']']);
            let known = vocabulary::state(name, role_around(node, text))?;
            Some(format!("**{name}**: state\n\n{}", known.doc))
        }
        Kind::MetaKey => {
            let (name, lead) = match word.strip_prefix("set.") {
                Some(name) => (name, "In a diff: the key as it is now. "),
                None => (word, ""),
            };
            let known = vocabulary::key(name)?;
            Some(format!("**{name}**: {}\n\n{lead}{}", known.kind.allowed(), known.doc))
        }
        Kind::DiffPrefix => Some(sign(word).to_owned()),
        _ => None,
    }
}

fn role(word: &str) -> Option<String> {
    let base = vocabulary::base(word);
    let known = vocabulary::role(base)?;
    let class = match known.class {
        Class::Interactive => "interactive role: carries a ref, agents act on it",
        Class::Content => "content role",
        Class::Structural => "structural role",
        Class::Domain => "role of one kind of source",
    };
    let namespace = match word.strip_suffix(base).unwrap_or("") {
        "" => String::new(),
        space => format!("\n\nFrom the source `{}`.", space.trim_end_matches(':')),
    };
    let takes: Vec<_> = vocabulary::verbs(base).map(|verb| format!("`{verb}`")).collect();
    let takes = match known.class {
        Class::Interactive => format!("\n\nTakes {}.", takes.join(", ")),
        _ => String::new(),
    };
    Some(format!("**{base}**: {class}\n\n{}{takes}{namespace}", known.doc))
}

fn sign(sign: &str) -> &'static str {
    match sign {
        "+" => "Added: this line is new. What stands below it is new, too.",
        "-" => "Removed: this element is gone, with everything below it.",
        _ => "Changed: the line as it is now, at the same place.",
    }
}

/// The role of the element that a part belongs to.
fn role_around<'a>(node: Node<'_>, text: &'a str) -> &'a str {
    let mut around = node.parent();
    while let Some(node) = around {
        if let Some(role) = node.child_by_field_name("role") {
            return vocabulary::base(Span::of(role).text(text));
        }
        around = node.parent();
    }
    ""
}
