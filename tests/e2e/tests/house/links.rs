//! The links of the pages lead to files and headings that exist, and so do the paths that they name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::pages::prose;
use crate::{read, root};

/// Files, and folders whose pages are checked.
const PAGES: &[&str] = &[
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs",
    "editors",
    "tests/bench/README.md",
];

/// Starts of paths that are looked for in sentences.
const FOLDERS: &[&str] = &["server/", "tests/", "tree-sitter-grammars/", ".ci/"];

#[test]
fn links_lead_to_files_and_headings() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in PAGES.iter().flat_map(|path| pages(&root().join(path))) {
        for (line, link) in links(&read(&page)) {
            count += 1;
            if let Some(why) = problem(&page, &link) {
                let name = page.strip_prefix(root()).unwrap_or(&page).display().to_string();
                wrong.push(format!("{name}:{line}: {link}: {why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 80, "only {count} links were found");
}

#[test]
fn paths_in_sentences_exist() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in PAGES.iter().flat_map(|path| pages(&root().join(path))) {
        let name = page.strip_prefix(root()).unwrap_or(&page).display().to_string();
        for (line, path) in paths(&read(&page)) {
            count += 1;
            if !root().join(&path).exists() {
                wrong.push(format!("{name}:{line}: {path} does not exist"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 40, "only {count} paths were found");
}

/// The paths of the project that a page names as code, each with its line. A path with a part in capital letters, such as
/// `server/NAME`, is a pattern.
fn paths(text: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    for (number, line) in prose(text) {
        for span in line.split('`').skip(1).step_by(2) {
            let is_ours = FOLDERS.iter().any(|folder| span.starts_with(folder));
            let is_path =
                span.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "/._-".contains(c));
            if is_ours && is_path {
                all.push((number, span.to_owned()));
            }
        }
    }
    all
}

/// The pages in a folder and below it.
fn pages(path: &Path) -> Vec<PathBuf> {
    if path.file_name().is_some_and(|name| name == "node_modules") {
        return Vec::new();
    }
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_path_buf()] };
    let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    paths.retain(|path| path.is_dir() || path.extension().is_some_and(|ending| ending == "md"));
    paths.iter().flat_map(|path| pages(path)).collect()
}

/// The targets of a page's links, each with its line.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    for (number, line) in prose(text) {
        // Code may contain brackets that are not a link.
        let outside: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for rest in outside.split("](").skip(1) {
            if let Some((target, _)) = rest.split_once(')') {
                all.push((number, target.to_owned()));
            }
        }
    }
    all
}

/// Why a link leads nowhere.
fn problem(page: &Path, link: &str) -> Option<&'static str> {
    if link.contains("://") {
        return None;
    }
    let (path, heading) = link.split_once('#').map_or((link, None), |(path, heading)| (path, Some(heading)));
    let target = if path.is_empty() { page.to_path_buf() } else { page.parent()?.join(path) };
    if !target.exists() {
        return Some("the file does not exist");
    }
    let heading = heading?;
    (!headings(&read(&target)).contains(heading)).then_some("the heading does not exist")
}

/// The names of the headings of a page, as GitHub makes them.
fn headings(text: &str) -> BTreeSet<String> {
    let titles = prose(text).into_iter().filter(|(_, line)| line.starts_with('#'));
    let letters = |title: &str| -> String {
        let kept = title.trim_start_matches('#').trim().to_lowercase();
        kept.chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect()
    };
    titles.map(|(_, title)| letters(title)).collect()
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let page = root().join("README.md");
    assert_eq!(problem(&page, "docs/aaf.md#which-files"), None);
    assert_eq!(problem(&page, "https://example.org/x"), None);
    assert_eq!(problem(&page, "docs/aaf.md#no-such-heading"), Some("the heading does not exist"));
    assert_eq!(problem(&page, "docs/no-such-page.md"), Some("the file does not exist"));
    assert_eq!(links("a `](x)` [b](c.md)\n```\n[d](e)\n```\n"), [(1, "c.md".to_owned())]);
}
