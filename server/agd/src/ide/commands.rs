//! What can be done with a document as a whole.

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

/// All of them. None takes options.
pub static ALL: &[Command] = &[WHOLE[0], WHOLE[1], WHOLE[2], WHOLE[3], WHOLE[4], WRAP_IN_FENCE];

/// For selected lines, which may be many.
pub const WRAP_IN_FENCE: Command = Command {
    id: WRAP,
    title: "wrap in a fence",
    help: "Puts the selected lines in a fence that nothing in them closes: under a tag that wants a body it is that body, \
           else a `@code` of its own.",
};

/// Those about the document as a whole.
pub const WHOLE: [Command; 5] = [
    Command {
        id: ADD_IDS,
        title: "add ids to all blocks",
        help: "Gives an id to every heading, list, quote, fence and extension that has none.",
    },
    Command {
        id: REMOVE_UNUSED_IDS,
        title: "remove ids that nothing refers to",
        help: "Takes away the ids that no reference in any file of the workspace means. Ids with a hash stay, and ids that \
               hold attributes.",
    },
    Command {
        id: REFRESH_HASHES,
        title: "refresh all hashes",
        help: "Writes each hash anew that is not that of its block's content.",
    },
    Command {
        id: TO_MARKDOWN,
        title: "convert to Markdown",
        help: "Writes the document as Markdown, into a new one, and says what Markdown has no place for.",
    },
    Command {
        id: TO_HTML,
        title: "convert to HTML",
        help: "Writes the document as HTML, into a new one, and says what HTML has no place for.",
    },
];

pub fn execute(command: &str, request: &Request<'_>) -> Result<Outcome, String> {
    let edits = match command {
        ADD_IDS => (ids::add_all(request.document), "every block that gets an id has one"),
        REMOVE_UNUSED_IDS => (ids::remove_unused(request.document, request.world), "every id is referred to"),
        REFRESH_HASHES => (ids::refresh_hashes(request.document), "all hashes are those of their blocks"),
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
        format!("line {}: {}. Only a document without errors is converted", error.line, error.kind)
    })?;
    let Converted { text, losses } = convert(&document);
    let stem = request.world.path().and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy());
    let note = match losses.as_slice() {
        [] => String::new(),
        [one] => format!("lost, {one}"),
        [first, rest @ ..] => format!("lost, {first}; and {} more", rest.len()),
    };
    Ok(Outcome::Document(NewDocument {
        name: format!("{}.{ending}", stem.as_deref().unwrap_or("document")),
        language: language.to_owned(),
        text,
        note,
    }))
}
