//! `agmark setup`: what it writes for each editor, that it does so once, and that it takes away what it wrote.

mod mcp_clients;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// A user with their own home folder.
struct Person(tempfile::TempDir);

impl Person {
    fn new(files: &[(&str, &str)]) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = home.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a path in the home folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        Self(home)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agmark"));
        let home = self.0.path();
        command.args(args).current_dir(home).env("HOME", home);
        for name in ["CC", "NVIM_APPNAME", "KAKOUNE_CONFIG_DIR"] {
            command.env_remove(name);
        }
        command.env("XDG_CONFIG_HOME", home.join(".config")).env("XDG_DATA_HOME", home.join(".local/share"));
        command
    }

    fn run(&self, args: &[&str]) -> (i32, String, String) {
        let ran = self.command(args).output().expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (ran.status.code().unwrap_or(-1), text(&ran.stdout), text(&ran.stderr))
    }

    fn setup(&self, args: &[&str]) -> String {
        let (code, out, err) = self.run(&[&["setup"], args].concat());
        assert_eq!(code, 0, "{args:?}: {err}");
        out + &err
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).expect("a file")
    }

    /// The same as texts: a difference can be read.
    fn texts(&self) -> BTreeMap<String, String> {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        self.files().into_iter().map(|(name, bytes)| (name, text(bytes))).collect()
    }

    /// All files and their contents, without the person's own folder names.
    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut all = BTreeMap::new();
        below(self.0.path(), "", &mut all);
        all
    }
}

fn below(folder: &Path, prefix: &str, into: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("a folder").filter_map(Result::ok) {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            below(&entry.path(), &format!("{name}/"), into);
        } else {
            into.insert(name, std::fs::read(entry.path()).expect("a file"));
        }
    }
}

/// Sets up, sets up again, and takes away; what was there before is there again.
fn there_and_back(editor: &str, before: &[(&str, &str)], wanted: &[&str]) {
    let person = Person::new(before);
    let (untouched, texts) = (person.files(), person.texts());
    let shown = person.setup(&[editor, "--print"]);
    assert_eq!(person.files(), untouched, "--print writes nothing");
    assert!(!shown.contains("nothing to do"), "{shown}");
    person.setup(&[editor]);
    let after = person.files();
    for name in wanted {
        assert!(after.contains_key(*name), "{editor}: no {name} among {:?}", after.keys());
    }
    let again = person.setup(&[editor]);
    assert!(again.contains("nothing to do"), "{editor}, a second time: {again}");
    assert_eq!(person.files(), after, "{editor}, a second time");
    person.setup(&[editor, "--remove"]);
    assert_eq!(person.texts(), texts, "{editor} --remove");
    assert!(
        person.setup(&[editor, "--remove"]).contains("nothing to do"),
        "{editor} --remove, a second time"
    );
}

