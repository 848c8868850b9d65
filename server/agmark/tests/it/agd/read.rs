//! Commands that only read.

use expect_test::{Expect, expect};

use super::ROTA;
use crate::support::Folder;

fn check(args: &[&str], expected: Expect) {
    let folder = Folder::of(&[
        ("rota.agd", ROTA),
        ("bad.agd", "@p good\n\n@ul x=1 x=2\n"),
        ("links.agd", "@p to @ref #gone [#a refs=\"#no, rota.agd#oven, rota.agd#x, none.agd#y\"]\n"),
        ("text.md", "# Title\n\nSome **bold** text.\n\n***\n"),
    ]);
    let mut all = vec!["agd"];
    all.extend(args);
    expected.assert_eq(&folder.run(&all).to_string());
}

#[test]
fn validate() {
    check(
        &["validate", "rota.agd"],
        expect![[r##"
            rota.agd: valid, 6 blocks
            exit 0
        "##]],
    );
    check(
        &["validate", "bad.agd"],
        expect![[r##"
            2> error: bad.agd:3:9: duplicate attribute "x": write each key once
            exit 1
        "##]],
    );
    check(
        &["validate", "none.agd"],
        expect![[r##"
            2> error: none.agd: file does not exist: check the spelling and the folder
            exit 1
        "##]],
    );
}

#[test]
fn parse() {
    check(
        &["parse", "rota.agd"],
        expect![[r##"
            1	meta		@meta title=Rota author=ines
            2	h1	kitchen	@h1   Kitchen [#kitchen]
            3	p	light	@p Light the *oven*, see @ref #oven. [#light refs="#kitchen"]
            4	ul	buy	@ul desc="what to buy" [#buy]
            6	code	oven	@code lang=sh [#oven]
            10	ref		@ref #oven
            exit 0
        "##]],
    );
    let folder = Folder::of(&[]);
    let json: serde_json::Value =
        serde_json::from_str(&folder.run_with(&["agd", "parse", "--json", "-"], ROTA.as_bytes()).out)
            .unwrap();
    assert_eq!(json["blocks"].as_array().map(Vec::len), Some(6));
    assert_eq!(json["blocks"][1]["content"]["value"][0]["text"], "Kitchen");
}

#[test]
fn validate_says_what_check_says() {
    let bad = "@p a\n\n@H1 x\n- item\n@ul k=1 k=2 [#a]\n@p b [#a\n@code\n~~~\nx\n";
    let folder = Folder::of(&[("bad.agd", bad)]);
    let valid = folder.run(&["agd", "validate", "bad.agd"]);
    let check = folder.run(&["check", "--output-format", "concise", "bad.agd"]);
    let errors: Vec<&str> = check.out.lines().filter(|line| line.contains(": error: ")).collect();
    assert_eq!(valid.code, 1);
    assert_eq!(valid.err.lines().count(), errors.len(), "{valid}{check}");
    for (said, found) in valid.err.lines().zip(errors) {
        let (place, message) = said.strip_prefix("error: ").unwrap().split_once(": ").unwrap();
        assert!(found.starts_with(place) && found.contains(message), "{said}\n{found}");
    }
    let got = folder.run(&["agd", "get", "bad.agd", "a"]);
    assert_eq!(got.err.lines().next(), valid.err.lines().next(), "{got}");
    folder.write("allowed.agd", b"@! agmark: allow-file unknown-tag\n@H1 x\n");
    let allowed = folder.run(&["agd", "validate", "allowed.agd"]);
    assert!(allowed.code == 1 && allowed.err.contains("allowed.agd:2:1: "), "{allowed}");
}

#[test]
fn one_block_is_one() {
    let folder = Folder::of(&[("a.agd", "@p x\n")]);
    assert_eq!(folder.run(&["agd", "validate", "a.agd"]).out, "a.agd: valid, 1 block\n");
    assert!(folder.run(&["agd", "bench", "a.agd"]).out.starts_with("1 block, in tokens"));
    let version = folder.run(&["agd", "--version"]);
    assert!(version.code == 0 && version.out.contains(env!("CARGO_PKG_VERSION")), "{version}");
}

#[test]
fn hashes_guard_what_is_asked_for() {
    let folder = Folder::of(&[("rota.agd", ROTA)]);
    let ids = folder.run(&["agd", "ids", "--hash", "rota.agd"]).out;
    let oven = ids.lines().find(|line| line.starts_with("oven:")).unwrap();
    assert_eq!(oven.len(), "oven:1a2b3c4d".len(), "{ids}");
    assert_eq!(folder.run(&["agd", "get", "rota.agd", &format!("#{oven}")]).code, 0);
    let json = folder.run(&["agd", "get", "--json", "rota.agd", oven]).out;
    let blocks: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(format!("oven:{}", blocks[0]["content_hash"].as_str().unwrap()), oven);
    let with_hashes = folder.run(&["agd", "ids", "--json", "--hash", "rota.agd"]).out;
    assert!(with_hashes.contains(&format!("\"content_hash\":\"{}\"", &oven[5..])), "{with_hashes}");
    // What is printed guards an edit, and can be given back.
    let operation = format!("{{\"op\":\"replace\",\"id\":\"{oven}\",\"with\":{}}}", blocks[0]);
    let edited = folder.run(&["agd", "edit", "rota.agd", "-i", "--op", &operation]);
    assert_eq!(edited.code, 0, "{edited}");
    let set = format!("{{\"op\":\"set_attr\",\"id\":\"{oven}\",\"key\":\"k\",\"value\":1}}");
    assert_eq!(folder.run(&["agd", "edit", "rota.agd", "-i", "--op", &set]).code, 0);
    assert_eq!(folder.run(&["agd", "edit", "rota.agd", "-i", "--op", &set]).code, 1);
    let changed = folder.run(&["agd", "get", "rota.agd", oven]);
    assert!(changed.code == 1 && changed.err.contains("#oven has changed: you asked for "), "{changed}");
}

#[test]
fn ids_of_a_level_and_of_a_section() {
    let text = "@h1 A [#a]\n@p x [#x]\n@h2 B [#b]\n@ul desc=\"what\tit is\" [#y]\n@h1 D [#d]\n@p z [#z]\n";
    let folder = Folder::of(&[("a.agd", text)]);
    let ids = |args: &[&str]| folder.run(&[&["agd", "ids", "a.agd"], args].concat()).out;
    assert_eq!(ids(&["--levels", "1"]), "a\nd\n");
    assert_eq!(ids(&["--levels", "2", "--titles"]), "a\tA\nb\tB\nd\tD\n");
    assert_eq!(ids(&["--under", "#a"]), "x\nb\ny\twhat it is\n");
    assert_eq!(ids(&["--one-line"]), "a x b y d z\n");
    assert_eq!(ids(&["--one-line", "--kind", "code"]), "");
    assert_eq!(folder.run(&["agd", "ids", "a.agd", "--one-line", "--json"]).code, 2);
    assert_eq!(ids(&["--under", "b", "--kind", "ul"]), "y\twhat it is\n");
    let wrong = folder.run(&["agd", "ids", "a.agd", "--under", "x"]);
    assert_eq!((wrong.code, wrong.err.as_str()), (1, "error: @p x is not a heading: --under takes one\n"));
    assert_eq!(folder.run(&["agd", "ids", "a.agd", "--levels", "5"]).code, 2);
}

#[test]
fn the_table_of_the_benchmark() {
    let folder = Folder::of(&[]);
    let table = folder.run(&["agd", "bench", "--corpus", "20", "50"]);
    assert!(table.code == 0 && table.out.lines().count() == 3, "{table}");
    let corpus = folder.run(&["agd", "corpus", "--blocks", "20"]);
    assert_eq!(folder.run(&["agd", "corpus", "--blocks", "20"]).out, corpus.out);
    folder.write("corpus.agd", corpus.out.as_bytes());
    let one = folder.run(&["agd", "bench", "corpus.agd"]).out;
    let cost = table.out.lines().nth(1).and_then(|line| line.split_whitespace().nth(2)).unwrap();
    let same =
        |line: &str| line.starts_with("AGD, all ids and the block") && line.contains(&format!(" {cost} "));
    assert!(one.lines().any(same), "{one}{table}");
    assert_eq!(folder.run(&["agd", "bench"]).code, 2);
    assert_eq!(folder.run(&["agd", "bench", "corpus.agd", "--corpus"]).code, 2);
}

#[test]
fn ids() {
    check(
        &["ids", "rota.agd"],
        expect![[r#"
            kitchen
            light
            buy	what to buy
            oven
            exit 0
        "#]],
    );
    check(
        &["ids", "rota.agd", "--kind", "ul", "--json"],
        expect![[r#"
            [{"id":"buy","kind":"ul","desc":"what to buy","line":4}]
            exit 0
        "#]],
    );
}

#[test]
fn get() {
    check(
        &["get", "rota.agd", "#kitchen", "buy"],
        expect![[r##"
            @h1 Kitchen [#kitchen]

            @ul desc="what to buy" [#buy]
            - flour
            exit 0
        "##]],
    );
    check(
        &["get", "rota.agd", "#oven", "--with-backlinks"],
        expect![[r##"
            @code lang=sh [#oven]
            ~~~
            oven on
            ~~~

            @p Light the *oven*, see @ref #oven. [#light refs="#kitchen"]

            @ref #oven
            exit 0
        "##]],
    );
    check(
        &["get", "rota.agd", "light", "--follow-refs", "--depth", "3"],
        expect![[r##"
            @p Light the *oven*, see @ref #oven. [#light refs="#kitchen"]

            @h1 Kitchen [#kitchen]

            @code lang=sh [#oven]
            ~~~
            oven on
            ~~~
            exit 0
        "##]],
    );
    check(
        &["get", "rota.agd", "#ovn"],
        expect![[r##"
            2> error: block #ovn does not exist: did you mean #oven?
            exit 1
        "##]],
    );
}

#[test]
fn search() {
    check(
        &["search", "rota.agd", "OVEN", "-i"],
        expect![[r##"
            light	p	Light the oven, see #oven.
            oven	code	oven on
            	ref	#oven
            exit 0
        "##]],
    );
    check(
        &["search", "rota.agd", "^o.*n$", "--regex", "--kind", "code"],
        expect![[r##"
            oven	code	oven on
            exit 0
        "##]],
    );
}

#[test]
fn who_refers_to_whom() {
    check(
        &["backlinks", "rota.agd", "#oven"],
        expect![[r#"
            light	p
            	ref
            exit 0
        "#]],
    );
    check(
        &["traverse", "rota.agd", "light"],
        expect![[r#"
            0	light	p
            1	kitchen	h1	Kitchen
            1	oven	code
            exit 0
        "#]],
    );
    check(
        &["ref", "links.agd"],
        expect![[r##"
            1	a	refs	#no	dangling
            1	a	refs	rota.agd#oven	ok
            1	a	refs	rota.agd#x	dangling
            1	a	refs	none.agd#y	dangling
            1	a	@ref	#gone	dangling
            exit 0
        "##]],
    );
    check(
        &["ref", "--check", "links.agd"],
        expect![[r##"
            links.agd:1: refs #no: the block does not exist
            links.agd:1: refs rota.agd#x: the block does not exist in that file
            links.agd:1: refs none.agd#y: none.agd: file does not exist: check the spelling and the folder
            links.agd:1: @ref #gone: the block does not exist
            exit 1
        "##]],
    );
    let folder = Folder::of(&[("a.agd", "@p a [#a refs=\"#b\"]\n")]);
    assert_eq!(folder.run(&["agd", "ref", "--check", "a.agd"]).code, 0);
    assert_eq!(folder.run(&["agd", "ref", "--check", "--strict", "a.agd"]).code, 1);
}

#[test]
fn convert() {
    check(
        &["convert", "from-md", "text.md"],
        expect![[r#"
            @h1 Title

            @p Some *bold* text.

            @x-rule
            exit 0
        "#]],
    );
    let folder = Folder::of(&[("rota.agd", ROTA)]);
    let ran = folder.run(&["agd", "convert", "to-html", "rota.agd", "-o", "rota.html"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert!(folder.read("rota.html").contains("<h1 id=\"kitchen\">Kitchen</h1>"));
    assert!(folder.run(&["agd", "convert", "to-md", "rota.agd"]).out.contains("# Kitchen\n"));
}

#[test]
fn bench() {
    let folder = Folder::of(&[("rota.agd", ROTA)]);
    let out = folder.run(&["agd", "bench", "rota.agd"]).out;
    for name in [
        "AGD ",
        "Markdown ",
        "HTML ",
        "JSON ",
        "AGD, all ids ",
        "AGD, a block (mean) ",
        "Markdown, the whole ",
    ] {
        assert!(out.lines().any(|line| line.starts_with(name)), "{out}");
    }
}

#[test]
fn wrong_usage_ends_with_2() {
    let folder = Folder::of(&[("rota.agd", ROTA)]);
    for args in [
        &["agd"] as &[&str],
        &["agd", "get", "rota.agd"],
        &["agd", "edit", "rota.agd"],
        &["agd", "id", "rota.agd"],
        &["agd", "id", "--add", "--strip", "rota.agd"],
        &["agd", "format", "--check", "-i", "rota.agd"],
        &["agd", "convert", "to-pdf", "rota.agd"],
        &["agd", "ref", "--strict", "rota.agd"],
        &["agd", "get", "rota.agd", "oven", "--depth", "2"],
    ] {
        assert_eq!(folder.run(args).code, 2, "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn the_same_under_its_own_name() {
    let folder = Folder::of(&[("rota.agd", ROTA)]);
    let link = folder.path().join("agd");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_agmark"), &link).unwrap();
    let run = |args: &[&str]| {
        let output =
            std::process::Command::new(&link).args(args).current_dir(folder.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(run(&["ids", "rota.agd"]), (Some(0), folder.run(&["agd", "ids", "rota.agd"]).out));
    assert_eq!(run(&["get", "rota.agd", "none"]).0, Some(1));
    assert_eq!(run(&["check", "rota.agd"]).0, Some(2));
}
