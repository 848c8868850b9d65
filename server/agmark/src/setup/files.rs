//! The files of `editors/` and of the grammars, which are part of the program. `build.rs` lists and packs them.

use std::io::Read as _;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;

/// A file of an editor's folder.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path in the folder, with slashes.
    pub name: &'static str,
    /// Where it is in the content of all files.
    start: usize,
    length: usize,
}

impl File {
    pub fn bytes(&self) -> &'static [u8] {
        &CONTENT[self.start..self.start + self.length]
    }

    /// The text of a file; empty if the file is binary.
    pub fn text(&self) -> &'static str {
        str::from_utf8(self.bytes()).unwrap_or_default()
    }
}

/// The content of all files, one after another. It is packed in the program, where it takes a fifth of the space.
static CONTENT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/files.zlib"));
    let mut content = Vec::with_capacity(LENGTH);
    ZlibDecoder::new(packed).read_to_end(&mut content).expect("packed by the build");
    content
});

/// A grammar's sources.
#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    pub name: &'static str,
    /// Its folder in the project's folder of grammars, with slashes.
    pub folder: &'static str,
    /// The files of `src/`, those that are compiled and those that they include.
    pub sources: &'static [File],
}

// The lists of files, and the length of their content, from `build.rs`.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// All files below a folder of the project, but for what only people read.
    fn below(folder: &Path, prefix: &str, into: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder").filter_map(Result::ok) {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                below(&entry.path(), &format!("{name}/"), into);
            } else {
                into.insert(name);
            }
        }
    }

    /// The files of the project are carried, and nothing that a build or an editor leaves beside them.
    #[test]
    fn the_files_of_each_list_are_those_of_the_project() {
        let known = |list: &[File], folder: &str, ignored: &[&str]| {
            let mut there = BTreeSet::new();
            below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), "", &mut there);
            there.retain(|name| {
                !name.ends_with(".md") && !ignored.iter().any(|start| name.starts_with(start))
            });
            let carried: BTreeSet<_> = list.iter().map(|file| file.name.to_owned()).collect();
            assert_eq!(carried, there, "{folder}");
        };
        known(NEOVIM, "editors/neovim", &["parser/", "doc/tags"]);
        known(HELIX, "editors/helix", &["languages.toml"]);
        known(ZED, "editors/zed", &["target/", "extension.wasm", ".gitignore"]);
        let of_vs_code: BTreeSet<_> = VSCODE.iter().map(|file| file.name).collect();
        assert!(of_vs_code.contains("out/extension.cjs") && !of_vs_code.contains("out/contributions.json"));
        assert!(VSCODE.iter().all(|file| !file.bytes().is_empty()));
    }

    #[test]
    fn each_grammar_has_its_sources() {
        let names: Vec<_> = GRAMMARS.iter().map(|grammar| grammar.name).collect();
        assert!(names.contains(&"anml_actions") && names.is_sorted(), "{names:?}");
        for grammar in GRAMMARS {
            for file in ["parser.c", "tree_sitter/parser.h"] {
                assert!(grammar.sources.iter().any(|source| source.name == file), "{}: {file}", grammar.name);
            }
        }
    }

    /// The bundles are built by Node, which not everybody has; a hash of the sources tells whether they are current.
    #[test]
    fn the_bundles_for_vs_code_are_built_from_the_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/vscode");
        let mut there = BTreeSet::new();
        for folder in ["scripts", "src", "syntaxes"] {
            below(&root.join(folder), &format!("{folder}/"), &mut there);
        }
        there.retain(|name| {
            (name.starts_with("src/") && name.ends_with(".ts"))
                || (name.starts_with("syntaxes/") && name.ends_with(".mjs"))
                || ["scripts/build.mjs", "scripts/grammars.mjs", "src/formats.json"].contains(&name.as_str())
        });
        there.insert("package-lock.json".to_owned());
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for name in &there {
            let text = std::fs::read_to_string(root.join(name)).expect("a source").replace("\r\n", "\n");
            for byte in format!("{name}\n{text}").bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        }
        let built = std::fs::read_to_string(root.join("scripts/built-from.txt")).expect("a file");
        assert_eq!(
            built.trim(),
            format!("{hash:016x}"),
            "editors/vscode/out is not built from these sources: run `npm ci && npm run build` in editors/vscode"
        );
    }
}