#[test]
fn neovim_gets_the_plugin_and_its_parsers() {
    let plugin = ".local/share/nvim/site/pack/agmark/start/agmark";
    let wanted = [
        "parser/agd.so",
        "parser/markdownlang.so",
        "plugin/agmark.lua",
        "doc/tags",
        "queries/anml/highlights.scm",
    ];
    let wanted: Vec<_> = wanted.iter().map(|name| format!("{plugin}/{name}")).collect();
    there_and_back("neovim", &[], &wanted.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn helix_gets_entries_queries_and_grammars() {
    let library = format!(".config/helix/runtime/grammars/agd.{}", std::env::consts::DLL_EXTENSION);
    let before = "# mine\n[[language]]\nname = \"rust\" # keep this\nauto-format = true\n";
    there_and_back(
        "helix",
        &[(".config/helix/languages.toml", before)],
        &[
            &library,
            ".config/helix/runtime/queries/agd/highlights.scm",
            ".local/share/agmark/grammars/agd/src/parser.c",
        ],
    );
}

#[test]
fn helix_keeps_what_a_person_wrote() {
    let before = "[[language]]\nname = \"markdown\"\n# only this one\nlanguage-servers = [\"mine\"]\n";
    let person = Person::new(&[(".config/helix/languages.toml", before)]);
    person.setup(&["helix"]);
    let text = person.read(".config/helix/languages.toml");
    assert!(text.contains("# only this one\nlanguage-servers = [\"mine\", \"agmark\"]"), "{text}");
    let read: toml::Table = text.parse().expect("TOML");
    assert_eq!(read["language-server"]["agmark"]["args"][0].as_str(), Some("lsp"));
    person.setup(&["helix", "--remove"]);
    assert_eq!(person.read(".config/helix/languages.toml"), before);
}

#[test]
fn a_languages_toml_that_cannot_be_read_is_left_alone() {
    let person = Person::new(&[(".config/helix/languages.toml", "[[language\n")]);
    let (code, _, err) = person.run(&["setup", "helix"]);
    assert_eq!(code, 2);
    assert!(err.contains("languages.toml is not changed") && err.contains("fix this first"), "{err}");
    assert!(err.contains("line 1, column "), "{err}");
    assert_eq!(person.read(".config/helix/languages.toml"), "[[language\n");
}

#[test]
fn without_a_compiler_it_is_said_and_nothing_is_written() {
    let person = Person::new(&[]);
    for editor in ["helix", "neovim"] {
        let ran =
            person.command(&["setup", editor]).env("PATH", "").env_remove("CC").output().expect("it runs");
        let err = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(2), "{err}");
        assert!(err.contains("no C compiler was found") && err.contains("install gcc or clang"), "{err}");
    }
    assert!(person.files().is_empty(), "{:?}", person.files().keys());
}

#[test]
fn emacs_gets_a_library_and_lines_in_the_init_file() {
    let before = ";; my settings\n(setq x 1)\n";
    there_and_back("emacs", &[(".emacs.d/init.el", before)], &[".local/share/agmark/emacs/agmark.el"]);
    let person = Person::new(&[(".emacs.d/init.el", before)]);
    person.setup(&["emacs"]);
    let text = person.read(".emacs.d/init.el");
    assert!(text.starts_with(before) && text.contains("(setq agmark-program \""), "{text}");
}

#[test]
fn files_that_were_not_there_go_again() {
    there_and_back("emacs", &[], &[".config/emacs/init.el"]);
    there_and_back("kakoune", &[], &[".config/kak/kakrc"]);
    there_and_back("helix", &[], &[".config/helix/languages.toml"]);
}

#[test]
fn kakoune_gets_settings_and_a_line_in_its_kakrc() {
    there_and_back(
        "kakoune",
        &[(".config/kak/kakrc", "eval %sh{kak-lsp}")],
        &[".local/share/agmark/kakoune/agmark.kak"],
    );
}

#[test]
fn zed_gets_an_extension_and_the_step_to_install_it() {
    let person = Person::new(&[]);
    let said = person.setup(&["zed"]);
    assert!(said.contains("install dev extension") && said.contains("agmark/zed/extension"), "{said}");
    let manifest: toml::Table =
        person.read(".local/share/agmark/zed/extension/extension.toml").parse().expect("TOML");
    let repository = manifest["grammars"]["agd"]["repository"].as_str().expect("a text");
    assert!(repository.starts_with("file://"), "{repository}");
    assert!(person.setup(&["zed"]).contains("nothing to do"));
    person.setup(&["zed", "--remove"]);
    assert!(person.files().is_empty(), "{:?}", person.files().keys());
}

/// An editor's command line that remembers what it has.
#[cfg(unix)]
const CODE: &str = r#"#!/bin/sh
list="$HOME/extensions"
case "$1" in
--list-extensions) cat "$list" 2>/dev/null ;;
--install-extension) echo "$@" >>"$HOME/asked"; echo agmark.agmark >>"$list" ;;
--uninstall-extension) echo "$@" >>"$HOME/asked"; rm "$list" ;;
esac
exit 0
"#;

