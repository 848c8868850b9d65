//! Search and replace.

use agmark_garyml::diff::{Diff, DiffFormat};
use expect_test::expect;

use super::{applied, check, go};

#[test]
fn search_and_replace() {
    go(
        DiffFormat::SearchReplace,
        "<<<<<<< SEARCH\nfunc b() {\n\treturn\n=======\nfunc b() {\n>>>>>>> REPLACE\n\n<<<<<<< SEARCH\npackage main\n=======\n// Main.\npackage main\n>>>>>>> REPLACE\n",
        expect![[r#"
            === main.go
            // Main.
            package main

            func a() {
            	return
            }

            func b() {
            }
        "#]],
    );
}

#[test]
fn search_and_replace_in_several_files() {
    check(
        DiffFormat::SearchReplace,
        "main.go\n<<<<<<< SEARCH\npackage main\n=======\npackage x\n>>>>>>> REPLACE\n`sub/new.go`:\n<<<<<<< SEARCH\n=======\npackage sub\n>>>>>>> REPLACE\n",
        &[("main.go", "package main\n")],
        expect![[r#"
            === main.go
            package x
            === sub/new.go
            package sub
        "#]],
    );
}

#[test]
fn swapped_markers_of_search_and_replace() {
    let files: &[(&str, &str)] = &[("main.go", "a\nb\n")];
    let after = expect![[r#"
        1 Reversed: swapped markers: expected <<<<<<< SEARCH, then >>>>>>> REPLACE
          Offered: fix the markers
        === main.go
        c
        b
    "#]];
    check(DiffFormat::SearchReplace, ">>>>>>> SEARCH\na\n=======\nc\n<<<<<<< REPLACE\n", files, after);
    check(
        DiffFormat::SearchReplace,
        "<<<<<<< REPLACE\nc\n=======\na\n>>>>>>> SEARCH\n",
        files,
        expect![[r#"
            1 Reversed: swapped markers: SEARCH comes first, then REPLACE
              Offered: fix the markers
            === main.go
            c
            b
        "#]],
    );
    check(
        DiffFormat::SearchReplace,
        "<<<<<<\na\n=======\nc\n>>>>>>\n",
        files,
        expect![[r#"
            1 Untidy: invalid markers: expected <<<<<<< SEARCH and >>>>>>> REPLACE
              Offered: fix the markers
            === main.go
            c
            b
        "#]],
    );
}

#[test]
fn search_and_replace_that_is_malformed() {
    let files: &[(&str, &str)] = &[("main.go", "a\na\n")];
    check(
        DiffFormat::SearchReplace,
        "<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n<<<<<<< SEARCH\na\n=======\nb\n",
        files,
        expect![[r#"
            1 Malformed: block without ======= between the old and the new lines
            4 Malformed: block without a closing >>>>>>> REPLACE
            refused: block without ======= between the old and the new lines
        "#]],
    );
    check(
        DiffFormat::SearchReplace,
        "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
        files,
        expect![[r#"
            refused: hunk 1 of main.go does not apply: its lines occur more than once, at lines 1, 2: add surrounding lines
        "#]],
    );
    check(
        DiffFormat::SearchReplace,
        "<<<<<<< SEARCH\n=======\nb\n>>>>>>> REPLACE\n",
        files,
        expect![[r#"
            refused: hunk 1 of main.go does not apply: it has no lines to search for, and the file is not empty: add the lines that it follows
        "#]],
    );
    let nameless =
        Diff::parse(DiffFormat::SearchReplace, "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n", None);
    assert_eq!(applied(&nameless, files), "refused: no file named: write path= on the .Diff\n");
}

/// The path above the fence or in it, as Aider and other agents write it.
#[test]
fn the_path_is_above_the_fence() {
    let block = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
    for text in [
        format!("sub/f.py\n```python\n{block}```\n"),
        format!("```python\nsub/f.py\n{block}```\n"),
        format!(
            "`sub/f.py`:\n````\n{block}````\n\nsub/f.py\n```\n<<<<<<< SEARCH\nb\n=======\nb\nc\n>>>>>>> REPLACE\n```\n"
        ),
        format!("sub\\f.py\n{block}"),
    ] {
        let diff = Diff::parse(DiffFormat::SearchReplace, &text, None);
        assert_eq!(diff.problems, [], "{text}");
        assert!(applied(&diff, &[("sub/f.py", "a\n")]).starts_with("=== sub/f.py\nb\n"), "{text}");
    }
    let sentence = format!("This is why:\n\n```\nf\n{block}```\n");
    let diff = Diff::parse(DiffFormat::SearchReplace, &sentence, None);
    assert_eq!(applied(&diff, &[("f", "a\n")]), "=== f\nb\n");
    assert_eq!(diff.problems.len(), 1);
}

#[test]
fn two_dividers_in_a_block_are_refused() {
    check(
        DiffFormat::SearchReplace,
        "<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n",
        &[("main.go", "a\n")],
        expect![[r#"
            5 Malformed: second ======= in the block: expected one, between the old and the new lines. For a file with such lines, use format=unified
            refused: second ======= in the block: expected one, between the old and the new lines. For a file with such lines, use format=unified
        "#]],
    );
}

#[test]
fn a_block_changes_what_an_earlier_one_made() {
    let make = "new.go\n<<<<<<< SEARCH\n=======\npackage a\n>>>>>>> REPLACE\n";
    let change = "new.go\n<<<<<<< SEARCH\npackage a\n=======\npackage b\n\nfunc c() {}\n>>>>>>> REPLACE\n";
    let other = "main.go\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
    check(
        DiffFormat::SearchReplace,
        &format!("{make}{other}{change}"),
        &[("main.go", "a\n")],
        expect![[r#"
            === new.go
            package b

            func c() {}
            === main.go
            b
        "#]],
    );
    check(
        DiffFormat::SearchReplace,
        &format!("{change}{make}"),
        &[],
        expect![[r#"
            refused: new.go: the file does not exist
        "#]],
    );
}

#[test]
fn blocks_of_several_files_may_alternate() {
    let block = |file: &str, old: &str, new: &str| {
        format!("{file}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n")
    };
    let text = [
        block("main.go", "a\n", "x\n"),
        block("b.go", "a\n", "y\n"),
        block("main.go", "x\nb\n", "z\n"),
        block("b.go", "c\n", "d\n"),
    ];
    check(
        DiffFormat::SearchReplace,
        &text.concat(),
        &[("main.go", "a\nb\n"), ("b.go", "a\nb\n")],
        expect![[r#"
            refused: hunk 2 of b.go does not apply: the file has no line "c"
        "#]],
    );
    check(
        DiffFormat::SearchReplace,
        &text[..3].concat(),
        &[("main.go", "a\nb\n"), ("b.go", "a\nb\n")],
        expect![[r#"
            === main.go
            z
            === b.go
            y
            b
        "#]],
    );
}

/// Many blocks are applied together if the result is the same.
#[test]
fn blocks_are_done_in_order() {
    let mut random = agmark_syntax::testing::Random(5);
    let mut applied = 0;
    for _ in 0..6_000 {
        let word =
            |random: &mut agmark_syntax::testing::Random| ["a\n", "b\n", "c\n", "d\n"][random.below(4)];
        let some = |random: &mut agmark_syntax::testing::Random, least: usize| {
            (0..least + random.below(3)).map(|_| word(random)).collect::<String>()
        };
        let file = some(&mut random, 5);
        let blocks: Vec<(String, String)> =
            (0..3).map(|_| (some(&mut random, 1), some(&mut random, 0))).collect();
        let block =
            |(old, new): &(String, String)| format!("<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n");
        let parse = |text: &str| Diff::parse(DiffFormat::SearchReplace, text, Some("main.go"));
        let apply_to = |text: &str, file: &str| {
            agmark_garyml::diff::apply(&parse(text).files[0], Some(file)).map_err(|refusal| refusal.kind)
        };
        let together = apply_to(&blocks.iter().map(block).collect::<String>(), &file);
        let one_by_one = blocks.iter().try_fold(file.clone(), |file, one| {
            apply_to(&block(one), &file).map(|after| after.unwrap_or_default())
        });
        applied += usize::from(together.is_ok());
        assert_eq!(together, one_by_one.map(Some), "{blocks:?} in {file:?}");
    }
    assert!(applied > 20, "only {applied} of the diffs could be applied");
}
