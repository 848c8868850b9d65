//! Comments that silence rules: in the front matter `# agmark: allow RULE`, in the body
//! `{{/* agmark: allow RULE */}}`.
//!
//! A comment at the end of a line is for that line. A comment on a separate line is for the next line with the lines that
//! belong to it: deeper lines in YAML, a whole block in the body.

use agmark_syntax::{Document, Edit, Span, Suppression, SuppressionKind};
use tree_sitter::Node;

use crate::data::Analysis;
use crate::syntax::cuts::{is_delimiter, opens_block};
use crate::syntax::static_kind::StaticKind;

/// The word that each such comment contains.
const SIGN: &str = "agmark:";

/// Reads the comments of a chunk, whose nodes are `nodes`, into an analysis.
pub(crate) fn read(text: &str, nodes: &[Node<'_>], analysis: &mut Analysis) {
    for (i, node) in nodes.iter().enumerate() {
        match node.static_kind() {
            "front_matter" => {
                let mut cursor = node.walk();
                for yaml in node.named_children(&mut cursor) {
                    in_yaml(Span::of(yaml), text, analysis);
                }
            }
            "comment" => {
                let span = Span::of(*node);
                if span.text(text).contains(SIGN) {
                    let (deleted, next) = in_body(span, text, &nodes[i + 1..]);
                    analysis.suppressions.extend(Suppression::read(
                        span.text(text),
                        span.start as usize,
                        deleted,
                        next,
                    ));
                }
            }
            _ => {}
        }
    }
}

fn in_yaml(content: Span, text: &str, analysis: &mut Analysis) {
    let all = content.text(text);
    if !all.contains(SIGN) {
        return;
    }
    let mut at = content.start as usize;
    for line in all.split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        let Some(sign) = line.find(SIGN) else { continue };
        let Some(hash) = line[..sign].rfind('#') else { continue };
        let alone = line[..hash].trim().is_empty();
        if !alone && !line[..hash].ends_with([' ', '\t']) {
            continue;
        }
        let comment = line[hash..].trim_end();
        let (deleted, next) = if alone {
            (Span::new(start, end), lines(text, start, block_after(text, end, content.end as usize)))
        } else {
            let before = line[..hash].trim_end().len();
            (Span::new(start + before, start + hash + comment.len()), lines(text, start, end))
        };
        analysis.suppressions.extend(Suppression::read(comment, start + hash, deleted, next));
    }
}

/// The end of the next line of YAML after `from`, with the lines that belong to it.
fn block_after(text: &str, from: usize, end: usize) -> usize {
    let mut at = from;
    let mut first: Option<(usize, bool)> = None;
    for line in text.get(from..end).unwrap_or_default().split_inclusive('\n') {
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        let blank = content.trim().is_empty();
        match first {
            None if blank || content.starts_with('#') => {}
            None => first = Some((indent, content.starts_with('-'))),
            // The items of a list can have the same indent as its key.
            Some((depth, item)) => {
                let belongs = indent > depth || indent == depth && !item && content.starts_with('-');
                if !blank && !belongs {
                    break;
                }
            }
        }
        at += line.len();
    }
    at
}

/// The span to delete with the comment at `span`, and the span that it covers. `after` are the nodes after it.
fn in_body(span: Span, text: &str, after: &[Node<'_>]) -> (Span, Span) {
    let (start, end) = (span.start as usize, span.end as usize);
    let line = line_start(text, start);
    let rest = line_end(text, end);
    let alone = text[line..start].trim().is_empty() && text[end..rest].trim().is_empty();
    if !alone {
        return (span, lines(text, line, with_actions(text, rest, after)));
    }
    let content = text[rest..].find(|c: char| !c.is_whitespace()).map_or(text.len(), |at| rest + at);
    let mut to = with_actions(text, line_end(text, content), after);
    let opener = after.iter().position(|n| n.start_byte() >= content && n.static_kind() != "text");
    if let Some(opener) = opener.filter(|i| after[*i].start_byte() < to) {
        to = to.max(line_end(text, structure_end(&after[opener..])));
    }
    (Span::new(line, rest), lines(text, line, to))
}

/// `end`, or the end of the line where an action ends that starts before it.
fn with_actions(text: &str, end: usize, after: &[Node<'_>]) -> usize {
    let mut end = end;
    for node in after {
        if node.start_byte() >= end {
            break;
        }
        if node.static_kind() != "text" {
            end = end.max(line_end(text, node.end_byte()));
        }
    }
    end
}

/// The end of the block that the first of `nodes` opens, or of the first node if it opens none.
fn structure_end(nodes: &[Node<'_>]) -> usize {
    let mut depth = 0usize;
    for node in nodes {
        match node.static_kind().strip_suffix("_action") {
            Some(word) if opens_block(word) => depth += 1,
            Some("end") => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return node.end_byte();
        }
    }
    nodes.last().map_or(0, |n| n.end_byte())
}

/// The lines up to `end`, without the last line end.
fn lines(text: &str, start: usize, end: usize) -> Span {
    let ends_line = end > start && text[..end].ends_with('\n');
    Span::new(start, end - usize::from(ends_line))
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// After the line end that follows `at`.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

/// The edit that silences `rule` for the diagnostic at `span`, or for the whole file.
pub(crate) fn write(document: &Document, span: Span, rule: &str, kind: SuppressionKind) -> Option<Edit> {
    let (start, chunk) = document.chunk_at(span.start as usize)?;
    let text = document.chunk_text(start, chunk);
    let tree = chunk.tree(&**document.format(), &text)?;
    let root = tree.root_node();
    let at = span.start as usize - start;
    if let Some((0, front)) =
        root.named_child(0).filter(|n| n.static_kind() == "front_matter").map(|n| (start, n))
    {
        let first = front.child(0)?.end_byte();
        if kind == SuppressionKind::File || at < first {
            return Some(Edit::insert(first, format!("# agmark: allow-file {rule}\n")));
        }
        if at < front.end_byte() {
            let line = line_start(&text, at);
            let indent: String = text[line..].chars().take_while(|c| *c == ' ').collect();
            if is_delimiter(text[line..].lines().next()?) {
                return None;
            }
            return Some(Edit::insert(line, format!("{indent}# agmark: allow {rule}\n")));
        }
    }
    // A separate line would be part of the prompt, so the comment is inserted before the action or at the end of the line.
    let comment = format!("{{{{/* agmark: {} {rule} */}}}}", kind.keyword());
    let line = text[at..].lines().next().unwrap_or_default();
    let mut cursor = root.walk();
    let mut actions =
        root.named_children(&mut cursor).filter(|n| n.static_kind() != "text" && n.end_byte() > at);
    // An action that holds the place, or takes the end of the line with it.
    let place = match actions.find(|n| n.start_byte() <= at || n.end_byte() > at + line.len()) {
        Some(action) if action.start_byte() < at + line.len().max(1) => action.start_byte(),
        _ => at + line.len(),
    };
    Some(Edit::insert(start + place, comment))
}
