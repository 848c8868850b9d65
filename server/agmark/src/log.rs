//! What the program does, step by step, for those who want to know: `AGMARK_LOG`.

use std::fmt::Display;

use tracing::Level;
use tracing::level_filters::LevelFilter;

use crate::terminal::{Look, plain};

/// The variable that asks for it: a level (`debug`), or levels of parts (`agmark_lsp=trace`).
const VARIABLE: &str = "AGMARK_LOG";

/// The beginnings of the names of our crates: a level alone is for them, not for all libraries.
const OURS: [&str; 2] = ["agmark", "agd"];

/// Logs codes and answers of sign-ins at its lower levels.
const SILENT: &str = "rmcp::transport::auth=warn,oauth2=warn";

/// Where `AGMARK_LOG` asks for it, the program tells on standard error what it does. Otherwise nothing is set up.
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

/// Tells a step. Arguments of the command line, keys and what goes over the network are not for the log.
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
