//! The structure of the project, as `docs/architecture.md` describes it: which crate may use which, which crates use the
//! types of the protocol, and which crates name no format.

mod layout;
mod links;
mod modules;
mod mutants;
mod names;
mod pages;
mod phrases;
mod rust;
mod sizes;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The crates that a crate may use. It may also use those that can be reached over several arrows.
const ARROWS: &[(&str, &[&str])] = &[
    ("agmark", &["agmark-lsp", "agmark-run", "agmark-python", "agmark-audit", "FORMATS"]),
    ("agmark-run", &["agmark-markdownlang", "agmark-task"]),
    ("agmark-python", &["agmark-files"]),
    ("agmark-audit", &["agmark-aaf", "agmark-task"]),
    ("agmark-task", &[]),
    ("agmark-lsp", &["agmark-workspace"]),
    ("agmark-workspace", &["agmark-syntax"]),
    ("agmark-schema", &["agmark-syntax"]),
    ("agmark-syntax", &["agmark-files"]),
    ("agmark-files", &[]),
    ("agmark-tokens", &[]),
    ("agmark-anml", &["agmark-schema", "agmark-tokens", "tree-sitter-anml"]),
    ("agmark-aaf", &["agmark-schema"]),
    ("agmark-garyml", &["agmark-schema", "agmark-tokens", "tree-sitter-garyml"]),
    ("agd", &["agmark-schema", "agmark-tokens", "tree-sitter-agd"]),
    ("agmark-markdownlang", &["agmark-schema", "agmark-tokens", "tree-sitter-markdownlang"]),
    ("tree-sitter-anml", &[]),
    ("tree-sitter-agd", &[]),
    ("tree-sitter-garyml", &[]),
    ("tree-sitter-markdownlang", &[]),
];

const FORMATS: &[&str] = &["agmark-anml", "agmark-aaf", "agmark-garyml", "agd", "agmark-markdownlang"];

/// The names of the formats.
const NAMES: &[&str] = &["anml", "aaf", "garyml", "agd", "markdownlang"];

#[test]
fn crates_use_only_allowed_crates() {
    let mut wrong = Vec::new();
    for (name, manifest) in crates() {
        let Some(allowed) = reachable(&name) else {
            wrong.push(format!("{name} is unknown: add its arrows to this test and to docs/architecture.md"));
            continue;
        };
        for known in dependencies(&manifest).intersection(&ours()) {
            // The tests of a crate may use the crate with other features.
            if *known != name && !allowed.contains(known) {
                wrong.push(format!("{name} must not use {known}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_crate_uses_the_types_of_the_protocol() {
    let protocol = ["lsp_types", "tower_lsp", "tower_lsp_server", "ls_types"];
    let mut wrong = Vec::new();
    for (name, manifest) in crates().into_iter().filter(|(name, _)| name != "agmark-lsp") {
        for known in dependencies(&manifest) {
            if protocol.contains(&known.replace('-', "_").as_str()) {
                wrong.push(format!("{name} depends on {known}"));
            }
        }
        for file in sources(&folder(&manifest)) {
            let words = words(&rust::code(&read(&file)));
            for word in protocol.iter().filter(|p| words.contains(**p)) {
                wrong.push(format!("{} uses {word}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "only server/lsp may use the types of the protocol:\n{}", wrong.join("\n"));
}

#[test]
fn the_protocol_and_the_workspace_name_no_format() {
    let mut wrong = Vec::new();
    for folder in ["server/lsp/src", "server/workspace/src"] {
        let files = sources(&root().join(folder));
        assert!(!files.is_empty(), "{folder} has no sources");
        for file in files {
            let code = rust::without_tests(&rust::code(&read(&file)));
            for word in words(&code.to_lowercase()).iter().filter(|w| NAMES.contains(&w.as_str())) {
                wrong.push(format!("{} names {word}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "use formats through their trait only:\n{}", wrong.join("\n"));
}

/// All crates that a crate may use; `None` if the crate is not in the table.
fn reachable(name: &str) -> Option<BTreeSet<String>> {
    let direct = ARROWS.iter().find(|(from, _)| *from == name)?.1;
    let mut all = BTreeSet::new();
    for to in direct.iter().flat_map(|to| if *to == "FORMATS" { FORMATS } else { std::slice::from_ref(to) }) {
        all.insert((*to).to_owned());
        all.extend(reachable(to)?);
    }
    Some(all)
}

fn ours() -> BTreeSet<String> {
    ARROWS.iter().map(|(name, _)| (*name).to_owned()).collect()
}

/// The crates by name, without the tests.
fn crates() -> BTreeMap<String, PathBuf> {
    let mut all = BTreeMap::new();
    for folder in ["server", "tree-sitter-grammars"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("a folder").filter_map(Result::ok) {
            let manifest = entry.path().join("Cargo.toml");
            if manifest.is_file() {
                let name = table(&manifest)["package"]["name"].as_str().expect("a name").to_owned();
                all.insert(name, manifest);
            }
        }
    }
    assert!(all.len() >= 13, "crates are missing: {:?}", all.keys());
    all
}

/// The crates that a manifest names, on all platforms.
fn dependencies(manifest: &Path) -> BTreeSet<String> {
    let table = table(manifest);
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let targets = table.get("target").and_then(toml::Value::as_table).into_iter().flat_map(|t| t.values());
    let tables = targets.chain([&table]).flat_map(|t| kinds.iter().filter_map(|kind| t.get(*kind)));
    let mut names = BTreeSet::new();
    for (name, how) in tables.filter_map(toml::Value::as_table).flatten() {
        names.insert(name.clone());
        // A crate may be renamed in the manifest.
        names.extend(how.get("package").and_then(toml::Value::as_str).map(str::to_owned));
    }
    names
}

fn table(manifest: &Path) -> toml::Value {
    toml::from_str(&read(manifest)).unwrap_or_else(|e| panic!("{}: {e}", manifest.display()))
}

fn folder(manifest: &Path) -> PathBuf {
    manifest.parent().expect("a manifest is in a folder").to_path_buf()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The Rust files in a folder and below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
    paths.sort();
    let inside = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    paths.into_iter().flat_map(inside).filter(|p| p.extension().is_some_and(|e| e == "rs")).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
}
