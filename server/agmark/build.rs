//! Packs the files of `editors/` and of the grammars that are part of the program, and lists them. `src/setup/files.rs`
//! includes both. So a new file of an editor or a grammar needs no entry anywhere.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// A file: its name in the program, its folder, and its path in it.
const SINGLE: &[(&str, &str, &str)] = &[
    ("HELIX_LANGUAGES", "editors/helix", "languages.toml"),
    ("EMACS", "editors/emacs", "agmark.el"),
    ("KAKOUNE", "editors/kakoune", "agmark.kak"),
];

/// A list: its name in the program, its folder, and the files and folders in it.
const LISTS: &[(&str, &str, &[&str])] = &[
    (
        "NEOVIM",
        "editors/neovim",
        &["doc/agmark.txt", "ftdetect", "ftplugin", "lsp", "lua", "plugin", "queries"],
    ),
    ("HELIX", "editors/helix", &["queries"]),
    ("ZED", "editors/zed", &["Cargo.lock", "Cargo.toml", "extension.toml", "languages", "src"]),
];

/// The files that `.vscodeignore` allows in a package, without a server.
const PACKAGE: &[&str] = &[
    "LICENSE",
    "README.md",
    "THIRD-PARTY-NOTICES.md",
    "icons",
    "language",
    "media",
    "out",
    "package.json",
    "snippets",
    "src/contributions.json",
];

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by Cargo")).join("../..");
    let mut pack = Pack::default();
    let mut text = String::new();
    for (name, folder, file) in SINGLE {
        let folder = root.join(folder);
        let file = pack.list(&folder, &files(&folder, &[file])).remove(0);
        let _ = writeln!(text, "pub const {name}: File = {file};");
    }
    for (name, folder, parts) in LISTS {
        let folder = root.join(folder);
        let files = pack.list(&folder, &files(&folder, parts)).join(", ");
        let _ = writeln!(text, "pub const {name}: &[File] = &[{files}];");
    }
    let package = root.join("editors/vscode");
    let mut carried = files(&package, PACKAGE);
    // The bundles read the contributions beside them; they are copied when these are built.
    carried.retain(|file| file != "out/contributions.json");
    let carried = pack.list(&package, &carried).join(", ");
    let _ = writeln!(text, "pub const VSCODE: &[File] = &[{carried}];");
    text.push_str("pub const GRAMMARS: &[Grammar] = &[");
    let grammars = root.join("tree-sitter-grammars");
    for folder in grammar_folders(&grammars) {
        let source = grammars.join(&folder).join("src");
        let mut sources = files(&source, &["."]);
        sources.retain(|file| file.ends_with(".c") || file.ends_with(".h"));
        let sources = pack.list(&source, &sources).join(", ");
        let name = folder.replace('/', "_");
        let _ = writeln!(text, "Grammar {{ name: {name:?}, folder: {folder:?}, sources: &[{sources}] }},");
    }
    text.push_str("];\n");
    let _ = writeln!(text, "const LENGTH: usize = {};", pack.content.len());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by Cargo"));
    fs::write(out.join("files.rs"), text).expect("the folder of the build is writable");
    fs::write(out.join("files.zlib"), pack.packed()).expect("the folder of the build is writable");
}

/// The content of all files, one after another.
#[derive(Default)]
struct Pack {
    content: Vec<u8>,
}

impl Pack {
    /// Adds files of a folder. Returns each as an expression of Rust.
    fn list(&mut self, folder: &Path, files: &[String]) -> Vec<String> {
        let mut all = Vec::new();
        for name in files {
            let path = folder.join(name);
            let content = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let (start, length) = (self.content.len(), content.len());
            all.push(format!("File {{ name: {name:?}, start: {start}, length: {length} }}"));
            self.content.extend(content);
        }
        all
    }

    fn packed(&self) -> Vec<u8> {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&self.content).expect("memory is written to");
        packed.finish().expect("memory is written to")
    }
}

/// The files of a folder that are in `parts`, in order, with slashes.
fn files(folder: &Path, parts: &[&str]) -> Vec<String> {
    let mut all = Vec::new();
    for part in parts {
        println!("cargo::rerun-if-changed={}", folder.join(part).display());
        collect(folder, part.trim_start_matches('.'), &mut all);
    }
    all.sort();
    all
}

fn collect(folder: &Path, part: &str, all: &mut Vec<String>) {
    let path = folder.join(part);
    if !path.is_dir() {
        all.push(part.to_owned());
        return;
    }
    for entry in fs::read_dir(&path).expect("a folder of the project").filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let inside = if part.is_empty() { name } else { format!("{part}/{name}") };
        // What a person's editor leaves behind is not part of the program.
        if !inside.ends_with('~') && !entry.file_name().to_string_lossy().starts_with('.') {
            collect(folder, &inside, all);
        }
    }
}

/// The folders with a grammar, one level deep or two.
fn grammar_folders(grammars: &Path) -> Vec<String> {
    println!("cargo::rerun-if-changed={}", grammars.display());
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder of the project").filter_map(Result::ok);
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    };
    let mut all = Vec::new();
    for outer in names(grammars).into_iter().filter(|name| grammars.join(name).is_dir()) {
        let inner = names(&grammars.join(&outer)).into_iter().map(|name| format!("{outer}/{name}"));
        let with_grammar = inner.chain([outer.clone()]);
        all.extend(with_grammar.filter(|folder| grammars.join(folder).join("grammar.js").is_file()));
    }
    all.sort();
    all
}
