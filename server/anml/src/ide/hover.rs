//! Hovers for the words of ANML.

use agmark_syntax::{Document, Hover, Span};
use tree_sitter::Node;

use super::subtree;
use crate::syntax::node::Kind;
use crate::vocabulary::aria;
use crate::vocabulary::{self, Class};

/// The documentation of the word at `offset`.
pub fn hover(document: &Document, offset: usize) -> Option<Hover> {
    let (start, chunk) = document.chunk_at(offset)?;
    let text = document.chunk_text(start, chunk);
    let tree = chunk.tree(&**document.format(), &text)?;
    let at = offset.checked_sub(start)?;
    let root = tree.root_node();
    // The end of a word belongs to the word, if no other part starts there.
    let node = [at, at.saturating_sub(1)]
        .into_iter()
        .filter_map(|at| root.named_descendant_for_byte_range(at, at + 1))
        .find(|node| Span::of(*node).touches(at) && node.child_count() == 0)?;
    let mut markdown = words(node, &text)?;
    if matches!(Kind::of(&node), Kind::Role | Kind::Ref) {
        let place = place(document, offset);
        if !markdown.is_empty() && !place.is_empty() {
            markdown.push_str("\n\n");
        }
        markdown.push_str(&place);
    }
    Some(Hover { markdown, span: Span::of(node).shifted(start) }).filter(|hover| !hover.markdown.is_empty())
}

/// Larger subtrees are not counted while a person waits, in bytes.
const LARGEST: usize = 64 << 10;

/// The position of the element at `offset`, and its cost with everything below it.
fn place(document: &Document, offset: usize) -> String {
    let Some(element) = subtree::at(document, offset) else { return String::new() };
    let mut out = String::new();
    if !element.path.is_empty() {
        let names: Vec<String> = element.path.iter().map(|item| code(&item.symbol.name)).collect();
        out = format!("In {}. ", names.join(" › "));
    }
    let lines = element.lines(document);
    if lines.len() > LARGEST {
        return out + "With all below it more than 64 KiB of text.";
    }
    let text = document.text().span(lines);
    let below = text.lines().filter(|line| !line.trim().is_empty()).count().saturating_sub(1);
    let tokens = agmark_tokens::words(agmark_tokens::count(&text));
    out + &match below {
        0 => format!("{tokens}."),
        1 => format!("{tokens}, with 1 line below it."),
        n => format!("{tokens}, with {n} lines below it."),
    }
}

/// A text as Markdown code, with any quotes in it.
fn code(text: &str) -> String {
    let fence = "`".repeat(text.split(|c| c != '`').map(str::len).max().unwrap_or(0) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

fn words(node: Node<'_>, text: &str) -> Option<String> {
    let word = Span::of(node).text(text);
    match Kind::of(&node) {
        Kind::Role => Some(role(word).unwrap_or_default()),
        Kind::Ref => Some(String::new()),
        Kind::Summary => Some(summary(crate::format::lines::summary_text(word))),
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
    let aria = aria::aria(base).map_or(String::new(), |aria| format!("\n\nIn ARIA: `{aria}`."));
    let takes: Vec<_> = vocabulary::verbs(base).map(|verb| format!("`{verb}`")).collect();
    let takes = match known.class {
        Class::Interactive => format!("\n\nTakes {}.", takes.join(", ")),
        _ => String::new(),
    };
    Some(format!("**{base}**: {class}\n\n{}{aria}{takes}{namespace}", known.doc))
}

/// What a summary stands for.
fn summary(text: &str) -> String {
    if let Some(count) = crate::diff::matching::skipped(&format!("~ {text}")) {
        return format!(
            "**~** in a diff: the next {count} elements or lines on this level are as they were."
        );
    }
    let shown = if text.is_empty() { String::new() } else { format!(": {}", code(text)) };
    let expand = text.split("expand #").nth(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        format!("\n\n`expand #{}` asks for it.", &rest[..end])
    });
    let expand = expand.unwrap_or_default();
    format!(
        "**~**: summary\n\nStands for what the source has here and the document does not show{shown}.{expand}"
    )
}

fn sign(sign: &str) -> &'static str {
    match sign {
        "+" => "Added: this line is new, and all lines below it are new.",
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
