//! Pages and manifests: the general tests, and how fixes are applied.

use std::sync::Arc;

use agmark_syntax::Applicability::{Automatic, Offered};
use agmark_syntax::diagnostics::{diagnose, find};
use agmark_syntax::testing::{Files, Random};
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Diagnostic, Document, Splice, work};

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
            "    \"loan{i}.extend\": {{\n      \"title\": \"Extend loan {i}\",\n      \"scope\": \"loans{i}.write\",\n      \
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

/// A page with `count` actions. The manifest of [`site`] does not have each seventh, and no field of each seventh.
fn site_page(count: usize) -> String {
    let form = |i: usize| {
        let action = if i % 7 == 3 { "loan.extnd" } else { "loan.extend" };
        let field = if i % 7 == 5 { "weeks" } else { "days" };
        format!(
            "<section>\n  <form data-agent-kind=\"action\" data-agent-action=\"{action}{i}\" data-agent-danger=\"low\">\n    \
             <input name=\"weeks\" data-agent-kind=\"field\" data-agent-field=\"{field}\">\n    <button \
             data-agent-kind=\"action\" data-agent-action=\"{action}{i}.submit\">Extend é</button>\n  </form>\n</section>\n"
        )
    };
    let forms: String = (0..count).map(form).collect();
    format!("<!DOCTYPE html>\n<html>\n<body>\n{forms}</body>\n</html>\n")
}

/// A manifest of `count` actions, all listed for one page.
fn site_manifest(count: usize, risk: &str) -> String {
    let action = |i: usize| {
        format!(
            "    \"loan.extend{i}\": {{ \"title\": \"Extend\", \"scope\": \"loans.write\", \"risk\": \"{risk}\",\n      \
             \"confirmation\": \"optional\", \"idempotent\": false, \"outputSchema\": {{ \"type\": \"object\" }},\n      \
             \"inputSchema\": {{ \"type\": \"object\", \"properties\": {{ \"days\": {{ \"type\": \"number\" }} }} }} }}"
        )
    };
    let actions: Vec<_> = (0..count).map(action).collect();
    let listed: Vec<_> = (0..count).map(|i| format!("\"loan.extend{i}\"")).collect();
    format!(
        "{{\n  \"version\": \"0.1\",\n  \"site\": {{ \"name\": \"Club\", \"origin\": \"https://club.example\" }},\n  \
         \"actions\": {{\n{}\n  }},\n  \"pages\": {{ \"/a\": {{ \"title\": \"A\", \"actions\": [{}] }} }}\n}}\n",
        actions.join(",\n"),
        listed.join(", ")
    )
}

/// A page with its manifest in a script at the end.
fn with_own_manifest(page: &str, manifest: &str) -> String {
    page.replace("</body>", &format!("<script type=\"application/agent+json\">\n{manifest}</script>\n</body>"))
}

/// A world with the page and a manifest of `count` actions.
fn site(page: &str, count: usize, risk: &str) -> Files {
    let manifest = site_manifest(count, risk);
    let files = [("a.html", page), (".well-known/agent-manifest.json", manifest.as_str())];
    Files::new(&files, &|path| {
        let extension = if path.ends_with("html") { "html" } else { "agent-manifest.json" };
        Some(named_by_extension(extension))
    })
}

#[test]
fn a_page_that_is_edited_is_compared_with_its_manifest_like_a_new_one() {
    let mut model = site_page(700);
    let format = named_by_extension("html");
    let worlds = [site(&model, 650, "low"), site(&model, 40, "high"), site(&model, 650, "none")];
    let mut document = Document::new(Arc::clone(&format), &model);
    let mut random = Random(3);
    let settings = Settings::default();
    let mut rules = std::collections::BTreeSet::new();
    for round in 0..12 {
        // In half of the rounds the manifest changes too.
        drop(diagnose(&document, &worlds[round % 3], &settings));
        let world = &worlds[(round + round % 2) % 3];
        let borders: Vec<_> = document.chunks().groups().map(|group| group.start).collect();
        assert!(borders.len() > 1);
        let place = [borders[random.below(borders.len())], random.below(model.len())][round % 2];
        let at = document.text().floor(place);
        let end = document.text().floor((at + [0, 1, 900][random.below(3)]).min(model.len()));
        let text = random.text(&["x", "\n", "<p>", "data-agent-action=\"loan.extend5\"", "é"], 3);
        model.replace_range(at..end, &text);
        document.edit(&Splice { start: at, end, text });
        let found = diagnose(&document, world, &settings);
        let expected = diagnose(&Document::new(Arc::clone(&format), &model), world, &settings);
        let differs = |(one, other): &(&Diagnostic, &Diagnostic)| one != other;
        assert_eq!(found.iter().zip(&expected).find(differs), None, "round {round}, at {at}");
        assert_eq!(found.len(), expected.len());
        rules.extend(found.iter().map(|one| one.rule.code));
    }
    for rule in ["aaf/undeclared-action", "aaf/undeclared-field"] {
        assert!(rules.contains(rule), "{rules:?}");
    }
}

