//! Kakoune: settings for kakoune-lsp, and a line in the person's `kakrc` that reads them.

use super::files::KAKOUNE;
use super::places::{Places, folder};
use super::plan::Plan;
use super::{Aim, block};

/// What stands in the settings for the program.
const PROGRAM: &str = "AGMARK_PROGRAM";

/// # Errors
/// When a file cannot be read.
pub fn plan(places: &Places, aim: Aim) -> anyhow::Result<Plan> {
    let settings = places.own("kakoune").join("agmark.kak");
    let mut plan = Plan::new(places);
    let body = format!("source '{}'\n", settings.to_string_lossy().replace('\'', "''"));
    let change = |text: Option<&str>| block::put(text, "#", &body, aim);
    let own = folder("KAKOUNE_CONFIG_DIR");
    let kakrc = own.unwrap_or_else(|| places.config.join("kak")).join("kakrc");
    match aim {
        Aim::SetUp => {
            plan.place(settings, &KAKOUNE.replace(PROGRAM, &toml_text(&places.command())))?;
            plan.edit(kakrc, change)?;
            plan.step("restart Kakoune; kakoune-lsp is required: put `eval %sh{kak-lsp}` into your kakrc before this block");
        }
        Aim::Remove => {
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
