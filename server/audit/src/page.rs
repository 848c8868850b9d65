//! A page that was audited.

use std::sync::Arc;

use agmark_aaf::coverage::{Assessment, Home, Subject, overall};
use agmark_syntax::{Severity, Span};

use crate::contract::{self, Given};
use crate::options::Options;

/// A page and what was found in it.
#[derive(Clone, Debug)]
pub struct Audited {
    /// Its path or address, as it is shown.
    pub name: String,
    pub text: Arc<str>,
    /// What it scores, by category; none where it was only checked.
    pub assessments: Vec<Assessment>,
    /// What is wrong or missing, in the order of the text.
    pub findings: Vec<Finding>,
    /// What it looks like: a JPEG in base64, where one was taken.
    pub picture: Option<String>,
}

/// One thing that is wrong or missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// `audit/fields`, or the rule's.
    pub code: String,
    pub severity: Severity,
    pub message: String,
    pub span: Span,
    /// The name and the text of the file that the span is in, where that is not the page.
    pub elsewhere: Option<(String, Arc<str>)>,
}

impl Audited {
    /// Audits a page; `served` is the manifest that lies beside it.
    pub fn new(name: String, text: &str, served: Option<&Given>, options: &Options) -> Self {
        let mut subject = Subject::new(text);
        options.trim(&mut subject);
        let served = options.manifest.as_ref().or(served);
        let contract = contract::of_page(&subject, served);
        let assessments = subject.assess(&options.categories(), &contract);
        let mut findings: Vec<Finding> = Vec::new();
        for gap in assessments.iter().flat_map(|one| &one.gaps) {
            let elsewhere = match (gap.home, served) {
                (Home::Manifest, Some(given)) => Some((given.name.clone(), Arc::clone(&given.text))),
                _ => None,
            };
            findings.push(Finding {
                code: format!("audit/{}", gap.category.key()),
                severity: gap.severity,
                message: gap.message.clone(),
                span: gap.span,
                elsewhere,
            });
        }
        // What is in the page by its places, then what is in the manifest.
        findings.sort_by_key(|one| (one.elsewhere.is_some(), one.span));
        Audited { name, text: text.into(), assessments, findings, picture: None }
    }

    /// 0 to 100; none where the page was only checked.
    pub fn score(&self) -> Option<u32> {
        (!self.assessments.is_empty()).then(|| overall(&self.assessments))
    }
}
