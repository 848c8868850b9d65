//! `agmark check` with settings: which hold, which are invalid, what they exclude.

use expect_test::expect;

use super::check::{BAD, GOOD, check};

#[test]
fn settings_of_the_nearest_folder_hold() {
    let files = [
        ("agmark.toml", "exclude = [\"old\"]\n[rules]\n\"agd/unknown-tag\" = \"warning\"\n"),
        ("a.agd", BAD),
        ("old/b.agd", BAD),
        ("sub/agmark.toml", "exclude = [\"c.agd\"]\n"),
        ("sub/c.agd", BAD),
        ("sub/d.agd", BAD),
    ];
    check(
        &files,
        &[],
        expect![[r#"
        a.agd:1:1: warning: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        sub/d.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 1 error, 1 warning; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
    // What is named is checked all the same.
    check(
        &files,
        &["old/b.agd", "sub/c.agd"],
        expect![[r#"
        old/b.agd:1:1: warning: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        sub/c.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 1 error, 1 warning; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
}

#[test]
fn wrong_settings_silence_their_own_folder_only() {
    const WRONG: &str = "[rules]\n\"agd/unknown-tg\" = \"off\"\n";
    let files = [
        ("agmark.toml", ""),
        ("a.agd", BAD),
        ("sub/agmark.toml", WRONG),
        ("sub/b.agd", BAD),
        ("sub/deep/c.agd", BAD),
        ("sub/own/agmark.toml", ""),
        ("sub/own/d.agd", BAD),
    ];
    check(
        &files,
        &[],
        expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        sub/own/d.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 2 errors; `agmark explain RULE` explains a rule
        2> error: sub/agmark.toml:2:1: unknown rule "agd/unknown-tg": did you mean "agd/unknown-tag"?
        exit 2
    "#]],
    );
    check(
        &files,
        &["sub/b.agd", "sub/deep/c.agd", "a.agd"],
        expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        1 file checked: 1 error; `agmark explain RULE` explains a rule
        2> error: sub/agmark.toml:2:1: unknown rule "agd/unknown-tg": did you mean "agd/unknown-tag"?
        exit 2
    "#]],
    );
    // Files of other folders are read whatever their settings are.
    let refers = "@p x [#here refs=\"sub/b.agd#there\"]\n";
    check(
        &[
            ("agmark.toml", ""),
            ("a.agd", refers),
            ("sub/agmark.toml", WRONG),
            ("sub/b.agd", "@p y [#there]\n"),
        ],
        &["a.agd"],
        expect![[r#"
        1 file checked: no findings
        exit 0
    "#]],
    );
}

#[test]
fn folders_in_which_nobody_writes_are_skipped() {
    let files =
        [("a.agd", GOOD), ("node_modules/x/b.agd", BAD), ("web/dist/c.agd", BAD), ("web/vendor/d.agd", BAD)];
    check(
        &files,
        &[],
        expect![[r#"
        1 file checked: no findings
        exit 0
    "#]],
    );
    // A person who names such a folder means it, and a setting includes it.
    check(
        &files,
        &["web/dist", "node_modules/x"],
        expect![[r#"
        node_modules/x/b.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        web/dist/c.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 2 errors; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
    let included = [files.as_slice(), &[("agmark.toml", "include = [\"vendor\"]\n")]].concat();
    check(
        &included,
        &[],
        expect![[r#"
        web/vendor/d.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 1 error; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
}

#[test]
fn a_named_folder_that_is_excluded_says_so() {
    check(
        &[("agmark.toml", "exclude = [\"drafts\"]\n"), ("drafts/a.agd", BAD)],
        &["drafts"],
        expect![[r#"
            no files to check
            2> note: drafts: excluded by the setting `exclude`: name single files to include them, or change the setting
            exit 0
        "#]],
    );
}
