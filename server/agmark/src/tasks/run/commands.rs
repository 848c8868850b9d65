//! The commands of the editor that run programs, and the program that they run.

use std::path::Path;

use agmark_run::{Api, BASE_URL_VARIABLE, Endpoint, KEY_VARIABLE, Limits, Plan, Settings};

use crate::run::{guard, sign_ins};

pub const RUN: &str = "agmark.markdownlang.run";
pub const DRY_RUN: &str = "agmark.markdownlang.dryRun";

/// The program in a file, loaded once, so that the shown program is the one that runs even if the file changes. The key
/// and the address come from the environment of the server.
pub fn plan(path: &Path) -> Result<Plan, String> {
    let from = |name: &str| std::env::var(name).ok();
    let endpoint =
        Endpoint::new(from(BASE_URL_VARIABLE).as_deref(), from(KEY_VARIABLE).as_deref(), Api::default());
    let settings = Settings {
        endpoint,
        model: None,
        limits: Limits::default(),
        launcher: guard::launcher(),
        sign_ins: sign_ins(),
    };
    Plan::load(path, settings).map_err(|error| error.to_string())
}
