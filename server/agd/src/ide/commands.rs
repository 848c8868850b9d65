//! Commands for the whole document or for the selected lines.

use agmark_syntax::{Command, NewDocument, Outcome, Request};

use super::actions::{fence, ids};
use crate::convert::{self, Converted};
use crate::document::{Document, parse};

const ADD_IDS: &str = "agmark.agd.addIds";
const REMOVE_UNUSED_IDS: &str = "agmark.agd.removeUnusedIds";
const REFRESH_HASHES: &str = "agmark.agd.refreshHashes";
const TO_MARKDOWN: &str = "agmark.agd.toMarkdown";
const TO_HTML: &str = "agmark.agd.toHtml";
const WRAP: &str = "agmark.agd.wrapInFence";

/// All commands. None has options.
pub static ALL: &[Command] = &[WHOLE[0], WHOLE[1], WHOLE[2], WHOLE[3], WHOLE[4], WRAP_IN_FENCE];

/// The command for the selected lines. It computes its edits only when it runs, because the selection may be large.
pub const WRAP_IN_FENCE: Command = Command {
    id: WRAP,
    title: "wrap in a fence",
    help: "Puts the selected lines into a fence. Under a tag that takes a body they become its body, otherwise the body \
           of a new `@code` block.",
};

/// The commands for the whole document.
pub const WHOLE: [Command; 5] = [
    Command {
        id: ADD_IDS,
        title: "add ids to all blocks",
        help: "Gives an id to every heading, list, quote, fence and extension that has none.",
    },
    Command {
        id: REMOVE_UNUSED_IDS,
        title: "remove ids that nothing refers to",
        help: "Removes the ids that no file of the workspace refers to. Ids with a hash and ids with attributes stay.",
    },
    Command {
        id: REFRESH_HASHES,
        title: "refresh all hashes",
        help: "Updates each hash that differs from the hash of its block's content.",
    },
    Command {
        id: TO_MARKDOWN,
        title: "convert to Markdown",
        help: "Converts the document to Markdown, in a new document, and reports what Markdown cannot represent.",
    },
    Command {
        id: TO_HTML,
        title: "convert to HTML",
        help: "Converts the document to HTML, in a new document, and reports what HTML cannot represent.",
    },
];

pub fn execute(command: &str, request: &Request<'_>) -> Result<Outcome, String> {
    let edits = match command {
        ADD_IDS => (ids::add_all(request.document), "all blocks already have ids"),
        REMOVE_UNUSED_IDS => (ids::remove_unused(request.document, request.world), "no unused ids"),
        REFRESH_HASHES => (ids::refresh_hashes(request.document), "all hashes are up to date"),
        WRAP => (vec![fence::wrap(request.document, request.selection)], ""),
        TO_MARKDOWN => return written(request, convert::to_md, "md", "markdown"),
        TO_HTML => return written(request, convert::to_html, "html", "html"),
        _ => return Err(format!("unknown command {command}")),
    };
    Ok(match edits {
        (edits, nothing) if edits.is_empty() => Outcome::Message(nothing.to_owned()),
        (edits, _) => Outcome::Edits(edits),
    })
}

fn written(
    request: &Request<'_>,
    convert: impl Fn(&Document<'_>) -> Converted,
    ending: &str,
    language: &str,
) -> Result<Outcome, String> {
    let text = request.document.text().to_string();
    let document = parse(&text).map_err(|error| {
        format!("line {}: {}. Fix the errors before you convert the document", error.line, error.kind)
    })?;
    let Converted { text, losses } = convert(&document);
    let stem = request.world.path().and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy());
    let note = match losses.as_slice() {
        [] => String::new(),
        [one] => format!("not converted: {one}"),
        [first, rest @ ..] => format!("not converted: {first}, and {} more", rest.len()),
    };
    Ok(Outcome::Document(NewDocument {
        name: format!("{}.{ending}", stem.as_deref().unwrap_or("document")),
        language: language.to_owned(),
        text,
        note,
    }))
}