#[test]
fn a_page_that_is_edited_is_compared_with_the_manifest_in_it_like_a_new_one() {
    let format = named_by_extension("html");
    let mut model = with_own_manifest(&site_page(300), &site_manifest(280, "high"));
    let mut document = Document::new(Arc::clone(&format), &model);
    let (mut random, settings) = (Random(5), Settings::default());
    let found = |document: &Document| diagnose(document, &EmptyWorld, &settings);
    let names_an_action = |found: &[Diagnostic]| found.iter().any(|one| one.rule.code == "aaf/undeclared-action");
    let mut compared = 0;
    for round in 0..24 {
        // In each third round the manifest changes; what breaks it is taken back in the next round.
        let script = model.find("<script").expect("a script");
        let place = if round % 3 == 0 { script + random.below(model.len() - script) } else { random.below(script) };
        let at = document.text().floor(place);
        let text = random.text(&["x", "\n", "<p>", "data-agent-action=\"loan.extend5\"", "é", "2"], 2);
        let before = (model.clone(), document.clone());
        model.insert_str(at, &text);
        document.edit(&Splice { start: at, end: at, text });
        let (edited, new) = (found(&document), found(&Document::new(Arc::clone(&format), &model)));
        let differs = |(one, other): &(&Diagnostic, &Diagnostic)| one != other;
        assert_eq!(edited.iter().zip(&new).find(differs), None, "round {round}, at {at}");
        assert_eq!(edited.len(), new.len());
        if names_an_action(&edited) {
            compared += 1;
        } else {
            (model, document) = before;
        }
    }
    assert!(compared > 12, "{compared}");
}

#[test]
fn a_page_is_compared_with_its_manifest_by_groups() {
    for is_in_page in [false, true] {
        check_compared_by_groups(is_in_page);
    }
}

fn check_compared_by_groups(is_in_page: bool) {
    let format = named_by_extension("html");
    let work_of = |count: usize| {
        let mut page = site_page(count);
        let mut world = site(&page, count, "low");
        if is_in_page {
            page = with_own_manifest(&page, &site_manifest(count, "low"));
            world = Files::new(&[("a.html", &page)], &|_| Some(named_by_extension("html")));
        }
        let mut document = Document::new(Arc::clone(&format), &page);
        let settings = Settings::default();
        drop(find(&document, &world, &settings));
        let at = page.len() / 2 + page[page.len() / 2..].find("Extend").unwrap_or_default();
        document.edit(&Splice { start: at, end: at, text: "x".to_owned() });
        let mut found = 0;
        let steps = work::count(|| found = find(&document, &world, &settings).len() as u64);
        (steps, found)
    };
    let ((small, few), (large, many)) = (work_of(300), work_of(6_000));
    assert!(few > 10 && many > 10 * few, "{few} and {many} findings");
    // A step for each finding in the list, and one for each name that the manifest does not have.
    assert!(large <= 2 * small + 3 * many, "{small} steps, in a large page {large}");
}

/// The format of AAF for files with an extension.
fn named_by_extension(extension: &str) -> Arc<dyn AnyFormat> {
    let of_aaf = formats::named("aaf");
    let found = of_aaf.into_iter().find(|format| format.info().candidate_extensions.contains(&extension));
    found.expect("a format for the extension")
}
