//! `AGMARK_LOG`: logs the steps of the program.

use std::fmt::Display;

use tracing::Level;
use tracing::level_filters::LevelFilter;

use crate::terminal::{Look, plain};

/// The environment variable: a level (`debug`), or levels of parts (`agmark_lsp=trace`).
const VARIABLE: &str = "AGMARK_LOG";

/// The prefixes of agmark's crates: a level without a target applies only to them.
const OURS: [&str; 2] = ["agmark", "agd"];

/// These targets would log the codes of sign-ins.
const SILENT: &str = "rmcp::transport::auth=warn,oauth2=warn";

/// Starts logging to standard error if `AGMARK_LOG` is set.
pub fn start() {
    let Ok(wanted) = std::env::var(VARIABLE) else { return };
    let colour = Look::of_stderr().colour;
    let log = tracing_subscriber::fmt().with_env_filter(filter(&wanted)).with_ansi(colour);
    log.with_writer(std::io::stderr).init();
    step(format_args!("agmark {}", env!("CARGO_PKG_VERSION")));
}

fn filter(wanted: &str) -> String {
    match wanted.trim().parse::<LevelFilter>() {
        Ok(level) => OURS.map(|ours| format!("{ours}={level}")).join(","),
        Err(_) => format!("{wanted},{SILENT}"),
    }
}

/// Logs a step. Arguments of the command line, keys and network traffic must not be logged.
pub fn step(what: impl Display) {
    if tracing::enabled!(Level::DEBUG) {
        tracing::debug!("{}", plain(&what.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_alone_is_for_our_own_parts() {
        assert_eq!(filter("debug"), "agmark=debug,agd=debug");
        assert_eq!(filter(" WARN "), "agmark=warn,agd=warn");
        assert_eq!(filter("agmark_lsp=trace"), format!("agmark_lsp=trace,{SILENT}"));
        assert_eq!(filter("trace,rmcp=trace"), format!("trace,rmcp=trace,{SILENT}"));
    }
}
