//! Hover: the definition of a name, the number of its uses, and the hover of the format.

use agmark_syntax::{Location, Span, WantedUses};
use agmark_workspace::NameUse;
use agmark_workspace::resolve::UseCount;
use lsp_types as lsp;

use crate::features::names;
use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::{RequestedDocument, Snapshot};

/// The number of lines of a definition that are shown.
const SHOWN: usize = 12;

pub fn hover(snapshot: &Snapshot, at: &lsp::TextDocumentPositionParams) -> Option<lsp::Hover> {
    let asked = snapshot.asked(&at.text_document.uri)?;
    let text = asked.document.text();
    let offset = from_proto::offset(text, at.position, snapshot.encoding());
    let view = snapshot.view(&asked.path, &**asked.document.format());
    let own = asked.document.format().hover(asked.document, &view, offset);
    let name = names::at(snapshot, &asked, offset, WantedUses::Number);
    let mut parts: Vec<String> = Vec::new();
    let mut span = None;
    if let Some(name) = &name {
        parts.extend(about(snapshot, &asked, name));
        span = Some(name.span);
    }
    if let Some(own) = own {
        parts.push(own.markdown);
        span = span.or(Some(own.span));
    }
    if parts.is_empty() {
        return None;
    }
    let value = parts.join("\n\n---\n\n");
    Some(lsp::Hover {
        contents: lsp::HoverContents::Markup(to_proto::markup(&snapshot.client, value)),
        range: span.map(|span: Span| to_proto::range(text, span, snapshot.encoding())),
    })
}

fn about(snapshot: &Snapshot, asked: &RequestedDocument<'_>, name: &NameUse<'_>) -> Option<String> {
    let definitions = name.definitions();
    let space = name.name.space;
    let mut out = format!("{space} `{}`", name.name);
    let Some(first) = definitions.first() else {
        // Names that need no definition have another text.
        return name.is_needed().then(|| format!("{out}: not defined"));
    };
    let mut texts = snapshot.texts();
    let (text, _) = texts.of(first)?;
    let line = text.line_of(first.span.start as usize) + 1;
    if first.path != asked.path {
        out.push_str(&format!(", {} line {line}", file_name(first)));
    } else if first.span != name.span {
        out.push_str(&format!(", line {line}"));
    }
    if definitions.len() > 1 {
        out.push_str(&format!(", defined {} times", definitions.len()));
    }
    let UseCount { uses, files } = name.count_uses();
    out.push_str(&match (uses, files) {
        (0, _) => ", not used".to_owned(),
        (1, _) => ", used once".to_owned(),
        (n, 1) => format!(", used {n} times"),
        (n, files) => format!(", used {n} times in {files} files"),
    });
    let whole = text.span(first.whole);
    let said = asked.document.format().describe(&name.name, &whole);
    if !said.is_empty() {
        out.push_str(&format!(", {said}"));
    }
    let language = asked.document.format().info().language_ids.first().copied().unwrap_or("");
    if first.span != name.span && !whole.trim().is_empty() {
        out.push_str(&fenced(&whole, language));
    }
    Some(out)
}

fn file_name(place: &Location) -> String {
    place.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The first lines of a text in a fence that its content cannot close.
fn fenced(text: &str, language: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let more =
        if lines.len() > SHOWN { format!("\n… {} more lines", lines.len() - SHOWN) } else { String::new() };
    let shown = lines[..lines.len().min(SHOWN)].join("\n");
    format!("\n\n{fence}{language}\n{shown}{more}\n{fence}")
}
