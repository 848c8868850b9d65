//! `agmark config`.

use expect_test::expect;

use crate::support::Folder;

#[test]
fn what_holds_for_a_file_is_shown() {
    let folder = Folder::of(&[
        ("agmark.toml", "exclude = [\"old\"]\n\n[rules]\n\"agd/duplicate-id\" = \"hint\"\n"),
        ("broken/agmark.toml", "[rules]\nx = 1\n"),
    ]);
    let ran = folder.run(&["config", "show", "sub/x.agd"]);
    // The column of the comments depends on the longest rule.
    let tidy = |line: &str| {
        line.split("  ").filter(|part| !part.is_empty()).map(str::trim).collect::<Vec<_>>().join("  ")
    };
    let head: String = ran.out.lines().take(7).map(|line| tidy(line) + "\n").collect();
    expect![[r##"
        # Settings of FOLDER/sub/x.agd
        # The nearest agmark.toml: FOLDER/agmark.toml

        exclude = ["old"]  # agmark.toml:1

        [rules]
        "agd/duplicate-id" = "hint"  # agmark.toml:4
    "##]]
    .assert_eq(&head);
    assert_eq!(ran.code, 0);
    expect![[r#"
        2> error: broken/agmark.toml:2:5: "x" must be one of "error", "warning", "information", "hint" and "off", not a number
        exit 2
    "#]].assert_eq(&folder.run(&["config", "show", "broken/x.agd"]).to_string());
}

#[test]
fn the_schema_is_one() {
    let ran = Folder::of(&[]).run(&["config", "schema"]);
    let schema: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    for key in ["exclude", "overrides", "rules"] {
        assert!(!schema["properties"][key]["description"].as_str().unwrap().is_empty(), "{key}");
    }
}
