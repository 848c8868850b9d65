//! Adding a format changes few files: of the files that are not GaryML's own, only those of this table name GaryML.

use std::collections::BTreeSet;
use std::process::Command;

use crate::{read, root};

/// The format that stands for all formats: no other word contains its name.
const NAME: &str = "garyml";

/// Files that a command writes, or that are written from a table: nobody changes them to add a format.
const GENERATED: &[&str] = &[
    "Cargo.lock",
    "docs/bench-",
    "docs/configuration.md",
    "docs/rules.md",
    "editors/upstream/",
    "editors/vscode/out/",
    "editors/vscode/src/contributions.json",
    "playground/server/Cargo.lock",
    "tests/bench/RESULTS.md",
];

/// The files that each new format changes. CONTRIBUTING.md names them in this order.
const CHANGED: &[(&str, &str)] = &[
    ("Cargo.toml", "Cargo has no list of path dependencies, and no profile for several crates"),
    ("server/formats/Cargo.toml", "the table of formats"),
    ("server/formats/src/lib.rs", "the table of formats"),
    ("tests/e2e/tests/documents/main.rs", "a module for each format"),
    ("tests/e2e/tests/protocol/formats.rs", "the examples of all formats, by feature"),
    ("tests/fuzz/src/targets.rs", "the table of targets"),
    ("tests/fuzz/src/targets/seeds.rs", "the table of examples"),
    ("tests/fuzz/tests/targets.rs", "a test for each group of targets, so that they run side by side"),
    ("editors/neovim/lua/agmark/formats.lua", "the table of file types for Neovim"),
    ("editors/neovim/doc/agmark.txt", "the help, which Neovim reads as it is"),
    ("editors/vscode/package.json", "VS Code reads languages, grammars and snippets only from here"),
    ("editors/vscode/src/formats.json", "the table of languages for VS Code"),
    ("editors/vscode/README.md", "the page that the marketplace shows"),
    ("editors/helix/languages.toml", "Helix reads one file"),
    ("editors/zed/extension.toml", "Zed reads one file"),
    ("editors/emacs/agmark.el", "colours by hand"),
    ("editors/kakoune/agmark.kak", "colours by hand"),
    ("README.md", "the table of formats for people"),
];

/// The files that name GaryML because it can do something that a new format may not do.
const SPECIAL: &[(&str, &str)] = &[
    ("CHANGELOG.md", "its changes"),
    ("CONTRIBUTING.md", "an example of a name"),
    ("SECURITY.md", "it writes files"),
    ("server/agmark/Cargo.toml", "it has a command"),
    ("server/agmark/src/cli.rs", "it has a command"),
    ("server/agmark/src/lib.rs", "it has a command"),
    ("server/agmark/src/examples.rs", "its command has examples"),
    ("server/agmark/tests/it/main.rs", "its command has tests"),
    ("server/agmark/tests/it/disk.rs", "its command writes files"),
    ("server/agmark/src/check/args.rs", "the folder `.garyml` is hidden, but searched"),
    ("server/agmark/src/docs/configuration.rs", "it has a setting, and comments that silence rules"),
    ("docs/compared.md", "it is compared with other tools"),
    ("docs/mcp.md", "agents have tools for it"),
    ("server/agmark/src/mcp.rs", "agents have tools for it"),
    ("server/agmark/src/mcp/format_tools.rs", "agents have tools for it"),
    ("server/agmark/src/mcp/pages.rs", "agents can read its page"),
    ("server/agmark/src/mcp/format_tools/tests.rs", "agents have tools for it"),
    ("server/agmark/src/mcp/format_tools/tests/writing.rs", "agents have tools for it"),
    ("docs/agents/AGENTS.md", "agents read it in this file"),
    ("docs/agents/SKILL.md", "agents read it in this file"),
    ("server/agmark/src/demo/files.rs", "the demo has a document of it"),
    ("server/agmark/src/demo/steps.rs", "the demo has a document of it"),
    ("server/agmark/tests/it/cli/demo.rs", "the demo has a document of it"),
    ("playground/server/Cargo.toml", "the playground shows its prompt"),
    ("playground/server/src/views.rs", "the playground shows its prompt"),
    ("playground/src/views.js", "the playground shows its prompt"),
    ("playground/src/examples.js", "the playground has examples of it"),
    ("playground/test/page.mjs", "the playground shows its prompt"),
    ("playground/test/same.mjs", "the playground is compared with the program"),
    ("tests/bench/README.md", "its speed is measured"),
    ("tests/bench/agent_tasks.py", "an agent repairs a document of it"),
    ("tests/bench/chart.py", "its speed is measured"),
    ("tests/bench/documents.py", "its speed is measured"),
    ("tests/bench/rows.py", "its speed is measured"),
    ("tests/e2e/Cargo.toml", "its fixes are compared by its own tree"),
    ("tests/e2e/tests/memory/main.rs", "its memory is measured"),
    ("docs/architecture.md", "its memory is measured"),
    ("tests/e2e/tests/guides/blocks.rs", "the commands of its page read an example of the page"),
    ("tests/editors/neovim/test.lua", "an editor shows a document of it"),
    ("tests/editors/terminal/cases.py", "an editor shows a document of it"),
    ("tests/editors/vscode/cases.mjs", "an editor shows a document of it"),
    ("tests/editors/vscode/page.mjs", "its commands work in VS Code"),
    ("editors/vscode/src/document-commands.ts", "its command asks a question in VS Code"),
    ("tests/fuzz/Cargo.toml", "its diffs are fuzzed"),
    ("tests/mutants.toml", "its lines are changed to test its tests"),
    ("tests/packages/windows.py", "its diffs write no devices of Windows"),
    ("tests/e2e/tests/house/formats.rs", "this test"),
];

