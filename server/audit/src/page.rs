//! The result for a page. The text of the page is not kept, only an excerpt for each finding.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use agmark_aaf::coverage::{Assessment, AuditedPage, Gap, GapFile, limited, overall};
use agmark_aaf::page::read_options::{NAME, ReadOptions};
use agmark_aaf::syntax::language::Language;
use agmark_aaf::syntax::libraries::ComponentMap;
use agmark_syntax::{Diagnostic, Encoding, Settings, Severity, Span, Text};

use crate::element_identity::ElementIdentity;
use crate::http::Secrets;
use crate::manifest::{self, ManifestFile};
use crate::options::Options;
use crate::rules;

/// Maximum number of errors that are listed for a page. All errors count.
const MAX_LISTED_ERRORS: usize = 1000;

/// Length of an excerpt, in characters.
const EXCERPT_CHARS: usize = 240;

/// A page and what was found in it.
#[derive(Clone, Debug)]
pub struct Audited {
    /// Its path or address.
    pub name: String,
    /// The hash of its text, to find a file with the same text.
    pub fingerprint: u64,
    /// The scores by category; empty if the page was only checked.
    pub assessments: Vec<Assessment>,
    /// Number of errors that `agmark check` finds in it. They limit the score.
    pub errors: usize,
    /// Sorted by position.
    pub findings: Vec<Finding>,
    /// A JPEG in base64, if one was taken.
    pub screenshot: Option<String>,
}

/// An error, or an annotation that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The code of the rule, such as `audit/fields`.
    pub code: String,
    pub severity: Severity,
    pub message: String,
    pub span: Span,
    pub area: Area,
    /// An excerpt of the source.
    pub source: String,
    /// Identifies the element in the files from which the page is made.
    pub identity: Option<ElementIdentity>,
    /// The name and the text of the file of the span, if it is not the page.
    pub elsewhere: Option<(String, Arc<str>)>,
}

/// Lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

/// The hash for [`Audited::fingerprint`].
pub fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Audited {
    /// Audits an HTML page from a server; `served` is the manifest of its site.
    pub fn new(name: String, text: &str, served: Option<&ManifestFile>, options: &Options) -> Self {
        // Invalid settings were reported before.
        let settings = options.settings.of(None).unwrap_or_default();
        Self::of(name, text, Language::Html, served, options, &settings)
    }

    /// Audits a page or the source of a component. Settings change which findings are reported, but not the scores.
    pub fn of(
        name: String,
        text: &str,
        source: Language,
        served: Option<&ManifestFile>,
        options: &Options,
        settings: &Settings,
    ) -> Self {
        let mapping = ComponentMap::of(settings.format(NAME));
        let mut subject = AuditedPage::read(text, ReadOptions::new(source, &mapping));
        options.trim(&mut subject);
        let served = options.manifest.as_ref().or(served);
        let contract = manifest::of_page(&subject, served);
        let mut assessments = subject.assess(&options.categories(), &contract);
        let ready = Text::new(text);
        let gaps = assessments.iter_mut().flat_map(|one| std::mem::take(&mut one.gaps));
        let gaps = gaps.filter_map(|gap| {
            let severity = settings.severity_of(rules::of(gap.category), gap.severity)?;
            Some(Gap { severity, ..gap })
        });
        let mut findings: Vec<Finding> = gaps
            .map(|gap| match (gap.home, served) {
                (GapFile::Manifest, Some(given)) => {
                    let elsewhere = (given.name.clone(), Arc::clone(&given.text));
                    Finding { elsewhere: Some(elsewhere), ..finding(gap, &given.ready, &given.text) }
                }
                _ => {
                    let identity = ElementIdentity::of(&subject, gap.span);
                    Finding { identity, ..finding(gap, &ready, text) }
                }
            })
            .collect();
        let actions = served.map(|given| Arc::clone(&given.actions)).unwrap_or_default();
        let errors = subject.errors(&actions, settings);
        let count = errors.len();
        findings.extend(errors.into_iter().take(MAX_LISTED_ERRORS).map(|one| error(&subject, one, &ready)));
        // Findings in the page first, then those in the manifest.
        findings.sort_by_key(|one| (one.elsewhere.is_some(), one.span));
        let fingerprint = fingerprint(text);
        Audited { name, fingerprint, assessments, errors: count, findings, screenshot: None }
    }

    /// A page that was only checked; a finding is a code, a severity, a message and a span.
    pub fn checked(name: String, text: &str, found: Vec<(String, Severity, String, Span)>) -> Self {
        let ready = Text::new(text);
        let finding = |(code, severity, message, span)| Finding {
            code,
            severity,
            message,
            span,
            area: area(&ready, span),
            source: excerpt(text, span),
            identity: None,
            elsewhere: None,
        };
        let findings = found.into_iter().map(finding).collect();
        let fingerprint = fingerprint(text);
        Audited { name, fingerprint, assessments: Vec::new(), errors: 0, findings, screenshot: None }
    }

    /// 0 to 100; none if the page was only checked.
    pub fn score(&self) -> Option<u32> {
        (!self.assessments.is_empty()).then(|| limited(overall(&self.assessments), self.errors))
    }

    /// Masks secrets in all texts that reports show.
    pub(crate) fn mask(&mut self, secrets: &Secrets) {
        let mask = |text: &mut String| *text = secrets.mask(std::mem::take(text));
        mask(&mut self.name);
        for line in self.assessments.iter_mut().flat_map(|one| &mut one.lines) {
            mask(&mut line.text);
            line.details.iter_mut().for_each(mask);
        }
        for finding in &mut self.findings {
            mask(&mut finding.message);
            mask(&mut finding.source);
            if let Some((name, _)) = &mut finding.elsewhere {
                mask(name);
            }
        }
    }
}

impl Finding {
    /// Whether it is an error that `agmark check` reports, not a missing annotation of a category.
    pub fn is_of_check(&self) -> bool {
        !self.code.starts_with("audit/")
    }

    /// The name of its file.
    pub fn file<'a>(&'a self, page: &'a Audited) -> &'a str {
        self.elsewhere.as_ref().map_or(&page.name, |(name, _)| name)
    }
}

fn finding(gap: Gap, ready: &Text, text: &str) -> Finding {
    Finding {
        code: rules::of(gap.category).code.to_owned(),
        severity: gap.severity,
        area: area(ready, gap.span),
        source: excerpt(text, gap.span),
        message: gap.message,
        span: gap.span,
        identity: None,
        elsewhere: None,
    }
}

/// A finding for an error of `agmark check`.
fn error(subject: &AuditedPage<'_>, found: Diagnostic, ready: &Text) -> Finding {
    Finding {
        code: found.rule.code.to_owned(),
        severity: found.severity,
        area: area(ready, found.span),
        source: excerpt(subject.text(), found.span),
        identity: ElementIdentity::around(subject, found.span),
        message: found.message,
        span: found.span,
        elsewhere: None,
    }
}

/// The beginning of the source of a span.
fn excerpt(text: &str, span: Span) -> String {
    let source = text.get(span.range()).unwrap_or("").trim();
    let mut shown: String = source.chars().take(EXCERPT_CHARS).collect();
    if shown.len() < source.len() {
        shown.push('…');
    }
    shown
}

fn area(text: &Text, span: Span) -> Area {
    let at = |offset: u32| text.position(offset as usize, Encoding::Utf32);
    let (start, end) = (at(span.start), at(span.end));
    Area {
        line: start.line + 1,
        column: start.column + 1,
        end_line: end.line + 1,
        end_column: end.column + 1,
    }
}
