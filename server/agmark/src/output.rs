//! The output formats of findings: one file for each `--output-format`.

mod agent;
mod concise;
mod excerpt;
mod full;
mod github;
mod json;
mod sarif;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use agmark_files::Foreign;
use agmark_syntax::{Diagnostic, Related};

use crate::report::{Checked, Report};
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
    /// Writes `report`. The text depends on nothing but the report and, for people's eyes, the look.
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

    /// Whether a person reads it, so that a summary at the end is welcome.
    pub fn is_for_people(self) -> bool {
        matches!(self, Self::Full | Self::Concise)
    }
}

/// Each finding with its file, in order.
fn each(report: &Report) -> impl Iterator<Item = (&Checked, &Diagnostic)> {
    report.files.iter().flat_map(|file| file.findings.iter().map(move |finding| (file, finding)))
}

/// The name and the place of another place that belongs to a finding; none if its file is gone.
fn place_of(
    report: &Report,
    file: &Checked,
    related: &Related,
) -> Option<(Foreign<String>, crate::report::Area)> {
    match &related.path {
        None => Some((file.source.shown.clone(), file.source.area(related.span))),
        Some(path) => report.other(path).map(|other| (other.shown.clone(), other.area(related.span))),
    }
}
