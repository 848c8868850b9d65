//! What a model is told about the server.

use agmark_syntax::Registry;

/// Shown to the model once.
pub fn text(registry: &Registry) -> String {
    let titles: Vec<_> = registry.formats().map(|format| format.info().title).collect();
    format!(
        "Reads and edits documents of {} by their parts. Start with `outline`, then `get` single parts by name instead of \
         whole files. Paths are below the root. `check` finds problems, `fix` repairs them, `explain` explains a rule. Long \
         answers come in pages: pass `cursor` for the next one. Each tool accepts `max_tokens` (default 8000).",
        titles.join(", ")
    )
}
