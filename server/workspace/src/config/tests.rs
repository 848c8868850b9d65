mod formats;

use std::fmt::Write as _;

use expect_test::expect;
use serde_json::json;

use std::path::Path;

use agmark_syntax::{Rule, Severity};

use super::*;
use crate::toy;

const PATH: &str = "/w/agmark.toml";

#[track_caller]
fn config(text: &str) -> Config {
    Config::parse(text, Path::new(PATH), &toy::registry()).unwrap()
}

fn level(config: &Config, file: &str, rule: &'static Rule) -> &'static str {
    config.settings(Path::new(file)).severity(rule).map_or("off", Severity::word)
}

/// The error as its text and its message.
#[track_caller]
fn wrong(text: &str) -> String {
    let error = Config::parse(text, Path::new(PATH), &toy::registry()).unwrap_err();
    assert_eq!(error.path.as_deref(), Some(Path::new(PATH)));
    format!("{}| {error}", error.span.unwrap().text(text))
}

#[track_caller]
fn wrong_client(value: serde_json::Value) -> String {
    let error = Config::new(&toy::registry()).with_client(&value).unwrap_err();
    assert!(error.path.is_none() && error.span.is_none());
    error.message
}

const FULL: &str = r#"
exclude = ["drafts", "*.tmp.toy"]

[rules]
"toy/twice" = "warning"
"agmark/fault" = "off"

[[overrides]]
files = ["old/**"]
rules = { "toy/twice" = "hint", "toy/missing" = "off" }

[[overrides]]
files = ["**/x.toy"]
[overrides.rules]
"toy/twice" = "information"
"#;

#[test]
fn later_overrides_count() {
    let config = config(FULL);
    let both = |file| [level(&config, file, &toy::TWICE), level(&config, file, &toy::MISSING)];
    assert_eq!(both("/w/a.toy"), ["warning", "warning"]);
    assert_eq!(both("/w/old/a.toy"), ["hint", "off"]);
    assert_eq!(both("/w/old/x.toy"), ["information", "off"]);
    assert_eq!(both("/w/new/../old/x.toy"), ["information", "off"]);
    assert_eq!(level(&config, "/w/a.toy", &agmark_syntax::common_rules::FAULT), "off");
}

#[test]
fn what_is_excluded() {
    let config = config(FULL);
    for path in ["/w/drafts", "/w/a/drafts/b.toy", "/w/a/b.tmp.toy"] {
        assert!(config.excludes().is_match(path) && config.is_excluded(Path::new(path)), "{path}");
    }
    assert!(!config.is_excluded(Path::new("/w/a.toy")) && !config.is_excluded(Path::new("/drafts")));
    assert!(!Config::default().is_excluded(Path::new("/w/drafts")));
}

#[test]
fn an_empty_file_changes_nothing() {
    let config = config("# nothing yet\n");
    let path = Path::new("/w/a.toy");
    assert_eq!(config.settings(path), Config::default().settings(path));
    assert!(config.excludes().is_empty());
}

#[test]
fn the_file_wins_over_the_client() {
    let client = json!({
        "exclude": ["client"],
        "rules": { "toy/twice": "off", "toy/missing": "error" },
        "overrides": [{ "files": ["old/*.toy"], "rules": { "toy/missing": "hint" } }],
        "trace": { "server": "verbose" },
        "serverPath": "/bin/agmark",
        "model": { "baseUrl": "http://localhost" },
        "unset": null,
    });
    let of_file = config(FULL).with_client(&client).unwrap();
    assert_eq!(level(&of_file, "/w/a.toy", &toy::TWICE), "warning");
    assert_eq!(level(&of_file, "/w/a.toy", &toy::MISSING), "error");
    assert_eq!(level(&of_file, "/w/b/old/a.toy", &toy::MISSING), "hint");
    assert_eq!(level(&of_file, "/w/old/a.toy", &toy::MISSING), "off");
    assert!(of_file.is_excluded(Path::new("/w/drafts/a.toy")));
    assert!(!of_file.is_excluded(Path::new("/w/client/a.toy")));

    let bare = Config::new(&toy::registry()).with_client(&client).unwrap();
    assert_eq!(level(&bare, "/anywhere/a.toy", &toy::TWICE), "off");
    assert!(bare.is_excluded(Path::new("/anywhere/client/a.toy")));
    let again = bare.with_client(&json!(null)).unwrap();
    assert_eq!(level(&again, "/anywhere/a.toy", &toy::TWICE), "error", "new settings replace the old");
}

#[test]
fn each_mistake_has_its_place_and_its_words() {
    let mut out = String::new();
    for text in [
        "rules = \n",
        "ruls = {}\n",
        "colour = 1\n",
        "exclude = 3\n",
        "exclude = [3]\n",
        "exclude = [\"ok\", \"a/[b\"]\n",
        "exclude = [\"../x\"]\n",
        "rules = []\n",
        "[rules]\n\"toy/twise\" = \"off\"\n",
        "[rules]\ntwice = \"off\"\n",
        "[rules]\ntoy = \"off\"\n",
        "[rules]\n\"other/thing\" = \"off\"\n",
        "[rules]\n\"toy/twice\" = \"warn\"\n",
        "[rules]\n\"toy/twice\" = \"loud\"\n",
        "[rules]\n\"toy/twice\" = true\n",
        "[rules]\n\"toy/twice\" = \"off\"\n\"toy/twice\" = \"hint\"\n",
        "[[overrides]]\nrules = {}\n",
        "[[overrides]]\nfile = [\"a\"]\n",
        "[[overrides]]\nfiles = [\"a\"]\n[overrides.rules]\n\"toy/missin\" = \"off\"\n",
        "server_path = \"/tmp/x\"\n",
        "[model]\nbase_url = \"http://localhost\"\n",
        "base_url = \"http://localhost\"\n",
        "[rulse]\n\"toy/unknown-key\" = \"off\"\n",
        "[[overrides]]\nfiles = [\"a\"]\napiKey = \"x\"\n",
    ] {
        let _ = writeln!(out, "{}", wrong(text));
    }
    expect![[r#"
        | string values must be quoted, expected literal string
        ruls| unknown key "ruls": did you mean "rules"? Allowed: "exclude", "include", "token-counts", "typing-delay", "rules", "overrides" and "toy"
        colour| unknown key "colour": allowed are "exclude", "include", "token-counts", "typing-delay", "rules", "overrides" and "toy"
        3| "exclude" must be a list such as ["…", "…"], not a number
        3| "exclude" must be a text in quotes, not a number
        "a/[b"| invalid glob "a/[b": unclosed character class; missing ']'
        "../x"| "../x" leads out of the folder: write it in an agmark.toml further up
        []| "rules" must be a table of keys and values, not a list
        "toy/twise"| unknown rule "toy/twise": did you mean "toy/twice"?
        twice| unknown rule "twice": did you mean "toy/twice"?
        toy| "toy" is a format, not a rule: name one of its rules, such as "toy/missing"
        "other/thing"| unknown rule "other/thing": `agmark rules` lists all rules
        "warn"| "toy/twice" cannot be "warn": did you mean "warning"? Allowed: "error", "warning", "information", "hint" and "off"
        "loud"| "toy/twice" cannot be "loud": allowed are "error", "warning", "information", "hint" and "off"
        true| "toy/twice" must be one of "error", "warning", "information", "hint" and "off", not true or false
        "toy/twice"| duplicate key
        [[overrides]]| "overrides" needs "files"
        file| unknown key "file" in "overrides": did you mean "files"? Allowed: "files", "rules" and "toy"
        "toy/missin"| unknown rule "toy/missin": did you mean "toy/missing"?
        server_path| "server_path" names a program: files of a workspace must not. Set it in your editor's user settings or the environment
        base_url| "base_url" names a host: files of a workspace must not. Set it in your editor's user settings or the environment
        base_url| "base_url" names a host: files of a workspace must not. Set it in your editor's user settings or the environment
        rulse| unknown key "rulse": did you mean "rules"? Allowed: "exclude", "include", "token-counts", "typing-delay", "rules", "overrides" and "toy"
        apiKey| "apiKey" names a secret: files of a workspace must not. Set it in your editor's user settings or the environment
    "#]].assert_eq(&out);
}

#[test]
fn a_client_is_told_the_key() {
    let mut out = String::new();
    for value in [
        json!("x"),
        json!({ "rule": {} }),
        json!({ "rulse": { "toy/unknown-key": "off" } }),
        json!({ "rules": { "toy/twise": "off" } }),
        json!({ "rules": { "toy/twice": 3 } }),
        json!({ "exclude": "x" }),
        json!({ "overrides": [{ "files": ["a"] }, { "files": ["["] }] }),
        json!({ "overrides": [{ "files": ["a"], "rules": { "toy/twice": "loud" } }] }),
    ] {
        let _ = writeln!(out, "{}", wrong_client(value));
    }
    expect![[r#"
        the client's settings for agmark must be an object
        the client's setting agmark.rule: unknown key "rule": did you mean "rules"? Allowed: "exclude", "include", "token-counts", "typing-delay", "rules", "overrides" and "toy"
        the client's setting agmark.rulse: unknown key "rulse": did you mean "rules"? Allowed: "exclude", "include", "token-counts", "typing-delay", "rules", "overrides" and "toy"
        the client's setting agmark.rules.toy/twise: unknown rule "toy/twise": did you mean "toy/twice"?
        the client's setting agmark.rules.toy/twice: "toy/twice" must be one of "error", "warning", "information", "hint" and "off", not a number
        the client's setting agmark.exclude: "exclude" must be a list such as ["…", "…"], not a text
        the client's setting agmark.overrides[1].files[0]: invalid glob "[": unclosed character class; missing ']'
        the client's setting agmark.overrides[0].rules.toy/twice: "toy/twice" cannot be "loud": allowed are "error", "warning", "information", "hint" and "off"
    "#]].assert_eq(&out);
}

#[test]
fn where_each_value_comes_from() {
    let client = json!({ "rules": { "toy/twice": "off", "agmark/too-deep": "hint" } });
    let shown = config(FULL).with_client(&client).unwrap().show(Path::new("/w/old/a.tmp.toy"));
    expect![[r##"
        # Settings of /w/old/a.tmp.toy
        # The nearest agmark.toml: /w/agmark.toml

        exclude = ["drafts", "*.tmp.toy"]        # agmark.toml:2: excludes this file from folders

        [rules]
        "agmark/fault" = "off"                   # agmark.toml:6
        "agmark/too-deep" = "hint"               # the editor's settings
        "toy/missing" = "off"                    # agmark.toml:10, for ["old/**"]
        "toy/twice" = "hint"                     # agmark.toml:10, for ["old/**"]
        "agmark/other-language" = "information"  # default
        "agmark/out-of-step" = "warning"         # default
        "agmark/too-large" = "information"       # default
        "agmark/unknown-rule" = "warning"        # default
        "agmark/unused-allow" = "hint"           # default
    "##]]
    .assert_eq(&shown);
    assert!(toml::from_str::<toml::Table>(&shown).is_ok());
}

#[test]
fn without_a_file_all_is_default() {
    let shown = Config::new(&toy::registry()).show(Path::new("/w/a.toy"));
    expect![[r##"
        # Settings of /w/a.toy
        # No agmark.toml in a folder above it.

        [rules]
        "agmark/fault" = "warning"               # default
        "agmark/other-language" = "information"  # default
        "agmark/out-of-step" = "warning"         # default
        "agmark/too-deep" = "information"        # default
        "agmark/too-large" = "information"       # default
        "agmark/unknown-rule" = "warning"        # default
        "agmark/unused-allow" = "hint"           # default
        "toy/missing" = "warning"                # default
        "toy/twice" = "error"                    # default
    "##]]
    .assert_eq(&shown);
}

#[test]
fn the_schema_describes_every_key() {
    let schema = schema(&toy::registry());
    assert_eq!(schema["title"], "agmark.toml");
    assert_eq!(schema["additionalProperties"], false);
    let described = |of: &serde_json::Value| {
        let all = of["properties"].as_object().unwrap();
        assert!(all.values().all(|key| key["description"].is_string()), "{of:#}");
        all.keys().cloned().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(described(&schema), "exclude include token-counts typing-delay rules overrides toy");
    assert_eq!(described(&schema["$defs"]["Override"]), "files rules toy");
    assert_eq!(described(&schema["properties"]["toy"]), "size parts");
    let levels = schema["$defs"]["Level"]["oneOf"].as_array().unwrap();
    let levels: Vec<_> = levels.iter().map(|l| l["const"].as_str().unwrap()).collect();
    let words: Vec<_> = Severity::ALL.map(Severity::word).into_iter().chain(["off"]).collect();
    assert_eq!(levels, words);
}

#[test]
fn token_counts_are_switched_on() {
    let config = |text: &str| Config::parse(text, Path::new("/w/agmark.toml"), &toy::registry());
    let shows = |config: &Config| config.settings(Path::new("/w/a.toy")).show.tokens;
    assert!(!shows(&config("").unwrap()));
    assert!(shows(&config("token-counts = true\n").unwrap()));
    let client = serde_json::json!({ "token-counts": true });
    assert!(shows(&config("").unwrap().with_client(&client).unwrap()));
    assert!(!shows(&config("token-counts = false\n").unwrap().with_client(&client).unwrap()));
    let error = config("token-counts = 3\n").unwrap_err();
    assert_eq!(error.message, "\"token-counts\" must be true or false, not a number");
}

#[test]
fn the_typing_delay_is_a_number_of_milliseconds() {
    let config = |text: &str| Config::parse(text, Path::new("/w/agmark.toml"), &toy::registry());
    let delay = |config: Config| config.settings(Path::new("/w/a.toy")).typing_delay.as_millis();
    assert_eq!(delay(config("").unwrap()), 200);
    // An editor without this default uses 0.
    assert_eq!(schema(&toy::registry())["properties"]["typing-delay"]["default"], 200);
    assert_eq!(delay(config("typing-delay = 0\n").unwrap()), 0);
    let client = serde_json::json!({ "typing-delay": 500 });
    assert_eq!(delay(config("").unwrap().with_client(&client).unwrap()), 500);
    for text in ["typing-delay = -1\n", "typing-delay = 99999999999\n", "typing-delay = \"1\"\n"] {
        let message = config(text).unwrap_err().message;
        assert!(message.contains("must be a whole number from 0 to 4294967295, not "), "{message}");
    }
}

#[test]
fn a_setting_includes_folders_of_others() {
    let config = |text: &str| Config::parse(text, Path::new("/w/agmark.toml"), &toy::registry()).unwrap();
    let skipped = |text: &str, folder: &str| config(text).skips_folder(Path::new(folder));
    assert!(skipped("", "/w/vendor") && skipped("", "/w/a/node_modules") && !skipped("", "/w/src"));
    let include = "include = [\"vendor\", \"packages/*/dist\"]\n";
    assert!(!skipped(include, "/w/vendor") && !skipped(include, "/w/a/vendor"));
    assert!(!skipped(include, "/w/packages/a/dist") && skipped(include, "/w/dist"));
    assert!(skipped(include, "/w/node_modules"));
}
