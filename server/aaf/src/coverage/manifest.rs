//! MANIFEST: whether a page has one, and whether it can be used.

use agmark_schema::{Node, json};
use agmark_syntax::{Severity, Span};

use super::assessment::{Assessment, Gap, GapFile, MOST, ReportLine, ReportMark};
use super::category::Category;
use crate::manifest::check;
use crate::rules;

/// The keys that every manifest has.
const FIELDS: [&str; 3] = ["version", "site", "actions"];

/// The manifest that holds for a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManifestCheck {
    /// Whether a manifest exists.
    pub given: bool,
    /// What was found instead of a manifest.
    pub reason: Option<String>,
    /// The required keys that it lacks.
    pub lacking: Vec<&'static str>,
    /// Its other errors.
    pub mistakes: Vec<ManifestError>,
    /// Whether it is in a script of the page.
    pub embedded: bool,
}

/// An error in a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestError {
    /// In the text that contains the manifest.
    pub span: Span,
    pub message: String,
}

impl ManifestCheck {
    /// A missing manifest; `reason` says what was found instead, if anything.
    pub fn none(reason: Option<String>) -> Self {
        ManifestCheck { reason, ..ManifestCheck::default() }
    }

    /// Reads a manifest file.
    pub fn of_file(text: &str) -> Self {
        Self::read(text, 0, false)
    }

    /// Reads a manifest in a page, which starts at byte `offset`.
    pub fn of_script(content: &str, offset: usize) -> Self {
        Self::read(content, offset, true)
    }

    /// The same manifest, checked against another schema than that of 6.4: these are all of its mistakes.
    #[must_use]
    pub fn judged(mut self, mistakes: Vec<ManifestError>) -> Self {
        self.lacking.clear();
        self.mistakes = mistakes;
        self
    }

    fn read(text: &str, offset: usize, embedded: bool) -> Self {
        let parsed = json::parse_at(text, offset);
        // Some servers answer every request with a page.
        if parsed.root.as_map().is_none() && text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
        {
            return ManifestCheck {
                embedded,
                ..ManifestCheck::none(Some("it is HTML, not JSON".to_owned()))
            };
        }
        let lacks = |field: &&str| parsed.root.get(field).is_none_or(Node::is_missing);
        let lacking: Vec<_> = FIELDS.into_iter().filter(|field| lacks(field)).collect();
        // The lacking keys are listed already.
        let told = |one: &check::ShapeError| {
            one.pointer.is_empty()
                && matches!(&one.kind, check::ShapeErrorKind::Missing { key, .. } if lacking.contains(&key.name))
        };
        let errors: Vec<_> = check::check(&parsed).into_iter().filter(|one| !told(one)).collect();
        let mut found = Vec::new();
        rules::check_manifest(&parsed, &errors, &mut found);
        let mistakes = found
            .into_iter()
            .filter(|one| one.severity == Severity::Error)
            .take(MOST)
            .map(|one| ManifestError { span: one.span, message: one.message })
            .collect();
        ManifestCheck { given: true, reason: None, lacking, mistakes, embedded }
    }
}

pub(super) fn assess(contract: &ManifestCheck) -> Assessment {
    let home = if contract.embedded { GapFile::Page } else { GapFile::Manifest };
    let gap =
        |severity, span, home, message| Gap { category: Category::Manifest, severity, span, home, message };
    let mut gaps = Vec::new();
    let mut lines = Vec::new();
    if !contract.given {
        let mut line = ReportLine::new(ReportMark::All, "No agent manifest provided");
        line.details.extend(contract.reason.clone());
        lines.push(line);
        let why = contract.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
        let message = format!(
            "no agent manifest{why}: serve one as /.well-known/agent-manifest.json, or put it into a script of type \
             application/agent+json"
        );
        gaps.push(gap(Severity::Warning, Span::at(0), GapFile::Page, message));
    } else if contract.lacking.is_empty() {
        if contract.mistakes.is_empty() {
            lines.push(ReportLine::new(
                ReportMark::Pass,
                "Manifest has required fields (version, site, actions)",
            ));
        }
    } else {
        let fields = contract.lacking.join(", ");
        lines.push(ReportLine::new(ReportMark::Some, format!("Manifest missing fields: {fields}")));
        let message = format!("the manifest lacks {fields}: each manifest has version, site and actions");
        gaps.push(gap(Severity::Error, Span::at(0), home, message));
    }
    if !contract.mistakes.is_empty() {
        let mut line = ReportLine::new(
            ReportMark::Some,
            format!("Manifest has {} schema error(s)", contract.mistakes.len()),
        );
        line.details.extend(contract.mistakes.iter().map(|one| shown_whole(&one.message)));
        lines.push(line);
        let of = |one: &ManifestError| gap(Severity::Error, one.span, home, one.message.clone());
        gaps.extend(contract.mistakes.iter().map(of));
    }
    let score = match contract {
        ManifestCheck { given: false, .. } => 0,
        _ if contract.lacking.is_empty() && contract.mistakes.is_empty() => 100,
        _ => 50,
    };
    Assessment { category: Category::Manifest, score: Some(score), lines, gaps }
}

/// A message on one line.
fn shown_whole(message: &str) -> String {
    message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
