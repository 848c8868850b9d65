//! The files inside a crate: which of them use each other, how long they are, and how format crates are laid out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::{read, root, rust, sources};

/// How many circles of files a crate still has. The numbers only go down.
const KNOWN_CIRCLES: &[(&str, usize)] = &[];

/// A crate's files by their module path; the root is left out, it names everything.
struct Modules {
    files: BTreeMap<Vec<String>, PathBuf>,
    code: BTreeMap<Vec<String>, String>,
}

impl Modules {
    /// The modules below `src` that are part of the product.
    fn of(src: &Path) -> Self {
        let mut modules = Self { files: BTreeMap::new(), code: BTreeMap::new() };
        let mut all = BTreeMap::new();
        let mut tests: BTreeSet<Vec<String>> = BTreeSet::new();
        for file in sources(src) {
            let module = module(src, &file);
            let code = rust::code(&read(&file));
            tests.extend(test_modules(&code).into_iter().map(|name| [&module[..], &[name]].concat()));
            all.insert(module, (file, rust::without_tests(&code)));
        }
        for (module, (file, code)) in all {
            let is_test = (1..=module.len()).any(|end| tests.contains(&module[..end]));
            if !module.is_empty() && !is_test {
                modules.files.insert(module.clone(), file);
                modules.code.insert(module, code);
            }
        }
        modules
    }

    /// The longest part of a path that is a module.
    fn target(&self, path: &[String]) -> Option<Vec<String>> {
        (1..=path.len()).rev().map(|end| path[..end].to_vec()).find(|path| self.files.contains_key(path))
    }

    /// The modules that a module uses.
    fn used(&self, module: &[String]) -> BTreeSet<Vec<String>> {
        let Some(code) = self.code.get(module) else { return BTreeSet::new() };
        let mut used = BTreeSet::new();
        for path in paths(code) {
            let absolute = match path.first().map(String::as_str) {
                Some("crate") => path[1..].to_vec(),
                Some("self") => [module, &path[1..]].concat(),
                Some("super") => {
                    let ups = path.iter().take_while(|part| *part == "super").count();
                    let base = module.len().saturating_sub(ups);
                    [&module[..base], &path[ups..]].concat()
                }
                // A module that is declared here.
                Some(_) => [module, &path[..]].concat(),
                None => continue,
            };
            used.extend(self.target(&absolute).filter(|target| target != module));
        }
        used
    }

    /// Sets of files that use each other, directly or through others.
    fn circles(&self) -> Vec<Vec<String>> {
        let arrows: BTreeMap<_, _> =
            self.files.keys().map(|module| (module.clone(), self.used(module))).collect();
        let reached: BTreeMap<_, _> =
            arrows.keys().map(|from| (from.clone(), reach(from, &arrows))).collect();
        let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
        for (module, reaches) in &reached {
            if reaches.contains(module) {
                let same = reaches.iter().filter(|other| reached[*other].contains(module));
                circles.insert(same.map(|module| module.join("::")).collect());
            }
        }
        circles.into_iter().collect()
    }
}

/// All modules that can be reached over arrows.
fn reach(from: &Vec<String>, arrows: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>) -> BTreeSet<Vec<String>> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        for target in arrows.get(module).into_iter().flatten() {
            if reached.insert(target.clone()) {
                next.push(target);
            }
        }
    }
    reached
}

/// The module path of a file; empty for the root.
fn module(src: &Path, file: &Path) -> Vec<String> {
    let inside = file.strip_prefix(src).expect("the file lies in the folder").with_extension("");
    let parts = inside.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| !matches!(part.as_str(), "lib" | "main" | "mod")).collect()
}

/// The names of the modules that a file declares for tests only.
fn test_modules(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in code.split("#[cfg(test)]").skip(1).chain(code.split("#[cfg(feature = \"testing\")]").skip(1))
    {
        let part = part.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        if let Some(rest) = part.strip_prefix("mod ")
            && let Some((name, _)) = rest.split_once(';')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        {
            names.push(name.to_owned());
        }
    }
    names
}

/// The paths in a source, with `use` trees written out.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find("::") {
        let before = &rest[..at];
        let start = before
            .rfind(|c: char| !is_word(c))
            .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
        let mut end = at + 2;
        if start < at && !before[..start].ends_with("::") {
            end = end.max(start + tree(&rest[start..], &mut Vec::new(), &mut all));
        }
        rest = &rest[end..];
    }
    all
}

/// Reads a path or a `use` tree at the start of a text; returns how long it is.
fn tree(text: &str, before: &mut Vec<String>, all: &mut Vec<Vec<String>>) -> usize {
    let depth = before.len();
    let mut at = 0;
    loop {
        let word = text[at..].find(|c: char| !is_word(c)).map_or(text.len(), |end| at + end);
        if word > at {
            before.push(text[at..word].to_owned());
            at = word;
        }
        if !text[at..].starts_with("::") {
            break;
        }
        at += 2;
        if text[at..].starts_with('{') {
            at += 1;
            loop {
                at += text[at..].len() - text[at..].trim_start_matches([' ', '\n', ',', '\t']).len();
                if at >= text.len() || text[at..].starts_with('}') {
                    break;
                }
                let taken = tree(&text[at..], before, all);
                let end = text[at + taken..].find([',', '}']).map_or(text.len(), |end| at + taken + end);
                at = end;
            }
            before.truncate(depth);
            return (at + 1).min(text.len());
        }
    }
    all.push(before.clone());
    before.truncate(depth);
    at
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The crates in `server` with their sources.
fn crates() -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(root().join("server")).expect("a folder").filter_map(Result::ok);
    let mut all: Vec<_> = entries
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path().join("src")))
        .filter(|(_, src)| src.is_dir())
        .collect();
    all.sort();
    all
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let mut wrong = Vec::new();
    for (name, src) in crates() {
        let circles = Modules::of(&src).circles();
        let known = KNOWN_CIRCLES.iter().find(|(known, _)| *known == name).map_or(0, |(_, count)| *count);
        if circles.len() > known {
            wrong.extend(circles.iter().map(|circle| format!("{name}: {}", circle.join(", "))));
        } else if circles.len() < known {
            wrong.push(format!("{name} has {} circles now: lower its number in this test", circles.len()));
        }
    }
    assert!(wrong.is_empty(), "move what both files need into a file of its own:\n{}", wrong.join("\n"));
}

#[test]
fn paths_are_written_out() {
    let code = "use crate::a::{b, c::{d, e as f}, self};\nfn x() { super::y::z(1); k::l() }";
    let found: Vec<_> = paths(code).iter().map(|path| path.join(".")).collect();
    assert_eq!(found, ["crate.a.b", "crate.a.c.d", "crate.a.c.e", "crate.a.self", "super.y.z", "k.l"]);
}

#[test]
fn files_that_use_each_other_are_found() {
    let module = |name: &str, code: &str| (vec![name.to_owned()], code.to_owned());
    let code = [
        module("a", "use crate::b::B;"),
        module("b", "fn b() { crate::c::c() }"),
        module("c", "use super::a;"),
    ];
    let code: BTreeMap<_, _> = code.into_iter().collect();
    let files = code.keys().map(|name| (name.clone(), PathBuf::new())).collect();
    assert_eq!(Modules { files, code }.circles(), [["a", "b", "c"]]);
}
