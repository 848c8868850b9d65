//! The files of `editors/` and of the grammars, which are part of the program.

/// A file of an editor's folder.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path in the folder, with slashes.
    pub name: &'static str,
    pub text: &'static str,
}

/// The files of a folder of the project.
macro_rules! folder {
    ($folder:literal: $($name:literal)*) => {
        &[$(File {
            name: $name,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../", $folder, "/", $name)),
        }),*]
    };
}

/// The same for binary files.
macro_rules! bytes {
    ($folder:literal: $($name:literal)*) => {
        &[$(Bytes {
            name: $name,
            bytes: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../", $folder, "/", $name)),
        }),*]
    };
}

pub const NEOVIM: &[File] = folder!("editors/neovim":
    "doc/agmark.txt"
    "ftdetect/agmark.lua"
    "ftplugin/agd.lua"
    "ftplugin/agent-manifest.lua"
    "ftplugin/anml.lua"
    "ftplugin/anmla.lua"
    "ftplugin/garyml.lua"
    "ftplugin/markdownlang.lua"
    "lsp/agmark.lua"
    "lua/agmark/ask.lua"
    "lua/agmark/command.lua"
    "lua/agmark/grammars.lua"
    "lua/agmark/health.lua"
    "lua/agmark/init.lua"
    "lua/agmark/preview.lua"
    "lua/agmark/queries.lua"
    "lua/agmark/server.lua"
    "lua/agmark/verbs.lua"
    "lua/agmark/window.lua"
    "plugin/agmark.lua"
    "queries/agd/folds.scm"
    "queries/agd/highlights.scm"
    "queries/agd/indents.scm"
    "queries/agd/injections.scm"
    "queries/agd/locals.scm"
    "queries/agd/textobjects.scm"
    "queries/anml/folds.scm"
    "queries/anml/highlights.scm"
    "queries/anml/indents.scm"
    "queries/anml/injections.scm"
    "queries/anml/locals.scm"
    "queries/anml/textobjects.scm"
    "queries/anml_actions/highlights.scm"
    "queries/garyml/folds.scm"
    "queries/garyml/highlights.scm"
    "queries/garyml/indents.scm"
    "queries/garyml/injections.scm"
    "queries/garyml/locals.scm"
    "queries/garyml/textobjects.scm"
    "queries/markdownlang/folds.scm"
    "queries/markdownlang/highlights.scm"
    "queries/markdownlang/indents.scm"
    "queries/markdownlang/injections.scm"
    "queries/markdownlang/locals.scm"
    "queries/markdownlang/textobjects.scm"
);

pub const HELIX: &[File] = folder!("editors/helix":
    "queries/agd/highlights.scm"
    "queries/agd/indents.scm"
    "queries/agd/injections.scm"
    "queries/agd/locals.scm"
    "queries/agd/rainbows.scm"
    "queries/agd/tags.scm"
    "queries/agd/textobjects.scm"
    "queries/agent-manifest/highlights.scm"
    "queries/agent-manifest/indents.scm"
    "queries/agent-manifest/injections.scm"
    "queries/agent-manifest/locals.scm"
    "queries/agent-manifest/rainbows.scm"
    "queries/agent-manifest/textobjects.scm"
    "queries/anml/highlights.scm"
    "queries/anml/indents.scm"
    "queries/anml/injections.scm"
    "queries/anml/locals.scm"
    "queries/anml/rainbows.scm"
    "queries/anml/tags.scm"
    "queries/anml/textobjects.scm"
    "queries/anmla/highlights.scm"
    "queries/anmla/textobjects.scm"
    "queries/garyml/highlights.scm"
    "queries/garyml/indents.scm"
    "queries/garyml/injections.scm"
    "queries/garyml/locals.scm"
    "queries/garyml/rainbows.scm"
    "queries/garyml/tags.scm"
    "queries/garyml/textobjects.scm"
    "queries/markdownlang/highlights.scm"
    "queries/markdownlang/indents.scm"
    "queries/markdownlang/injections.scm"
    "queries/markdownlang/locals.scm"
    "queries/markdownlang/rainbows.scm"
    "queries/markdownlang/tags.scm"
    "queries/markdownlang/textobjects.scm"
);

/// Its `languages.toml`, which is merged into the user's.
pub const HELIX_LANGUAGES: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/helix/languages.toml"));

pub const ZED: &[File] = folder!("editors/zed":
    "Cargo.lock"
    "Cargo.toml"
    "extension.toml"
    "languages/agd/config.toml"
    "languages/agd/highlights.scm"
    "languages/agd/injections.scm"
    "languages/agd/outline.scm"
    "languages/anml-actions/config.toml"
    "languages/anml-actions/highlights.scm"
    "languages/anml/config.toml"
    "languages/anml/highlights.scm"
    "languages/anml/outline.scm"
    "languages/garyml/config.toml"
    "languages/garyml/highlights.scm"
    "languages/garyml/injections.scm"
    "languages/garyml/outline.scm"
    "src/lib.rs"
);

pub const EMACS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/emacs/agmark.el"));

pub const KAKOUNE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/kakoune/agmark.kak"));

/// A binary file.
#[derive(Clone, Copy, Debug)]
pub struct Bytes {
    /// Its path in the folder, with slashes.
    pub name: &'static str,
    pub bytes: &'static [u8],
}

