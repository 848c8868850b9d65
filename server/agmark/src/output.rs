//! The output formats of findings: one file for each `--output-format`.

mod agent;
mod concise;
mod excerpt;
mod findings;
mod full;
pub mod github;
pub mod json;
pub mod sarif;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use crate::report::Report;
use crate::terminal::Look;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum OutputFormat {
    /// Source lines with each finding and its fix
    #[default]
    Full,
    /// One line per finding
    Concise,
    /// One JSON object
    Json,
    /// Annotations of a GitHub workflow
    Github,
    /// SARIF 2.1.0
    Sarif,
    /// One line per finding with everything that a program or model needs to fix it
    Agent,
}

impl OutputFormat {
    /// Writes `report`; `look` is for the formats that people read.
    pub fn write(self, report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Full => full::write(report, look, out),
            Self::Concise => concise::write(report, look, out),
            Self::Json => json::write(report, out),
            Self::Github => github::write(report, out),
            Self::Sarif => sarif::write(report, out),
            Self::Agent => agent::write(report, out),
        }
    }

    /// Whether people read it, so that it ends with a summary.
    pub fn is_for_people(self) -> bool {
        matches!(self, Self::Full | Self::Concise)
    }
}
