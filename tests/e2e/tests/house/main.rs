//! The structure of the project, as `docs/architecture.md` describes it: which crate may use which, which crates use the
//! types of the protocol, and which crates name no format.

mod formats;
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
    (
        "agmark",
        &[
            "agmark-daemon",
            "agmark-lsp",
            "agmark-mcp",
            "agmark-run",
            "agmark-python",
            "agmark-audit",
            "agmark-formats",
        ],
    ),
    ("agmark-formats", &["FORMATS"]),
    ("agmark-run", &["agmark-markdownlang", "agmark-task"]),
    ("agmark-python", &["agmark-files"]),
    ("agmark-audit", &["agmark-aaf", "agmark-task"]),
    ("agmark-task", &[]),
    ("agmark-daemon", &["agd"]),
    ("agmark-lsp", &["agmark-tokens", "agmark-workspace"]),
    ("agmark-mcp", &["agmark-workspace"]),
    ("agmark-workspace", &["agmark-syntax"]),
    ("agmark-schema", &["agmark-syntax"]),
    ("agmark-syntax", &["agmark-files"]),
    ("agmark-files", &[]),
    ("agmark-tokens", &[]),
];

/// What each format may use besides its grammar.
const OF_FORMATS: &[&str] = &["agmark-schema", "agmark-tokens"];

/// The crates of the formats: those that the table of formats uses.
fn formats() -> BTreeSet<String> {
    let mut all = dependencies(&root().join("server/formats/Cargo.toml"));
    all.remove("agmark-syntax");
    assert!(all.len() >= 5, "formats are missing: {all:?}");
    all
}

/// The name of a format from the name of its crate.
fn format_name(crate_name: &str) -> &str {
    crate_name.trim_start_matches("agmark-")
}

#[test]
fn crates_use_only_allowed_crates() {
    let mut wrong = Vec::new();
    for (name, manifest) in crates() {
        let Some(allowed) = reachable(&name) else {
            wrong.push(format!("{name} is unknown: add a format to server/formats, another crate to this test and to docs/architecture.md"));
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
    let names: BTreeSet<_> = formats().iter().map(|name| format_name(name).to_owned()).collect();
    for folder in ["server/lsp/src", "server/mcp/src", "server/workspace/src"] {
        let files = sources(&root().join(folder));
        assert!(!files.is_empty(), "{folder} has no sources");
        for file in files {
            let code = rust::without_tests(&rust::code(&read(&file)));
            for word in words(&code.to_lowercase()).intersection(&names) {
                wrong.push(format!("{} names {word}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "use formats through their trait only:\n{}", wrong.join("\n"));
}

/// All crates that a crate may use; `None` if the crate is unknown.
fn reachable(name: &str) -> Option<BTreeSet<String>> {
    let mut all = BTreeSet::new();
    for to in direct(name)? {
        all.extend(reachable(&to)?);
        all.insert(to);
    }
    Some(all)
}

/// The crates that a crate may use itself.
fn direct(name: &str) -> Option<BTreeSet<String>> {
    let owned = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    if let Some((_, to)) = ARROWS.iter().find(|(from, _)| *from == name) {
        return Some(if *to == ["FORMATS"] { formats() } else { owned(to) });
    }
    if formats().contains(name) {
        let grammar = format!("tree-sitter-{}", format_name(name));
        let mut all = owned(OF_FORMATS);
        all.extend(crates().contains_key(&grammar).then_some(grammar));
        return Some(all);
    }
    let is_grammar = formats().iter().any(|format| name == format!("tree-sitter-{}", format_name(format)));
    is_grammar.then(BTreeSet::new)
}

fn ours() -> BTreeSet<String> {
    crates().into_keys().collect()
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
