//! The score of `agmark audit`.

use std::collections::BTreeSet;

use agmark_aaf::coverage::{AuditedPage, Category, ManifestCheck, label, limited, overall};
use agmark_aaf::manifest::model::Manifest;
use agmark_syntax::Settings;
use serde_json::{Value, json};

use super::Request;

/// The score of a page, with the `manifest` of its site if there is one.
pub fn score(request: &Request) -> Result<Value, String> {
    let text = request.text("text");
    let page = AuditedPage::new(text);
    let given = Some(request.text("manifest")).filter(|manifest| !manifest.is_empty());
    let contract = match (page.embedded_manifest(), given) {
        (Some((content, offset)), _) => ManifestCheck::of_script(content, offset),
        (None, Some(manifest)) => ManifestCheck::of_file(manifest),
        (None, None) => ManifestCheck::none(None),
    };
    let actions = given.map(|manifest| Manifest::read(manifest, 0).actions).unwrap_or_default();
    let actions: BTreeSet<String> = actions.into_iter().map(|action| action.id).collect();
    let assessments = page.assess(&Category::DEFAULT, &contract);
    let errors = page.errors(&actions, &Settings::default()).len();
    let score = limited(overall(&assessments), errors);
    let categories: Vec<_> = assessments
        .iter()
        .map(|one| {
            let lines: Vec<_> = one
                .lines
                .iter()
                .map(|line| json!({ "mark": line.mark.sign(), "text": line.text, "details": line.details }))
                .collect();
            json!({ "title": one.category.title(), "score": one.score, "lines": lines })
        })
        .collect();
    Ok(json!({ "score": score, "label": label(score), "errors": errors, "categories": categories }))
}
