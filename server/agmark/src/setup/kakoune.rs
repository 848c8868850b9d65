//! Kakoune: settings for kakoune-lsp, and a line in the user's `kakrc` that reads them.

use super::action::Action;
use super::files::KAKOUNE;
use super::folders::{Folders, folder};
use super::marked_block;
use super::plan::Plan;

/// The placeholder for the program.
const PROGRAM: &str = "AGMARK_PROGRAM";

/// # Errors
/// When a file cannot be read.
pub fn plan(folders: &Folders, action: Action) -> anyhow::Result<Plan> {
    let settings = folders.own("kakoune").join("agmark.kak");
    let mut plan = Plan::new(folders);
    let body = format!("source '{}'\n", settings.to_string_lossy().replace('\'', "''"));
    let change = |text: Option<&str>| marked_block::put(text, "#", &body, action);
    let own = folder("KAKOUNE_CONFIG_DIR");
    let kakrc = own.unwrap_or_else(|| folders.config.join("kak")).join("kakrc");
    match action {
        Action::SetUp => {
            plan.place(settings, &KAKOUNE.text().replace(PROGRAM, &toml_text(&folders.command())))?;
            plan.edit(kakrc, change)?;
            plan.step("restart Kakoune; kakoune-lsp is required: put `eval %sh{kak-lsp}` into your kakrc before this block");
        }
        Action::Remove => {
            plan.edit(kakrc, change)?;
            plan.remove(settings);
        }
    }
    Ok(plan)
}

/// A text for a TOML string in double quotes.
fn toml_text(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
