//! Comments of a script that silence rules. `# agmark: allow RULE` on its own line is for the next action, a note ` --
//! agmark: allow RULE` for the action before it.

use agmark_syntax::{Document, Edit, Span, Suppression, SuppressionKind};

use crate::script::line::{note, tokens};

/// The comments of a script that silence rules.
pub fn suppressions(text: &str) -> Vec<Suppression> {
    let mut out: Vec<Suppression> = Vec::new();
    // Comments for the next action.
    let mut waiting: Vec<(usize, &str)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let whole = Span::new(start, start + content.len());
        if tokens(content).is_empty() {
            if content.trim_start().starts_with('#') {
                waiting.push((start, line));
            }
        } else {
            out.extend(waiting.drain(..).filter_map(|(at, comment)| of_line(at, comment, whole)));
            if let Some(at) = note(content) {
                let before = content[..at].trim_end_matches(['-', ' ', '\t']).len();
                let span = Span::new(start + before, start + content.len());
                out.extend(Suppression::read(&content[at..], start + at, span, whole));
            }
        }
        start += line.len();
    }
    let end = Span::at(text.len());
    out.extend(waiting.into_iter().filter_map(|(at, comment)| of_line(at, comment, end)));
    out
}

/// A comment on its own line.
fn of_line(start: usize, line: &str, next: Span) -> Option<Suppression> {
    let mark = line.find('#')? + 1;
    let comment = line[mark..].trim_end_matches(['\n', '\r']);
    Suppression::read(comment, start + mark, Span::new(start, start + line.len()), next)
}

/// The edit that silences `rule` for the finding at `span`, or in the whole file.
pub fn edit(document: &Document, span: Span, rule: &str, kind: SuppressionKind) -> Edit {
    let text = document.text();
    if kind == SuppressionKind::File {
        let mark = text.slice(0..'\u{feff}'.len_utf8());
        let at = if mark == "\u{feff}" { mark.len() } else { 0 };
        return Edit::insert(at, format!("# agmark: allow-file {rule}\n"));
    }
    let line = text.line_range(text.line_of(span.start as usize));
    let words = text.slice(line.clone());
    let indent = words.len() - words.trim_start_matches([' ', '\t', '\u{feff}']).len();
    Edit::insert(line.start + indent, format!("# agmark: allow {rule}\n"))
}