/// The most files that a new format may change.
const MOST_CHANGED: usize = 18;

#[test]
fn a_format_is_named_in_few_files() {
    let found: BTreeSet<String> = named().into_iter().filter(|path| !is_own(path)).collect();
    let tables = CHANGED.iter().chain(SPECIAL);
    let known: BTreeSet<String> = tables.map(|(path, _)| (*path).to_owned()).collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(
        new.is_empty(),
        "these files name GaryML: read the table of formats instead, or move what is about GaryML into a file with its \
         name:\n{new:#?}"
    );
    let stale: Vec<_> = known.difference(&found).collect();
    assert!(stale.is_empty(), "remove from formats.rs: {stale:#?}");
    assert!(CHANGED.len() <= MOST_CHANGED, "{} files change for a new format", CHANGED.len());
}

/// The page names each file that a new format changes.
#[test]
fn the_page_about_a_new_format_is_complete() {
    let page = read(&root().join("CONTRIBUTING.md"));
    let section = page.split("\n## ").find(|section| section.starts_with("Add a format")).expect("a section");
    let missing: Vec<_> =
        CHANGED.iter().filter(|(path, _)| !section.contains(&format!("`{path}`"))).collect();
    assert!(missing.is_empty(), "\"Add a format\" in CONTRIBUTING.md does not name {missing:#?}");
    for path in section.split('`').skip(1).step_by(2).filter(|code| code.contains('/') && !code.contains(' '))
    {
        let path = path.replace("NAME", NAME);
        assert!(
            root().join(&path).exists(),
            "\"Add a format\" in CONTRIBUTING.md names {path}, which does not exist"
        );
    }
}

/// Whether a file is GaryML's own by its path, or written by a command.
fn is_own(path: &str) -> bool {
    path.to_lowercase().contains(NAME)
        || path.starts_with("tests/corpus/")
        || GENERATED.iter().any(|start| path.starts_with(start))
}

/// The files of the project that name GaryML.
fn named() -> Vec<String> {
    let mut git = Command::new("git");
    git.args(["grep", "--untracked", "--ignore-case", "--files-with-matches", NAME]).current_dir(root());
    let output = git.output().expect("git");
    let files = String::from_utf8(output.stdout).expect("paths in UTF-8");
    let files: Vec<_> = files.lines().map(str::to_owned).collect();
    assert!(files.len() > 100, "git finds only {files:?}: {}", String::from_utf8_lossy(&output.stderr));
    files
}
