//! Front matter: the order of keys, and quotes.

use agmark_schema::{Node as Value, Style, yaml};
use agmark_syntax::{Edit, Span};
use tree_sitter::Node;

use crate::syntax::yaml_text::{flow_scalar, scalar};

/// The edit that formats front matter, if one is necessary; `None` if the front matter has errors.
pub(super) fn format(text: &str, node: Node<'_>) -> Option<Option<Edit>> {
    let mut cursor = node.walk();
    let Some(yaml) = node.named_children(&mut cursor).find(|n| n.kind() == "yaml") else { return Some(None) };
    let span = Span::of(yaml);
    let old = span.text(text);
    let parsed = yaml::parse(old);
    if !parsed.complete || !parsed.problems.is_empty() {
        return None;
    }
    let unquoted = Edit::apply(old, &quotes(old, &parsed.root));
    let new = in_order(&unquoted).unwrap_or(unquoted);
    // The values of the YAML must not change.
    let again = yaml::parse(&new);
    let same = again.complete && again.problems.is_empty() && again.root.to_json() == parsed.root.to_json();
    Some((same && new != old).then(|| Edit::replace(span, new)))
}

/// The edits that remove unnecessary quotes.
fn quotes(text: &str, root: &Value) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut rest: Vec<(&Value, bool)> = vec![(root, false)];
    while let Some((node, flow)) = rest.pop() {
        let flow = flow || node.style == Style::Flow;
        if node.style == Style::Alias {
            continue;
        }
        if let Some(text) =
            node.as_str().filter(|_| matches!(node.style, Style::SingleQuoted | Style::DoubleQuoted))
        {
            edits.extend(bare(text, flow).map(|plain| Edit::replace(node.span.clone().into(), plain)));
        }
        for member in node.as_map().into_iter().flatten() {
            let after = text.get(member.key.span.end..).unwrap_or_default();
            // Without its quotes, `"a":1` is one word.
            let apart =
                after.trim_start().strip_prefix(':').is_some_and(|v| v.starts_with([' ', '\n', '\r']));
            if matches!(member.key.style, Style::SingleQuoted | Style::DoubleQuoted) && apart {
                edits.extend(
                    bare(&member.key.text, true).map(|p| Edit::replace(member.key.span.clone().into(), p)),
                );
            }
            // JSON keeps its quotes.
            if apart {
                rest.push((&member.value, flow));
            }
        }
        rest.extend(node.as_list().unwrap_or_default().iter().map(|item| (item, flow)));
    }
    edits
}

/// The text without quotes, if they are not necessary.
fn bare(text: &str, flow: bool) -> Option<String> {
    let written = if flow { flow_scalar(text) } else { scalar(text) };
    (written == text && !text.contains(['\n', '"', '\'', '{', '$'])).then_some(written)
}

/// The lines of the top keys in the order of the specification. Unknown keys come last, in their order. Comments and blank
/// lines belong to the key after them.
fn in_order(text: &str) -> Option<String> {
    let root = yaml::parse(text).root;
    let members = &root.as_map()?.members;
    // An alias must be after its anchor.
    if root.style != Style::Block || text.contains(['&', '*']) && has_alias(&root) {
        return None;
    }
    let line_start = |at: usize| text.get(..at).map_or(0, |t| t.rfind('\n').map_or(0, |end| end + 1));
    let mut starts: Vec<usize> = Vec::new();
    for (i, member) in members.iter().enumerate() {
        let mut at = line_start(member.key.span.start);
        // Lines before the key that are blank or comments.
        let floor = i.checked_sub(1).and_then(|b| members.get(b)).map_or(0, |m| m.key.span.end);
        while at > floor {
            let previous = line_start(at - 1);
            let line = text.get(previous..at)?.trim();
            if previous < floor
                || !(line.is_empty()
                    || line.starts_with('#') && !in_value(members.get(i.wrapping_sub(1)), previous))
            {
                break;
            }
            at = previous;
        }
        starts.push(if i == 0 { 0 } else { at });
    }
    let rank = |key: &str| KEYS_IN_ORDER.iter().position(|k| *k == key).unwrap_or(KEYS_IN_ORDER.len());
    let mut parts: Vec<(usize, &str)> = Vec::new();
    for (i, member) in members.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(text.len());
        parts.push((rank(&member.key.text), text.get(*starts.get(i)?..end)?));
    }
    parts.sort_by_key(|(rank, _)| *rank);
    let mut out = String::with_capacity(text.len() + 1);
    for (i, (_, part)) in parts.iter().enumerate() {
        let part = if i == 0 { part.trim_start_matches(['\n', '\r']) } else { part };
        out.push_str(part);
        if !part.ends_with('\n') {
            out.push('\n');
        }
    }
    Some(out)
}

/// The order of the specification.
const KEYS_IN_ORDER: [&str; 7] =
    ["name", "description", "input", "output", "imports", "mcp_servers", "model"];

/// Whether a line is in the value of a key. It can be text of a block scalar.
fn in_value(member: Option<&agmark_schema::Member>, at: usize) -> bool {
    member.is_some_and(|m| at < m.value.span.end)
}

fn has_alias(root: &Value) -> bool {
    let mut rest = vec![root];
    while let Some(node) = rest.pop() {
        if node.style == Style::Alias {
            return true;
        }
        rest.extend(node.as_map().into_iter().flatten().map(|m| &m.value));
        rest.extend(node.as_list().unwrap_or_default());
    }
    false
}
