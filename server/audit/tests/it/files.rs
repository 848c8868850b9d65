//! Pages in files and folders, with the manifests beside them.

use std::fs;
use std::path::Path;

use agmark_audit::files::{self, AuditFolders};
use agmark_audit::{Format, Options, Report, report};

const MANIFEST: &str =
    r#"{"version": "0.1", "site": {"name": "Club", "origin": "https://club.example"}, "actions": {}}"#;

fn folder(all: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in all {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Each page with its score, then what failed.
fn told(report: &Report) -> Vec<String> {
    let pages = report.pages.iter().map(|one| format!("{} {}", one.name, one.score().unwrap_or_default()));
    pages.chain(report.failed.iter().map(|one| format!("{}: {}", one.name, one.reason))).collect()
}

fn place(folder: &Path) -> AuditFolders<'_> {
    AuditFolders { shown_from: folder, root: folder, may_read: &|_| true }
}

#[test]
fn a_folder_is_a_site() {
    let folder = folder(&[
        (".gitignore", "/made\n"),
        ("b/index.HTML", "<form></form>"),
        ("a.htm", ""),
        ("made/x.html", ""),
        (".hidden/x.html", ""),
        ("node_modules/x/x.html", ""),
        ("a.txt", "<form></form>"),
        ("b/.well-known/agent-manifest.json", MANIFEST),
        ("c/deep/x.html", ""),
        ("c/public/.well-known/agent-manifest.json", MANIFEST),
        ("d/x.html", ""),
        ("d/.well-known/agent-manifest.json", "<html>"),
    ]);
    let report = files::audit_folder(folder.path(), &place(folder.path()), &Options::default());
    // (0 * 20 + 100 * 10) / 30 = 33.3
    assert_eq!(told(&report), ["a.htm 0", "b/index.HTML 33", "c/deep/x.html 100", "d/x.html 0"]);
    assert_eq!(report.score(), Some(33));
}

#[test]
fn no_manifest_is_looked_for_above_the_root() {
    let folder = folder(&[(".well-known/agent-manifest.json", MANIFEST), ("site/x.html", "")]);
    let page = folder.path().join("site/x.html");
    let at = |root: &Path| {
        let place = AuditFolders { shown_from: folder.path(), root, may_read: &|_| true };
        told(&files::audit_page(&page, &place, &Options::default()))
    };
    assert_eq!(at(folder.path()), ["site/x.html 100"]);
    assert_eq!(at(&folder.path().join("site")), ["site/x.html 0"]);
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_goes_on() {
    let folder = folder(&[("big.html", &" ".repeat((10 << 20) + 1)), ("bytes.html", "")]);
    fs::write(folder.path().join("bytes.html"), b"<form data-agent-action=a>\xff\xfe</form>").unwrap();
    let report = files::audit_folder(folder.path(), &place(folder.path()), &Options::default());
    assert_eq!(told(&report), ["bytes.html 67", "big.html: larger than 10 MiB: split the file"]);
    let missing =
        files::audit_page(&folder.path().join("no.html"), &place(folder.path()), &Options::default());
    assert_eq!(told(&missing), ["no.html: file does not exist: check the spelling and the folder"]);
    let mut out = Vec::new();
    report::write(&missing, Format::Text, &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "");
}

#[test]
fn the_source_of_a_component_is_read_as_what_it_is() {
    let text = "const a = b < 3 ? \"<form></form>\" : <form data-agent-action=\"a.b\"><TextField label=\"x\" /></form>;";
    let folder = folder(&[("x.jsx", text), ("x.html", text)]);
    let score = |name: &str| {
        told(&files::audit_page(&folder.path().join(name), &place(folder.path()), &Options::default()))
    };
    // Forms 1 of 1, fields 0 of 1, no manifest: (100 * 20 + 0 * 20 + 0 * 10) / 50.
    assert_eq!(score("x.jsx"), ["x.jsx 40"]);
    assert_ne!(score("x.html"), ["x.html 40"]);
}
