//! Inline text as Markdown.

use pulldown_cmark::{Event, Parser, Tag};

use crate::ast::{Run, RunKind, Runs};
use crate::convert::escape;
use crate::convert::from_md::heading_id;
use crate::convert::markdown_markers::{TextStart, verbatim};

/// Inline text with this start.
pub fn write(runs: Runs<'_>, start: TextStart) -> String {
    let runs: Vec<Run<'_>> = runs.collect();
    let texts: Vec<(RunKind, &str)> = runs.iter().map(|run| (run.kind, run.text)).collect();
    let mut out = String::new();
    for (run, copied) in runs.iter().zip(verbatim(&texts, start)) {
        let mut text = String::new();
        escape::markdown(run.text, &copied, &mut text);
        match run.kind {
            RunKind::Text => out.push_str(&text),
            RunKind::Bold => wrapped("**", &text, &mut out),
            RunKind::Italic => wrapped("_", &text, &mut out),
            RunKind::Code => code(run.text, &mut out),
            RunKind::Ref => out.push_str(&format!("[#{0}](#{0})", run.text)),
        }
    }
    if start == TextStart::Heading
        && let Some((title, _)) = heading_id(&out)
    {
        out.insert(title.len(), '\\');
    }
    out
}

/// A line of inline text after `before`.
pub fn line(runs: Runs<'_>, start: TextStart, before: &str) -> String {
    let text = write(runs, start);
    let text = text.trim();
    if text.starts_with('<') && is_html(&format!("{before}{text}")) {
        return format!("\\{text}");
    }
    escape::line_start(text)
}

/// Whether a block of HTML begins in a text.
fn is_html(text: &str) -> bool {
    Parser::new(text).any(|event| matches!(event, Event::Start(Tag::HtmlBlock)))
}

/// Markdown allows no white space inside its markers.
fn wrapped(mark: &str, text: &str, out: &mut String) {
    let inner = text.trim();
    let start = text.len() - text.trim_start().len();
    out.push_str(&text[..start]);
    if !inner.is_empty() {
        out.push_str(mark);
        out.push_str(inner);
        out.push_str(mark);
        out.push_str(&text[start + inner.len()..]);
    }
}

fn code(text: &str, out: &mut String) {
    if text.is_empty() {
        return;
    }
    let spaced = text.starts_with(' ') && text.ends_with(' ') && !text.trim().is_empty();
    let pad = if spaced { " " } else { "" };
    out.push_str(&format!("`{pad}{text}{pad}`"));
}