/// The files of the package for VS Code.
pub const VSCODE: &[Bytes] = bytes!("editors/vscode":
    "LICENSE"
    "README.md"
    "icons/agd-dark.svg"
    "icons/agd-light.svg"
    "icons/agmark.png"
    "icons/anml-dark.svg"
    "icons/anml-light.svg"
    "icons/anmla-dark.svg"
    "icons/anmla-light.svg"
    "icons/garyml-dark.svg"
    "icons/garyml-light.svg"
    "language/agd.json"
    "language/anml.json"
    "language/anmla.json"
    "language/garyml.json"
    "media/page.css"
    "media/walkthrough/run.md"
    "media/walkthrough/see.md"
    "media/walkthrough/server.md"
    "media/walkthrough/write.md"
    "out/client.cjs"
    "out/extension.cjs"
    "out/features.cjs"
    "out/syntaxes/agd.json"
    "out/syntaxes/anml.json"
    "out/syntaxes/anmla.json"
    "out/syntaxes/garyml.json"
    "out/syntaxes/html.json"
    "out/syntaxes/template.json"
    "package.json"
    "snippets/aaf.json"
    "snippets/agd.json"
    "snippets/anml.json"
    "snippets/anmla.json"
    "snippets/garyml.json"
    "snippets/markdownlang.json"
    "src/contributions.json"
);

/// The manifest in it.
pub const VSCODE_MANIFEST: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/vscode/package.json"));

/// A grammar's sources.
#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    pub name: &'static str,
    /// Its folder in the project's folder of grammars, with slashes.
    pub folder: &'static str,
    /// The files of `src/`, those that are compiled and those that they include.
    pub sources: &'static [File],
}

pub const GRAMMARS: &[Grammar] = &[
    Grammar {
        name: "agd",
        folder: "agd",
        sources: folder!("tree-sitter-grammars/agd/src":
            "parser.c" "scanner.c"
            "tree_sitter/alloc.h" "tree_sitter/array.h" "tree_sitter/parser.h"),
    },
    Grammar {
        name: "anml",
        folder: "anml",
        sources: folder!("tree-sitter-grammars/anml/src":
            "lexing.h" "parser.c" "scanner.c"
            "tree_sitter/alloc.h" "tree_sitter/array.h" "tree_sitter/parser.h"),
    },
    Grammar {
        name: "anml_actions",
        folder: "anml/actions",
        sources: folder!("tree-sitter-grammars/anml/actions/src":
            "parser.c" "tree_sitter/alloc.h" "tree_sitter/array.h" "tree_sitter/parser.h"),
    },
    Grammar {
        name: "garyml",
        folder: "garyml",
        sources: folder!("tree-sitter-grammars/garyml/src":
            "parser.c" "scan_block.h" "scan_line.h" "scan_run.h" "scan_value.h" "scanner.c" "scanner.h"
            "tree_sitter/alloc.h" "tree_sitter/array.h" "tree_sitter/parser.h"),
    },
    Grammar {
        name: "markdownlang",
        folder: "markdownlang",
        sources: folder!("tree-sitter-grammars/markdownlang/src":
            "action.h" "document.h" "lex.h" "lines.c" "parser.c" "scanner.c" "tokens.h"
            "tree_sitter/alloc.h" "tree_sitter/array.h" "tree_sitter/parser.h"),
    },
];

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

    fn check(folder: &str, files: &[File], wanted: impl Fn(&str) -> bool) {
        let mut there = BTreeSet::new();
        below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder), "", &mut there);
        there.retain(|name| wanted(name));
        let carried: BTreeSet<_> = files.iter().map(|file| file.name.to_owned()).collect();
        assert_eq!(carried, there, "the table of {folder}");
    }

    #[test]
    fn everything_that_an_editor_needs_is_carried() {
        let plugin =
            |name: &str| !name.ends_with(".md") && !name.starts_with("parser/") && name != "doc/tags";
        check("editors/neovim", NEOVIM, plugin);
        check("editors/helix", HELIX, |name| name.starts_with("queries/"));
        check("editors/zed", ZED, |name| !name.ends_with(".md"));
    }

    /// The files that `.vscodeignore` allows in a package, without a server.
    #[test]
    fn the_whole_package_for_vs_code_is_carried() {
        let folders = ["icons/", "language/", "media/", "out/", "snippets/"];
        let files = ["LICENSE", "README.md", "package.json", "src/contributions.json"];
        let carried: BTreeSet<_> = VSCODE.iter().map(|file| file.name.to_owned()).collect();
        let mut there = BTreeSet::new();
        below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/vscode"), "", &mut there);
        // The bundles read the contributions beside them; they are copied when these are built.
        there.retain(|name| {
            let inside = folders.iter().any(|folder| name.starts_with(folder));
            (inside && name != "out/contributions.json") || files.contains(&name.as_str())
        });
        assert_eq!(carried, there, "the table of editors/vscode");
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
                || ["scripts/build.mjs", "scripts/grammars.mjs"].contains(&name.as_str())
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

    #[test]
    fn all_sources_of_the_grammars_are_carried() {
        for grammar in GRAMMARS {
            let source = |name: &str| name.ends_with(".c") || name.ends_with(".h");
            check(&format!("tree-sitter-grammars/{}/src", grammar.folder), grammar.sources, source);
        }
    }
}
