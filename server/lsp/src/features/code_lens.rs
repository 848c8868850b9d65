//! Code lenses: numbers of references, and the lenses of the format.

use agmark_syntax::{Lens, Span, WantedUses};
use lsp_types as lsp;
use serde::{Deserialize, Serialize};

use crate::features::{commands, names};
use crate::protocol::to_proto;
use crate::snapshot::{RequestedDocument, Snapshot};

/// The client's command that shows locations. Its arguments are a URI, a position and the locations.
pub const SHOW_REFERENCES: &str = "agmark.showReferences";

/// The data of a lens that the client sends back to resolve it.
#[derive(Deserialize, Serialize)]
struct Data {
    uri: lsp::Uri,
    version: i32,
    span: (u32, u32),
    /// `None` for a number of references.
    kind: Option<String>,
}

pub fn lenses(snapshot: &Snapshot, uri: &lsp::Uri) -> Option<Vec<lsp::CodeLens>> {
    let asked = snapshot.asked(uri)?;
    let (document, format) = (asked.document, &**asked.document.format());
    let text = document.text();
    let data = |span: Span, kind: Option<&str>| Data {
        uri: uri.clone(),
        version: asked.open.version,
        span: (span.start, span.end),
        kind: kind.map(str::to_owned),
    };
    let lens = |span, data: Option<Data>, command| lsp::CodeLens {
        range: to_proto::range(text, span, snapshot.encoding()),
        command,
        data: data.and_then(|data| serde_json::to_value(data).ok()),
    };
    let mut all = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        for definition in chunk
            .analysis()
            .definitions
            .iter()
            .filter(|d| format.info().namespace(&d.name.space).counts_references)
        {
            let span = definition.span.shifted(start);
            all.push(lens(span, Some(data(span, None)), None));
        }
    }
    let view = snapshot.view(&asked.path, format);
    for one in format.code_lenses(document, &view, asked.open.settings.show) {
        let command = one.title.as_ref().map(|title| command(snapshot, &asked, &one, title.clone()));
        let open = one.title.is_none().then(|| data(one.span, Some(one.kind)));
        all.push(lens(one.span, open, command));
    }
    all.sort_by_key(|lens| (lens.range.start.line, lens.range.start.character));
    Some(all)
}

/// Resolves the title of a lens. If the document has changed, the lens gets no title and the client requests the
/// lenses again.
pub fn resolve(snapshot: &Snapshot, lens: lsp::CodeLens) -> lsp::CodeLens {
    let data = lens.data.clone().and_then(|data| serde_json::from_value::<Data>(data).ok());
    let words = data.and_then(|data| {
        let asked = snapshot.asked(&data.uri)?;
        let span = Span::new(data.span.0 as usize, data.span.1 as usize);
        if asked.open.version != data.version {
            return None;
        }
        match data.kind {
            None => uses(snapshot, &asked, span),
            Some(kind) => {
                let format = &**asked.document.format();
                let view = snapshot.view(&asked.path, format);
                let all = format.code_lenses(asked.document, &view, asked.open.settings.show);
                let one = all.into_iter().find(|l| l.span == span && l.kind == kind)?;
                let title = one.title.clone().or_else(|| format.lens_title(asked.document, &view, &one))?;
                Some(command(snapshot, &asked, &one, title))
            }
        }
    });
    let empty = || lsp::Command { title: "…".to_owned(), command: String::new(), arguments: None };
    lsp::CodeLens { command: Some(words.unwrap_or_else(empty)), ..lens }
}

fn command(snapshot: &Snapshot, asked: &RequestedDocument<'_>, lens: &Lens, title: String) -> lsp::Command {
    match &lens.command {
        Some((id, options)) => commands::request(snapshot, asked, title, id, lens.span, options),
        None => lsp::Command { title, command: String::new(), arguments: None },
    }
}

/// The number of references to the name that is defined at `span`.
fn uses(snapshot: &Snapshot, asked: &RequestedDocument<'_>, span: Span) -> Option<lsp::Command> {
    let uses = names::at(snapshot, asked, span.start as usize, WantedUses::Places)?.uses();
    let title = match uses.len() {
        1 => "1 reference".to_owned(),
        n => format!("{n} references"),
    };
    if !snapshot.client.shows_references || uses.is_empty() {
        return Some(lsp::Command { title, command: String::new(), arguments: None });
    }
    let mut texts = snapshot.texts();
    let locations: Vec<_> = uses.iter().filter_map(|place| texts.location(place)).collect();
    let position = to_proto::position(asked.document.text(), span.start as usize, snapshot.encoding());
    let arguments = [
        serde_json::to_value(&asked.open.uri),
        serde_json::to_value(position),
        serde_json::to_value(locations),
    ];
    Some(lsp::Command {
        title,
        command: SHOW_REFERENCES.to_owned(),
        arguments: Some(arguments.into_iter().filter_map(Result::ok).collect()),
    })
}