#[cfg(unix)]
#[test]
fn vscode_gets_the_package_of_the_program_once() {
    use std::os::unix::fs::PermissionsExt as _;
    let person = Person::new(&[("bin/code", CODE)]);
    let at = |name: &str| person.0.path().join(name);
    std::fs::set_permissions(at("bin/code"), std::fs::Permissions::from_mode(0o755)).expect("a program");
    let path = format!("{}:/bin:/usr/bin", at("bin").display());
    let setup_with = |program: &Path, args: &[&str]| {
        let mut command = Command::new(program);
        command.args(["setup", "vscode"]).args(args).env("HOME", at("")).env("PATH", &path);
        command.env("XDG_DATA_HOME", at("data")).env("XDG_CONFIG_HOME", at("config"));
        let ran = command.output().expect("the program runs");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr)
    };
    let setup = |args: &[&str]| setup_with(Path::new(env!("CARGO_BIN_EXE_agmark")), args);
    assert!(setup(&["--print"]).contains("--install-extension") && !at("asked").exists());
    assert!(!at("data").exists(), "--print writes nothing");
    setup(&[]);
    assert!(person.read("asked").contains("vscode/agmark.vsix --force\n"), "{}", person.read("asked"));
    assert!(setup(&[]).contains("nothing to do"));
    // A program in another place, or an extension that the person took away, is installed again.
    std::fs::copy(env!("CARGO_BIN_EXE_agmark"), at("bin/agmark")).expect("a copy");
    setup_with(&at("bin/agmark"), &[]);
    std::fs::remove_file(at("extensions")).expect("a file");
    setup_with(&at("bin/agmark"), &[]);
    assert_eq!(person.read("asked").lines().count(), 3);
    setup(&["--remove"]);
    assert!(!at("extensions").exists() && !at("data").join("agmark").exists());
    assert!(setup(&["--remove"]).contains("nothing to do"));
}

/// A file of setup's own is not written through a link.
#[cfg(unix)]
#[test]
fn a_linked_package_is_not_written_through() {
    let person = Person::new(&[("precious", "mine\n")]);
    let own = person.0.path().join(".local/share/agmark/vscode");
    std::fs::create_dir_all(&own).expect("a folder");
    let package = own.join("agmark.vsix");
    for target in ["precious", "gone"] {
        std::os::unix::fs::symlink(person.0.path().join(target), &package).expect("a link");
        let ran = person.command(&["setup", "vscode"]).env("PATH", "").output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(
            said.contains("agmark.vsix: this is a symbolic link, which setup does not replace"),
            "{said}"
        );
        assert_eq!(ran.status.code(), Some(2), "{said}");
        assert_eq!(person.read("precious"), "mine\n");
        assert!(package.is_symlink() && !person.0.path().join("gone").exists());
        // Of a link, the link itself is removed.
        let ran = person.command(&["setup", "vscode", "--remove"]).env("PATH", "").output().expect("it runs");
        assert!(ran.status.success() && !package.is_symlink(), "{}", String::from_utf8_lossy(&ran.stderr));
        std::fs::create_dir_all(&own).expect("a folder");
    }
    assert_eq!(person.read("precious"), "mine\n");
}

