//! Diagnostics in the protocol's type.

use std::path::Path;

use agmark_syntax::{Diagnostic, Findings, Text};
use lsp_types as lsp;

use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

/// All diagnostics of a list.
pub fn render(snapshot: &Snapshot, path: &Path, text: &Text, findings: &Findings) -> Vec<lsp::Diagnostic> {
    findings.iter().map(|finding| one(snapshot, path, text, &finding.to_diagnostic())).collect()
}

/// A diagnostic in document coordinates.
pub fn one(snapshot: &Snapshot, path: &Path, text: &Text, finding: &Diagnostic) -> lsp::Diagnostic {
    let client = &snapshot.client;
    let related = || {
        let places = finding.related.iter().filter_map(|related| {
            let other = related.path.as_deref().filter(|p| *p != path);
            let range = match other {
                Some(other) => {
                    to_proto::range(&snapshot.recent_text(path, other)?, related.span, client.encoding)
                }
                None => to_proto::range(text, related.span, client.encoding),
            };
            let uri = snapshot.uri(other.unwrap_or(path))?;
            let message = related.message.clone();
            Some(lsp::DiagnosticRelatedInformation { location: lsp::Location { uri, range }, message })
        });
        places.collect::<Vec<_>>()
    };
    lsp::Diagnostic {
        range: to_proto::range(text, finding.span, client.encoding),
        severity: Some(to_proto::severity(finding.severity)),
        code: Some(lsp::NumberOrString::String(finding.rule.code.to_owned())),
        code_description: client
            .rule_links
            .then(|| rule_page(&snapshot.client_settings, finding.rule.code))
            .flatten(),
        source: Some("agmark".to_owned()),
        message: finding.message.clone(),
        related_information: (client.related_information && !finding.related.is_empty()).then(related),
        tags: finding.tag.map(to_proto::tag).filter(|t| client.diagnostic_tags.contains(t)).map(|t| vec![t]),
        data: None,
    }
}

/// The page of a rule on the documentation site that the client's settings name.
fn rule_page(settings: &serde_json::Value, code: &str) -> Option<lsp::CodeDescription> {
    let site = settings.get("documentation")?.get("url")?.as_str()?;
    // Editors open the link, so it must not start anything.
    let is_web = ["https://", "http://"].iter().any(|scheme| site.starts_with(scheme));
    let address = format!("{}/rules/{code}/", site.trim_end_matches('/'));
    is_web.then(|| address.parse().ok().map(|href| lsp::CodeDescription { href })).flatten()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::rule_page;

    #[test]
    fn a_rule_links_to_its_page_on_the_site_that_is_set() {
        let page = |url: &str| {
            let settings = json!({ "documentation": { "url": url } });
            rule_page(&settings, "toy/twice").map(|page| page.href.to_string())
        };
        let expected = "https://docs.example/agmark/rules/toy/twice/";
        assert_eq!(page("https://docs.example/agmark").as_deref(), Some(expected));
        assert_eq!(page("https://docs.example/agmark/").as_deref(), Some(expected));
        for url in ["", "docs.example", "file:///etc", "command:workbench.action.quit", "https://a b"] {
            assert_eq!(page(url), None, "{url}");
        }
        assert!(rule_page(&json!({}), "toy/twice").is_none());
    }
}
