//! Commands: apply or preview a diff, render a document as prompt, list the commands of the workspace.

mod diffs;
mod list;
mod render;

use agmark_syntax::{Command, Outcome, Request};

pub(crate) const APPLY_DIFF: &str = "agmark.garyml.applyDiff";
pub(crate) const PREVIEW_DIFF: &str = "agmark.garyml.previewDiff";
pub(crate) const RENDER_PROMPT: &str = "agmark.garyml.renderPrompt";
pub(crate) const LIST_COMMANDS: &str = "agmark.garyml.listCommands";

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        id: APPLY_DIFF,
        title: "GaryML: Apply Diff",
        help: "Applies a `.Diff` to the files that it names, as one change. Takes `id`; without it, the diff at the \
               cursor.",
    },
    Command {
        id: PREVIEW_DIFF,
        title: "GaryML: Preview Diff",
        help: "Opens what a `.Diff` would change in the files as they are, as a unified diff. Takes `id`; without it, the \
               diff at the cursor.",
    },
    Command {
        id: RENDER_PROMPT,
        title: "GaryML: Render as Prompt",
        help: "Opens the prompt that an agent gets from the document, and tells how many tokens it costs. Takes `format`: \
               `xml` (as it is without) or `markdown`; with `command`, a command such as `.deploy env=prod`, gives the \
               prompt of that command alone.",
    },
    Command {
        id: LIST_COMMANDS,
        title: "GaryML: List Commands",
        help: "Opens a list of the commands that the workspace's documentation defines. With `json` set, gives them as \
               data instead.",
    },
];

pub(crate) fn execute(command: &str, request: &Request<'_>) -> Result<Outcome, String> {
    match command {
        APPLY_DIFF => diffs::apply(request),
        PREVIEW_DIFF => diffs::preview(request),
        RENDER_PROMPT => render::render(request),
        LIST_COMMANDS => Ok(list::list(request)),
        _ => Err(format!("unknown command {command}")),
    }
}
