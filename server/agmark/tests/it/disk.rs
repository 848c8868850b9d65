//! Every command that writes, at every moment: killed, stopped while a person saves, and on a full disk.

mod full;
mod garyml;
mod kill;
mod meanwhile;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use agmark_run::testing::{Model, json};
use serde_json::json;

use crate::run::support::Place;

/// All files below a folder.
type Files = BTreeMap<String, Vec<u8>>;

/// A command that writes, and the files that it works on.
struct Case {
    name: &'static str,
    files: Vec<(String, String)>,
    args: Vec<&'static str>,
}

/// The case of a diff that is applied.
const APPLY: &str = garyml::NAME;

const LOOSE: &str = "@h1   Title   [#t]\n@p one\n\n\n\n@p two\n";
const MENU: &str = "Soup\n";
const PAGE: &str = "<form data-agent-action=\"book.create\"><input name=\"n\" data-agent-field=\"n\"><button>Go</button></form>\n";
const BARE: &str = "<form id=\"book-create\"><input name=\"guest\"><button>Book</button></form>\n";
const SKILL: &str = "---\nname: reader\ndescription: Reads a page\n---\nRead the page.\n";

fn cases() -> Vec<Case> {
    let case = |name, files: &[(&'static str, &str)], args: &[&'static str]| Case {
        name,
        files: files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect(),
        args: args.to_vec(),
    };
    let edit = r#"{"op":"set_attr","id":"t","key":"k","value":"v"}"#;
    let greeting = r#"{"name":"Ada"}"#;
    let place = Place::greet();
    let model = Model::scripted(vec![json(json!({ "greeting": "Hello Ada" }))]);
    let recorded = place.run(&model, &["-program", "greet.md", "-input", greeting, "-record", "run.jsonl"]);
    assert_eq!(recorded.code, 0, "{}", recorded.err);
    vec![
        case("fmt", &[("a.agd", LOOSE), ("sub/b.agd", LOOSE)], &["fmt"]),
        case(
            "check --fix",
            &[("a.anml", "main\n   button#e1 \"Go\"\n"), ("b.agd", "@p one\n  \n@p two\n")],
            &["check", "--fix"],
        ),
        case("agd edit -i", &[("a.agd", "@h1 Title [#t]\n")], &["agd", "edit", "-i", "a.agd", "--op", edit]),
        case("agd format -i", &[("a.agd", LOOSE)], &["agd", "format", "-i", "a.agd"]),
        case(
            "agd convert -o",
            &[("a.md", "# Title\n")],
            &["agd", "convert", "from-md", "a.md", "-o", "a.agd"],
        ),
        garyml::apply(""),
        case("aaf manifest", &[("site/index.html", PAGE)], &["aaf", "manifest", "site"]),
        case(
            "aaf annotate --write",
            &[("site/index.html", BARE), ("site/more.html", BARE)],
            &["aaf", "annotate", "site", "--write"],
        ),
        case("setup", &[(".config/kak/kakrc", "# mine\n")], &["setup", "kakoune"]),
        case("markdownlang new", &[], &["markdownlang", "new", "greet"]),
        case(
            "markdownlang convert",
            &[("SKILL.md", SKILL)],
            &["markdownlang", "convert", "SKILL.md", "-o", "p.md"],
        ),
        case(
            "run -output",
            &[
                ("greet.md", &place.read("greet.md")),
                ("run.jsonl", &place.read("run.jsonl")),
                ("out.json", "old\n"),
            ],
            &[
                "markdownlang",
                "-program",
                "greet.md",
                "-input",
                greeting,
                "-replay",
                "run.jsonl",
                "-output",
                "out.json",
            ],
        ),
    ]
}

impl Case {
    fn lay_out(&self, folder: &Path) {
        for (path, text) in &self.files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    /// The command, whose person has no home but the folder.
    fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agmark"));
        command.args(&self.args).current_dir(folder).env("HOME", folder);
        for name in ["KAKOUNE_CONFIG_DIR", "XDG_STATE_HOME", "XDG_CACHE_HOME", "AGMARK_LOG", "AGMARK_STEP"] {
            command.env_remove(name);
        }
        command
            .env("XDG_CONFIG_HOME", folder.join(".config"))
            .env("XDG_DATA_HOME", folder.join(".local/share"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

fn files(folder: &Path) -> Files {
    let mut all = Files::new();
    below(folder, "", &mut all);
    // The folder has another name each time.
    let own = folder.to_string_lossy();
    let texts = all.into_iter().map(|(name, bytes)| {
        let text = String::from_utf8_lossy(&bytes).replace(&*own, "FOLDER");
        (name, text.into_bytes())
    });
    texts.collect()
}

fn below(folder: &Path, prefix: &str, into: &mut Files) {
    for entry in fs::read_dir(folder).unwrap().filter_map(Result::ok) {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            below(&entry.path(), &format!("{name}/"), into);
        } else {
            into.insert(name, fs::read(entry.path()).unwrap());
        }
    }
}

fn is_temporary(name: &str) -> bool {
    name.rsplit('/').next().is_some_and(|name| name.starts_with(".agmark-") && name.ends_with(".tmp"))
}
