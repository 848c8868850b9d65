//! The formats, their grammars and their examples.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::{AnyFormat, Registry};
use tree_sitter::Language;

/// The formats of documents. Scripts of actions are no documents: `server/anml` tests them.
pub fn all() -> Vec<Arc<dyn AnyFormat>> {
    agmark_formats::all().into_iter().filter(|format| format.info().extensions != ["anmla"]).collect()
}

/// The short names of the formats, each once.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = all().iter().map(|format| format.info().name).collect();
    names.dedup();
    names
}

pub fn registry() -> Registry {
    Registry::new(agmark_formats::all())
}

/// The formats with this short name: one, or two that belong together.
pub fn named(name: &str) -> Vec<Arc<dyn AnyFormat>> {
    let found: Vec<_> = all().into_iter().filter(|f| f.info().name == name).collect();
    assert!(!found.is_empty(), "no format is called {name}");
    found
}

/// The formats whose grammars are ours, and total.
pub fn with_total_grammar() -> Vec<Arc<dyn AnyFormat>> {
    all().into_iter().filter(|f| f.info().name != "aaf").collect()
}

/// Our grammars, by the name of their folder.
pub fn grammars() -> Vec<(&'static str, Language)> {
    let mut all: Vec<_> =
        with_total_grammar().iter().map(|format| (format.info().name, format.info().language())).collect();
    all.dedup_by_key(|(name, _)| *name);
    all
}

/// The top of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a format's examples, by their path below `tests/corpus/FORMAT`, in order.
pub fn examples(format: &str) -> Vec<(String, String)> {
    let folder = root().join("tests/corpus").join(format);
    let mut all = Vec::new();
    collect(&folder, &mut all);
    all.sort();
    assert!(!all.is_empty(), "no examples in {}", folder.display());
    let relative = |path: &Path| {
        let path = path.strip_prefix(&folder).unwrap_or(path);
        path.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    };
    all.iter().map(|path| (relative(path), read(path))).collect()
}

/// What the rules of a format have for examples.
pub fn rule_examples(format: &dyn AnyFormat) -> Vec<String> {
    format.info().rules.iter().flat_map(|r| r.bad.iter().chain(r.good)).map(|s| (*s).to_owned()).collect()
}

pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn collect(folder: &Path, all: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for path in entries.filter_map(Result::ok).map(|e| e.path()) {
        if path.is_dir() {
            collect(&path, all);
        } else {
            all.push(path);
        }
    }
}
