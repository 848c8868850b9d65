//! The plan of a run without options, from an editor or an agent.

use std::path::Path;

use agmark_run::{Api, BASE_URL_VARIABLE, Endpoint, KEY_VARIABLE, Limits, Plan, Settings};

use super::{guard, sign_in};

/// The program in a file, loaded once, so that the shown program is the one that runs even if the file changes. The key
/// and the address come from the environment of the server.
pub fn plan(path: &Path) -> Result<Plan, String> {
    plan_allowed(path, &|_| true)
}

/// The same, if `may_read` allows the program and each import, with links resolved, before it is read.
pub fn plan_allowed(path: &Path, may_read: &dyn Fn(&Path) -> bool) -> Result<Plan, String> {
    let from = |name: &str| std::env::var(name).ok();
    let endpoint =
        Endpoint::new(from(BASE_URL_VARIABLE).as_deref(), from(KEY_VARIABLE).as_deref(), Api::default());
    let settings = Settings {
        endpoint,
        model: None,
        limits: Limits::default(),
        launcher: guard::launcher(),
        sign_ins: sign_in::folder(),
    };
    Plan::load_allowed(path, settings, may_read).map_err(|error| error.to_string())
}
