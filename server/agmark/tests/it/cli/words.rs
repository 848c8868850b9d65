//! What explains itself: rules, versions, completions, help.

use expect_test::expect;

use crate::support::Folder;

#[test]
fn a_rule_is_explained() {
    let folder = Folder::of(&[]);
    expect![[r#"
        agmark/unused-allow  hint
        an `allow` comment that silences nothing

        The comment names a rule that finds nothing in the block or line that the comment is for. The fix
        removes it, so that it does not silence a later mistake.
        exit 0
    "#]]
    .assert_eq(&folder.run(&["explain", "agmark/unused-allow"]).to_string());
    let long = folder.run(&["explain", "agd/duplicate-id"]);
    assert!(long.out.starts_with("agd/duplicate-id  error\n"), "{long}");
    assert!(
        long.out.contains("\nFinds something in:\n  | ") && long.out.contains("\nFinds nothing in:\n  | ")
    );
    let short = folder.run(&["explain", "unused-allow", "[agd/duplicate-id]"]);
    assert!(short.out.contains(&long.out) && short.code == 0, "{short}");
}

#[test]
fn an_unknown_rule_is_told_the_nearest() {
    let folder = Folder::of(&[]);
    expect![[r#"
        2> error: there is no rule "agd/duplicate-idd": did you mean "agd/duplicate-id"? `agmark rules` lists all
        exit 2
    "#]].assert_eq(&folder.run(&["explain", "agd/duplicate-idd"]).to_string());
    expect![[r#"
        2> error: there is no rule "xyzzy": `agmark rules` lists all
        exit 2
    "#]]
    .assert_eq(&folder.run(&["explain", "xyzzy"]).to_string());
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
    for title in ["ANML", "AAF", "GaryML", "AGD"] {
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
