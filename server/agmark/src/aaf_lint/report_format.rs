//! `--output-format` of checks and audits.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ReportFormat {
    /// For people
    #[default]
    #[value(alias = "full")]
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of a GitHub workflow
    Github,
    /// A report to read, in one file
    Html,
}
