//! Pages and manifests: the general tests, and how fixes are applied.

use std::sync::Arc;

use agmark_syntax::AnyFormat;
use agmark_syntax::Applicability::{Automatic, Offered};

use crate::{fixes, formats};

// Of a key or a kind whose value is still to be written.
general_tests!("aaf", unfinished: &[
    "aaf/invalid-confirm",
    "aaf/invalid-danger",
    "aaf/invalid-idempotent",
    "aaf/manifest-missing-key",
    "aaf/manifest-type",
    "aaf/manifest-value",
    "aaf/missing-companion",
    "aaf/undeclared-required",
]);

#[test]
fn a_fix_is_automatic_only_where_it_keeps_everything() {
    let manifest = |rest: &str| {
        format!(
            "{{\"version\": \"0.1\", \"site\": {{\"name\": \"C\", \"origin\": \"https://c.example\"}}, {rest}}}"
        )
    };
    let risky = r#""actions": {"a.b": {"title": "A", "risk": "high", "confirmation": "optional"}}"#;
    for (rest, rule, expected) in [
        // Between two items a third may be missing, and a space may be too much.
        (r#""x": [1,,2]"#, "aaf/json-syntax", Offered),
        (r#""x": [1 000]"#, "aaf/json-syntax", Offered),
        (r#""x": [1,]"#, "aaf/json-syntax", Automatic),
        // What an agent may do is a person's to say.
        (risky, "aaf/unconfirmed-risk", Offered),
    ] {
        fixes::check_cases("aaf", &[(&manifest(rest), rule, &[expected])]);
    }
}

#[test]
fn answers_in_a_page_are_as_large_as_the_edit() {
    let pages = named_by_extension("html");
    crate::work_requests::check_format(&pages, "<!DOCTYPE html>\n<body>\n", |i| {
        format!(
            "<section>\n  <h2>Loan {i}</h2>\n  <p>Some words that say something.</p>\n  <form data-agent-kind=\"action\" \
             data-agent-action=\"loan.extend{i}\">\n    <input name=\"weeks\" data-agent-kind=\"field\" \
             data-agent-field=\"weeks\">\n    <button data-agent-kind=\"action\" \
             data-agent-action=\"loan.extend{i}.submit\">Extend</button>\n  </form>\n</section>\n"
        )
    });
}

#[test]
fn answers_in_a_manifest_are_as_large_as_the_edit() {
    let head = "{\n  \"version\": \"0.1\",\n  \"site\": { \"name\": \"Club\", \"origin\": \"https://club.example\" },\n  \
                \"actions\": {\n";
    crate::work_requests::check_format(&named_by_extension("agent-manifest.json"), head, |i| {
        format!(
            "    \"loan{i}.extend\": {{\n      \"title\": \"Extend loan {i}\",\n      \"scope\": \"loans.write\",\n      \
             \"risk\": \"low\",\n      \"confirmation\": \"optional\",\n      \"idempotent\": false,\n      \
             \"inputSchema\": {{ \"type\": \"object\", \"required\": [\"weeks\"], \"properties\": {{ \"weeks\": {{ \"type\": \
             \"number\" }} }} }},\n      \"outputSchema\": {{ \"type\": \"object\" }}\n    }},\n"
        )
    });
}

#[test]
fn the_findings_of_other_parts_are_not_copied() {
    crate::work_requests::check_many_findings(&named_by_extension("html"), "<!DOCTYPE html>\n<body>\n", |i| {
        format!(
            "<section>\n  <h2>Loan {i}</h2>\n  <form data-agent-kind=\"action\" data-agent-action=\"loan.extend{i}\" \
             data-agent-danger=\"some\">\n    <input name=\"weeks\">\n  </form>\n</section>\n"
        )
    });
    let head = "import React from \"react\";\n\n";
    crate::work_requests::check_many_findings(&named_by_extension("jsx"), head, |i| {
        format!(
            "export function Loan{i}() {{\n  return (\n    <form data-agent-kind=\"action\" \
             data-agent-action=\"loan.extend{i}\"\n      data-agent-danger=\"some\">\n      <input name=\"weeks\" />\n    \
             </form>\n  );\n}}\n\n"
        )
    });
}

/// The format of AAF for files with an extension.
fn named_by_extension(extension: &str) -> Arc<dyn AnyFormat> {
    let of_aaf = formats::named("aaf");
    let found = of_aaf.into_iter().find(|format| format.info().candidate_extensions.contains(&extension));
    found.expect("a format for the extension")
}
