//! The settings of formats.

use super::*;

/// The settings of the toy in a file: its size and its parts.
fn toys(config: &Config, file: &str) -> String {
    let settings = config.settings(Path::new(file));
    let toy = settings.format("toy");
    let parts: Vec<_> = toy.names("parts").map(|(name, word)| format!("{name}={word}")).collect();
    format!("{:?} {}", toy.number("size"), parts.join(" "))
}

const TOYS: &str = r#"
[toy]
size = 4
parts = { Round = "wheel" }

[[overrides]]
files = ["old/**"]
toy = { size = 0x8 }

[[overrides]]
files = ["old/x.toy"]
[overrides.toy.parts]
Round = "string"
"Long one" = "string"
"#;

#[test]
fn formats_have_settings_of_their_own() {
    let config = config(TOYS);
    assert_eq!(toys(&config, "/w/a.toy"), "Some(4) Round=wheel");
    assert_eq!(toys(&config, "/w/old/a.toy"), "Some(8) Round=wheel");
    assert_eq!(toys(&config, "/w/old/x.toy"), "Some(8) Long one=string Round=string");
    assert_eq!(
        config.settings(Path::new("/w/a.toy")).format("doll"),
        &agmark_syntax::FormatSettings::default()
    );
    // The file wins over the client, value by value.
    let client = json!({ "toy": { "size": 2, "parts": { "Round": "string", "Flat": "wheel" } } });
    let both = config.with_client(&client).unwrap();
    assert_eq!(toys(&both, "/w/a.toy"), "Some(4) Flat=wheel Round=wheel");
    let bare = Config::new(&toy::registry()).with_client(&client).unwrap();
    assert_eq!(toys(&bare, "/w/a.toy"), "Some(2) Flat=wheel Round=string");
    let shown = both.show(Path::new("/w/old/x.toy"));
    let own = shown.split("[rules]").next().unwrap();
    expect![[r##"
        # Settings of /w/old/x.toy
        # The nearest agmark.toml: /w/agmark.toml

        [toy]
        size = 8                                 # agmark.toml:8, for ["old/**"]

        [toy.parts]
        "Flat" = "wheel"                         # the editor's settings
        "Long one" = "string"                    # agmark.toml:14, for ["old/x.toy"]
        "Round" = "string"                       # agmark.toml:13, for ["old/x.toy"]

    "##]]
    .assert_eq(own);
    assert!(toml::from_str::<toml::Table>(&shown).is_ok(), "{shown}");
}

#[test]
fn each_wrong_setting_of_a_format_has_its_place_and_its_words() {
    let mut out = String::new();
    for text in [
        "[toy]\nsize = 0\n",
        "[toy]\nsize = -1\n",
        "[toy]\nsize = 1000000\n",
        "[toy]\nsize = 99999999999999999999\n",
        "[toy]\nsize = 2.0\n",
        "[toy]\nsize = \"4\"\n",
        "[toy]\nsize = [4]\n",
        "[toy]\nsiz = 4\n",
        "[toi]\nsize = 4\n",
        "toy = 4\n",
        "[doll]\nsize = 4\n",
        "[toy.parts]\nRound = \"weel\"\n",
        "[toy.parts]\nRound = 1\n",
        "[toy.parts]\n\"\" = \"wheel\"\n",
        "[toy]\nparts = \"wheel\"\n",
        "[[overrides]]\nfiles = [\"a\"]\ntoy = { size = 17 }\n",
        "include = [\"/etc\"]\n",
        "exclude = [\"a\", \"../b\"]\n",
        "[[overrides]]\nfiles = [\"/etc/*\"]\n",
    ] {
        let _ = writeln!(out, "{}", wrong(text));
    }
    let client = wrong_client(json!({ "toy": { "parts": { "Round": "x" } } }));
    let _ = writeln!(out, "{client}");
    expect![[r#"
        0| "size" must be a whole number from 1 to 16, not 0
        -1| "size" must be a whole number from 1 to 16, not -1
        1000000| "size" must be a whole number from 1 to 16, not 1000000
        99999999999999999999| "size" must be a whole number from 1 to 16, not 99999999999999999999
        2.0| "size" must be a whole number from 1 to 16, not a number
        "4"| "size" must be a whole number from 1 to 16, not a text
        [4]| "size" must be a whole number from 1 to 16, not a list
        siz| unknown key "siz" in "toy": did you mean "size"? Allowed: "size" and "parts"
        toi| unknown key "toi": did you mean "toy"? Allowed: "exclude", "include", "token-counts", "typing-delay", "rules", "overrides" and "toy"
        4| "toy" must be a table of keys and values, not a number
        doll| unknown key "doll": allowed are "exclude", "include", "token-counts", "typing-delay", "rules", "overrides" and "toy"
        "weel"| "Round" cannot be "weel": did you mean "wheel"? Allowed: "wheel" and "string"
        1| "Round" must be one of "wheel" and "string", not a number
        ""| missing key before the equals sign: add one or remove the line
        "wheel"| "parts" must be a table of keys and values, not a text
        17| "size" must be a whole number from 1 to 16, not 17
        "/etc"| "/etc" is an absolute path: write it relative to the folder, as in "./drafts"
        "../b"| "../b" leads out of the folder: write it in an agmark.toml further up
        "/etc/*"| "/etc/*" is an absolute path: write it relative to the folder, as in "./drafts"
        the client's setting agmark.toy.parts.Round: "Round" cannot be "x": allowed are "wheel" and "string"
    "#]].assert_eq(&out);
}
