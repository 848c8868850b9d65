//! The formats, their grammars and their examples.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::{AnyFormat, Registry};
use tree_sitter::Language;

/// The formats as the program knows them.
pub fn all() -> Vec<Arc<dyn AnyFormat>> {
    [
        vec![Arc::new(agmark_anml::Anml) as _],
        agmark_aaf::formats(),
        vec![Arc::new(agmark_garyml::Garyml::default()) as _],
        vec![Arc::new(agd::Agd) as _],
        vec![Arc::new(agmark_markdownlang::Markdownlang) as _],
    ]
    .concat()
}

pub fn registry() -> Registry {
    Registry::new(all())
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
pub fn grammars() -> [(&'static str, Language); 4] {
    [
        ("anml", tree_sitter_anml::LANGUAGE.into()),
        ("agd", tree_sitter_agd::LANGUAGE.into()),
        ("garyml", tree_sitter_garyml::LANGUAGE.into()),
        ("markdownlang", tree_sitter_markdownlang::LANGUAGE.into()),
    ]
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
