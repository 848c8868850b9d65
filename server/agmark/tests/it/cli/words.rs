//! What explains itself: rules, versions, completions, help.

use std::collections::BTreeSet;
use std::path::Path;

use expect_test::expect;

use crate::support::Folder;

#[test]
fn a_rule_is_explained() {
    let folder = Folder::of(&[]);
    expect![[r#"
        agmark/unused-allow  hint
        unused `allow` comment

        Why
        The comment names a rule that finds nothing in the block or line that the comment is for. The fix
        removes it, so that it does not silence a later mistake.

        Bad
          | @! agmark: allow duplicate-id
          | @p Boats leave by noon. [#noon]

        Good
          | @p Boats leave by noon. [#noon]

        Fix
        `agmark check --fix` fixes it, and so does "fix all" in an editor.

        Configure
          | [rules]
          | "agmark/unused-allow" = "off"
        exit 0
    "#]]
    .assert_eq(&folder.run(&["explain", "agmark/unused-allow"]).to_string());
    let long = folder.run(&["explain", "agd/duplicate-id"]);
    assert!(long.out.starts_with("agd/duplicate-id  error\n"), "{long}");
    for part in ["Why\n", "Bad\n  | ", "Good\n  | ", "Fix\n", "Configure\n  | "] {
        assert!(long.out.contains(&format!("\n\n{part}")), "{part} is missing: {long}");
    }
    let short = folder.run(&["explain", "unused-allow", "[agd/duplicate-id]"]);
    assert!(short.out.contains(&long.out) && short.code == 0, "{short}");
}

#[test]
fn an_unknown_rule_is_told_the_nearest() {
    let folder = Folder::of(&[]);
    expect![[r#"
        2> error: unknown rule "agd/duplicate-idd": did you mean "agd/duplicate-id"? `agmark rules` lists all rules
        exit 2
    "#]].assert_eq(&folder.run(&["explain", "agd/duplicate-idd"]).to_string());
    expect![[r#"
        2> error: unknown rule "xyzzy": `agmark rules` lists all rules
        exit 2
    "#]]
    .assert_eq(&folder.run(&["explain", "xyzzy"]).to_string());
}

/// No example shows these: documents that are too large or too deep, files of other programs, and faults of agmark and
/// of editors.
const WITHOUT_EXAMPLES: &[&str] =
    &["agmark/too-large", "agmark/too-deep", "agmark/other-language", "agmark/fault", "agmark/out-of-step"];

#[test]
fn shells_complete_rules() {
    let folder = Folder::of(&[]);
    for shell in ["bash", "zsh"] {
        let script = folder.run(&["completions", shell]).out;
        for code in ["agd/duplicate-id", "audit/forms", "markdownlang/failed-run"] {
            assert!(script.contains(code), "{shell} does not complete {code}");
        }
    }
}

/// The sources know more codes than any list: each code in them must be explained.
#[test]
fn every_code_in_the_sources_is_explained() {
    let mut codes = BTreeSet::new();
    collect_codes(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut codes);
    assert!(codes.len() > 200, "only {} codes found", codes.len());
    for code in ["agd/duplicate-id", "audit/forms", "aaf/schema", "markdownlang/failed-run", "agmark/fault"] {
        assert!(codes.contains(code), "{code} is not found in the sources");
    }
    let mut args = vec!["explain"];
    args.extend(codes.iter().map(String::as_str));
    let ran = Folder::of(&[]).run(&args);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

/// The codes of rules in the sources below a folder: the string after `code: `.
fn collect_codes(folder: &Path, codes: &mut BTreeSet<String>) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !["target", "tests"].contains(&&*name) {
            collect_codes(&path, codes);
        } else if name.ends_with(".rs") && !["tests.rs", "toy.rs"].contains(&&*name) {
            let source = std::fs::read_to_string(&path).unwrap();
            let product = source.split("#[cfg(test)]").next().unwrap_or_default();
            let quoted = product.split("code: \"").skip(1).filter_map(|rest| rest.split('"').next());
            codes.extend(quoted.filter(|code| code.contains('/')).map(str::to_owned));
        }
    }
}

/// The examples of rules that belong to no format are true.
#[test]
fn examples_of_general_rules_are_true() {
    let folder = Folder::of(&[]);
    let rules: Vec<serde_json::Value> = serde_json::from_str(&folder.run(&["rules", "--json"]).out).unwrap();
    for rule in rules.iter().filter(|rule| rule["format"] == "agmark") {
        let code = rule["code"].as_str().unwrap();
        for (kind, expected) in [("bad", true), ("good", false)] {
            for example in rule["examples"][kind].as_array().unwrap() {
                folder.write("example.agd", example.as_str().unwrap().as_bytes());
                let found = folder.run(&["check", "--output-format", "concise", "example.agd"]).out;
                assert_eq!(found.contains(code), expected, "{code} in:\n{example}\n{found}");
            }
        }
    }
}

#[test]
fn every_rule_is_listed_and_explained() {
    let folder = Folder::of(&[]);
    let rules: Vec<serde_json::Value> = serde_json::from_str(&folder.run(&["rules", "--json"]).out).unwrap();
    let table = folder.run(&["rules"]).out;
    assert!(rules.len() > 50, "{} rules", rules.len());
    let codes: Vec<_> = rules.iter().map(|rule| rule["code"].as_str().unwrap()).collect();
    for rule in &rules {
        let code = rule["code"].as_str().unwrap();
        let examples = |kind: &str| rule["examples"][kind].as_array().unwrap().len();
        let has_examples = examples("bad") > 0 && examples("good") > 0;
        assert!(has_examples || WITHOUT_EXAMPLES.contains(&code), "{code} has no examples");
        assert!(table.contains(&format!("  {code} ")), "{code} is not in the table");
        assert!(code.starts_with(&format!("{}/", rule["format"].as_str().unwrap())), "{rule}");
        assert!(!rule["summary"].as_str().unwrap().is_empty() && !rule["help"].as_str().unwrap().is_empty());
    }
    let mut args = vec!["explain"];
    args.extend(&codes);
    let pages = folder.run(&args);
    assert_eq!(pages.code, 0);
    for code in codes {
        assert!(pages.out.contains(&format!("{code}  ")), "{code} is not explained");
    }
}

#[test]
fn versions_and_help() {
    let folder = Folder::of(&[]);
    let version = folder.run(&["version"]);
    assert!(version.out.starts_with(concat!("agmark ", env!("CARGO_PKG_VERSION"), "\n")), "{version}");
    for title in ["ANML", "AAF", "AGD"] {
        assert!(version.out.contains(title), "{version}");
    }
    assert_eq!(folder.run(&["--version"]).out, concat!("agmark ", env!("CARGO_PKG_VERSION"), "\n"));
    let help = folder.run(&["--help"]).out;
    for command in ["lsp", "check", "fmt", "explain", "rules", "config", "version", "completions", "demo"] {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is not in:\n{help}");
        let own = folder.run(&[command, "--help"]);
        assert!(own.code == 0 && own.out.contains("Usage:"), "{own}");
    }
}

#[test]
fn shells_get_their_completions() {
    let folder = Folder::of(&[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = folder.run(&["completions", shell]);
        assert!(ran.code == 0 && ran.out.contains("stdin-path") && ran.out.contains("agmark"), "{shell}");
    }
    assert_eq!(folder.run(&["completions", "tcl"]).code, 2);
}