/// The package is an archive that others can read, with all that an editor needs, and it names the program.
#[test]
fn the_package_for_vscode_is_whole() {
    let person = Person::new(&[]);
    person.command(&["setup", "vscode"]).env("PATH", "").output().expect("it runs");
    let package = person.0.path().join(".local/share/agmark/vscode/agmark.vsix");
    let read = "import json, sys, zipfile\n\
                z = zipfile.ZipFile(sys.argv[1])\n\
                assert z.testzip() is None\n\
                print(json.dumps({name: z.read(name).decode('utf-8', 'replace') for name in z.namelist()}))";
    let ran = Command::new("python3").args(["-c", read]).arg(&package).output().expect("Python runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let files: BTreeMap<String, String> = serde_json::from_slice(&ran.stdout).expect("JSON");
    for name in [
        "extension.vsixmanifest",
        "[Content_Types].xml",
        "extension/package.json",
        "extension/readme.md",
        "extension/out/extension.cjs",
        "extension/out/client.cjs",
        "extension/out/features.cjs",
        "extension/out/contributions.json",
        "extension/out/syntaxes/agd.json",
        "extension/media/page.css",
    ] {
        assert!(files.contains_key(name), "no {name} among {:?}", files.keys());
    }
    let program = std::fs::canonicalize(env!("CARGO_BIN_EXE_agmark")).expect("the program");
    let named = std::fs::canonicalize(files["extension/server/program.txt"].trim()).expect("a program");
    assert_eq!(named, program);
}

#[test]
fn editors_with_folders_of_other_names_are_found() {
    let person = Person::new(&[(".emacs.d/other.el", "")]);
    person.setup(&["emacs"]);
    assert!(person.read(".emacs.d/init.el").contains("agmark.el"));
    let with = |editor: &str, name: &str, value: &str| {
        let ran = person.command(&["setup", editor]).env(name, value).output().expect("it runs");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    };
    with("neovim", "NVIM_APPNAME", "mine");
    assert!(
        person.read(".local/share/mine/site/pack/agmark/start/agmark/plugin/agmark.lua").contains("agmark")
    );
    let kakoune = person.0.path().join("kak");
    with("kakoune", "KAKOUNE_CONFIG_DIR", &kakoune.to_string_lossy());
    assert!(person.read("kak/kakrc").contains("agmark.kak"));
}

#[cfg(unix)]
#[test]
fn a_file_behind_a_link_stays_there() {
    let before = "# mine\n";
    let person = Person::new(&[("dotfiles/languages.toml", before), (".config/helix/config.toml", "")]);
    let link = person.0.path().join(".config/helix/languages.toml");
    std::os::unix::fs::symlink("../../dotfiles/languages.toml", &link).expect("a link");
    person.setup(&["helix"]);
    assert!(link.is_symlink() && person.read("dotfiles/languages.toml").contains("[language-server.agmark]"));
    person.setup(&["helix", "--remove"]);
    assert!(link.is_symlink());
    assert_eq!(person.read("dotfiles/languages.toml"), before);
}

#[test]
fn an_init_file_that_emacs_cannot_read_is_left_alone() {
    let before = ";; mine\n(setq x 1)\n(when y\n  (z)\n";
    let person = Person::new(&[(".emacs", before)]);
    let (code, _, err) = person.run(&["setup", "emacs"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains(".emacs is not changed") && err.contains("line 3: `(` is not closed"), "{err}");
    assert_eq!(person.files().len(), 1);
    assert_eq!(person.read(".emacs"), before);
}

#[test]
fn what_changes_in_a_file_of_ones_own_is_shown() {
    let person = Person::new(&[(".config/kak/kakrc", "set global tabstop 4\n")]);
    let shown = person.setup(&["kakoune", "--print"]);
    assert!(shown.contains(" set global tabstop 4\n+\n+# agmark: begin"), "{shown}");
    assert_eq!(person.read(".config/kak/kakrc"), "set global tabstop 4\n");
    person.setup(&["kakoune"]);
    let shown = person.setup(&["kakoune", "--remove", "--print"]);
    assert!(shown.contains("-# agmark: begin"), "{shown}");
}

/// A missing editor is an error: the package exists, and the message says what to do with it.
#[test]
fn without_an_editor_vscode_is_not_ready() {
    let person = Person::new(&[]);
    for _ in 0..2 {
        let ran = person.command(&["setup", "vscode"]).env("PATH", "").output().expect("it runs");
        let err = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(1), "{err}");
        assert!(err.contains("no editor was found") && err.contains("Install from VSIX"), "{err}");
        assert!(person.files().contains_key(".local/share/agmark/vscode/agmark.vsix"));
    }
    person.command(&["setup", "vscode", "--remove"]).env("PATH", "").output().expect("it runs");
    assert!(person.files().is_empty(), "{:?}", person.files().keys());
}

#[test]
fn the_commands_of_the_server_are_listed_for_the_package() {
    let (code, out, err) = Person::new(&[]).run(&["setup", "commands"]);
    assert_eq!(code, 0, "{err}");
    let all: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let all = all.as_array().expect("a list");
    assert!(
        !all.is_empty()
            && all.iter().all(|one| one["id"].as_str().is_some_and(|id| id.starts_with("agmark.")))
    );
}
