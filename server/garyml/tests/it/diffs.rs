//! Diffs of each format: the exact text afterwards, or one refusal that names the hunk.

use agmark_garyml::diff::{Change, Diff, DiffFormat, ProblemKind, plan};
use agmark_syntax::Edit;
use expect_test::{Expect, expect};

const GO: &str = "package main\n\nfunc a() {\n\treturn\n}\n\nfunc b() {\n\treturn\n}\n";

fn diff(format: DiffFormat, text: &str) -> Diff {
    Diff::parse(format, text, Some("main.go"))
}

fn applied(diff: &Diff, files: &[(&str, &str)]) -> String {
    let read = |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned());
    match plan(diff, read) {
        Err(refusal) => format!("refused: {refusal}\n"),
        Ok(changes) => changes.iter().map(shown).collect(),
    }
}

fn shown(change: &Change) -> String {
    match &change.after {
        None => format!("=== {} goes\n", change.path),
        Some(text) => format!("=== {}\n{text}", change.path),
    }
}

/// The problems and what becomes of `main.go`.
fn check(format: DiffFormat, text: &str, files: &[(&str, &str)], expect: Expect) {
    let diff = diff(format, text);
    let mut out = String::new();
    for problem in &diff.problems {
        let line = text[..problem.span.start as usize].matches('\n').count() + 1;
        out.push_str(&format!("{line} {:?}: {}\n", problem.kind, problem.message));
        if let Some((title, edits)) = &problem.fix {
            let again = self::diff(format, &Edit::apply(text, edits));
            let left = again.problems.iter().filter(|p| p.message == problem.message).count();
            let were = diff.problems.iter().filter(|p| p.message == problem.message).count();
            assert!(left < were, "{title} mends nothing");
            out.push_str(&format!("  fix: {title}\n"));
        }
    }
    out.push_str(&applied(&diff, files));
    expect.assert_eq(&out);
}

fn go(format: DiffFormat, text: &str, expect: Expect) {
    check(format, text, &[("main.go", GO)], expect);
}

#[test]
fn unified() {
    go(
        DiffFormat::Unified,
        "diff --git a/main.go b/main.go\nindex 1..2 100644\n--- a/main.go\n+++ b/main.go\n@@ -1,4 +1,5 @@ package\n package main\n+// Says nothing.\n \n func a() {\n \treturn\n@@ -7,3 +8,3 @@\n-func b() {\n+func c() {\n \treturn\n }\n",
        expect![[r#"
            === main.go
            package main
            // Says nothing.

            func a() {
            	return
            }

            func c() {
            	return
            }
        "#]],
    );
}

#[test]
fn unified_at_other_lines_and_with_wrong_counts() {
    go(
        DiffFormat::Unified,
        "--- main.go\n+++ main.go\n@@ -1,9 +1 @@\n func b() {\n-\treturn\n+\tpanic(1)\n }\n\n",
        expect![[r#"
            3 Untidy: the header counts 9 old and 1 new lines, the hunk has 3 and 3
              fix: write -1,3 +1,3
            === main.go
            package main

            func a() {
            	return
            }

            func b() {
            	panic(1)
            }
        "#]],
    );
}

#[test]
fn unified_that_fits_twice_as_well() {
    go(
        DiffFormat::Unified,
        "--- main.go\n+++ main.go\n@@ -6,2 +6,2 @@\n-\treturn\n+\tpanic(1)\n }\n",
        expect![[r#"
            refused: hunk 1 of main.go does not apply: its lines stand in the file more than once, at lines 4, 8: add lines around them
        "#]],
    );
}

#[test]
fn unified_that_does_not_fit() {
    go(
        DiffFormat::Unified,
        "--- main.go\n+++ main.go\n@@ -1 +1 @@\n-package main\n+package x\n@@ -7,3 +7,3 @@\n func b() {\n-\tgo away\n+\tstay\n }\n",
        expect![[r#"
            refused: hunk 2 of main.go does not apply: line 8 of the file is "\treturn", where the diff has "\tgo away"
        "#]],
    );
    go(
        DiffFormat::Unified,
        "--- a/other.go\n+++ b/other.go\n@@ -1 +1 @@\n-x\n+y\n",
        expect![[r#"
            refused: other.go: there is no such file
        "#]],
    );
    go(
        DiffFormat::Unified,
        "--- a/../other.go\n+++ b/../other.go\n@@ -1 +1 @@\n-x\n+y\n",
        expect![[r#"
            refused: ../other.go: the path leads out of the workspace: a diff changes files inside of it only
        "#]],
    );
}

#[test]
fn unified_files_come_and_go_and_move() {
    check(
        DiffFormat::Unified,
        "--- /dev/null\n+++ b/new.go\n@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file\n--- a/old.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\ndiff --git a/from.go b/to.go\nrename from from.go\nrename to to.go\n--- a/from.go\n+++ b/to.go\n@@ -1 +1 @@\n-y\n+z\ndiff --git a/p b/q\nrename from p\nrename to q\n",
        &[("old.go", "x\n"), ("from.go", "y\n"), ("p", "same")],
        expect![[r#"
            === new.go
            one
            two=== old.go goes
            === from.go goes
            === to.go
            z
            === p goes
            === q
            same"#]],
    );
    check(
        DiffFormat::Unified,
        "--- a/old.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
        &[("old.go", "x\ny\n")],
        expect![[r#"
            refused: old.go: the file has more lines than the diff removes
        "#]],
    );
    check(
        DiffFormat::Unified,
        "--- x.orig\n+++ x\n@@ -1 +1 @@\n-a\n+b\n",
        &[("x.orig", "a\n"), ("x", "a\n")],
        expect![[r#"
            === x
            b
        "#]],
    );
}

#[test]
fn line_endings_stay() {
    let change = "--- f\n+++ f\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n";
    for (old, new) in [("a\r\nb\r\n", "a\r\nc\r\nd\r\n"), ("a\nb", "a\nc\nd"), ("a\nb\n", "a\nc\nd\n")] {
        let result = plan(&diff(DiffFormat::Unified, change), |_| Some(old.to_owned())).expect("it fits");
        assert_eq!(result[0].after.as_deref(), Some(new));
    }
    let end = "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n";
    let result = plan(&diff(DiffFormat::Unified, end), |_| Some("a".to_owned())).expect("it fits");
    assert_eq!(result[0].after.as_deref(), Some("a\n"));
    let bare = "--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n";
    let result = plan(&diff(DiffFormat::Unified, bare), |_| Some("a\n".to_owned())).expect("it fits");
    assert_eq!(result[0].after.as_deref(), Some("b"));
}

#[test]
fn unified_that_is_malformed() {
    go(
        DiffFormat::Unified,
        "--- a/main.go\n+++ b/main.go\n@@ here @@\n-package main\n+package x\nstrange\n",
        expect![[r#"
            3 Malformed: "@@ here @@" is no hunk header: it has the form @@ -LINE,COUNT +LINE,COUNT @@
            6 Malformed: a line of a hunk begins with a blank, - or +
            refused: "@@ here @@" is no hunk header: it has the form @@ -LINE,COUNT +LINE,COUNT @@
        "#]],
    );
    go(
        DiffFormat::Unified,
        "",
        expect![[r#"
            1 Malformed: no unified diff: it begins with --- and +++, and has hunks that begin with @@
            refused: no unified diff: it begins with --- and +++, and has hunks that begin with @@
        "#]],
    );
}

#[test]
fn unified_removes_lines_that_look_like_headers() {
    check(
        DiffFormat::Unified,
        "--- a/x.sql\n+++ b/x.sql\n@@ -1,3 +1,2 @@\n select\n--- a\n-b\n+++ c\n",
        &[("x.sql", "select\n-- a\nb\n")],
        expect![[r#"
            === x.sql
            select
            ++ c
        "#]],
    );
}

#[test]
fn v4a() {
    check(
        DiffFormat::V4a,
        "*** Begin Patch\n*** Update File: main.go\n@@ func b() {\n-\treturn\n+\tpanic(1)\n }\n*** Add File: new.go\n+one\n+\n*** Delete File: old.go\n*** End Patch\n",
        &[("main.go", GO), ("old.go", "x\n")],
        expect![[r#"
            === main.go
            package main

            func a() {
            	return
            }

            func b() {
            	panic(1)
            }
            === new.go
            one

            === old.go goes
        "#]],
    );
}

#[test]
fn v4a_context_without_its_blank() {
    check(
        DiffFormat::V4a,
        "*** Begin Patch\n*** Update File: x.py\n@@\ndef f():\n    a = 1\n-    b = 2\n+    b = 3\n\n    return\n*** End Patch",
        &[("x.py", "def f():\n    a = 1\n    b = 2\n\n    return\n")],
        expect![[r#"
            === x.py
            def f():
                a = 1
                b = 3

                return
        "#]],
    );
}

#[test]
fn v4a_places() {
    let files: &[(&str, &str)] = &[("f", "a\nx\nb\nx\n")];
    let patch = |body: &str| format!("*** Begin Patch\n*** Update File: f\n{body}*** End Patch\n");
    check(
        DiffFormat::V4a,
        &patch("@@\n-x\n+y\n"),
        files,
        expect![[r#"
            refused: hunk 1 of f does not apply: its lines stand in the file more than once, at lines 2, 4: add lines around them
        "#]],
    );
    check(
        DiffFormat::V4a,
        &patch("@@ b\n-x\n+y\n"),
        files,
        expect![[r#"
            === f
            a
            x
            b
            y
        "#]],
    );
    check(
        DiffFormat::V4a,
        &patch("@@\n-x\n+y\n*** End of File\n"),
        files,
        expect![[r#"
            === f
            a
            x
            b
            y
        "#]],
    );
    check(
        DiffFormat::V4a,
        &patch("@@ c\n-x\n+y\n"),
        files,
        expect![[r#"
            refused: hunk 1 of f does not apply: no line of the file is "c", which the hunk stands after
        "#]],
    );
    check(
        DiffFormat::V4a,
        &patch("@@\n-b\n*** End of File\n"),
        files,
        expect![[r#"
            refused: hunk 1 of f does not apply: it says what the file has at its end, which the file has not
        "#]],
    );
    check(
        DiffFormat::V4a,
        &patch("*** Move to: g\n@@ b\n+new\n"),
        files,
        expect![[r#"
            === f goes
            === g
            a
            x
            b
            new
            x
        "#]],
    );
}

#[test]
fn v4a_that_is_untidy() {
    check(
        DiffFormat::V4a,
        "*** Update File: f\n-a\n+b\n*** Add File: g\nplain\n",
        &[("f", "a\n")],
        expect![[r#"
            1 Untidy: a patch begins with *** Begin Patch
              fix: add *** Begin Patch
            5 Untidy: a line of a new file begins with +
              fix: insert +
            5 Untidy: a patch ends with *** End Patch
              fix: add *** End Patch
            === f
            b
            === g
            plain
        "#]],
    );
    check(
        DiffFormat::V4a,
        "*** Begin Patch\nlost\n*** Change File: f\n*** End Patch\nmore\n",
        &[],
        expect![[r#"
            2 Malformed: a line that belongs to no file: a file begins with *** Add File:, *** Update File: or *** Delete File:
            3 Malformed: unknown marker "*** Change File: f": allowed are *** Add File:, *** Update File:, *** Delete File:, *** Move to:, *** End of File and *** End Patch
            5 Untidy: text after *** End Patch is not read
            refused: a line that belongs to no file: a file begins with *** Add File:, *** Update File: or *** Delete File:
        "#]],
    );
    check(
        DiffFormat::V4a,
        "*** Begin Patch\n*** Add File: f\n+x\n*** Update File: g\n-y\n+z\n*** End Patch\n",
        &[("f", "there\n"), ("g", "y\n")],
        expect![[r#"
            refused: f: the file is there already: a diff that adds it cannot be applied
        "#]],
    );
}

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
fn search_and_replace_the_wrong_way_round() {
    let files: &[(&str, &str)] = &[("main.go", "a\nb\n")];
    let after = expect![[r#"
        1 Reversed: the markers are the wrong way round: <<<<<<< SEARCH, then >>>>>>> REPLACE
          fix: mend the markers
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
            1 Reversed: the markers are the wrong way round: SEARCH comes first, REPLACE after it
              fix: mend the markers
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
            1 Untidy: a block begins with <<<<<<< SEARCH and ends with >>>>>>> REPLACE
              fix: mend the markers
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
            1 Malformed: the block has no ======= between what is searched for and what comes instead
            4 Malformed: the block has no >>>>>>> REPLACE at its end
            refused: the block has no ======= between what is searched for and what comes instead
        "#]],
    );
    check(
        DiffFormat::SearchReplace,
        "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
        files,
        expect![[r#"
            refused: hunk 1 of main.go does not apply: its lines stand in the file more than once, at lines 1, 2: add lines around them
        "#]],
    );
    check(
        DiffFormat::SearchReplace,
        "<<<<<<< SEARCH\n=======\nb\n>>>>>>> REPLACE\n",
        files,
        expect![[r#"
            refused: hunk 1 of main.go does not apply: it replaces nothing, and the file is not empty: say after which lines it belongs
        "#]],
    );
    let nameless =
        Diff::parse(DiffFormat::SearchReplace, "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n", None);
    assert_eq!(
        applied(&nameless, files),
        "refused: the diff does not say which file it changes: name it with path= on the .Diff\n"
    );
}

#[test]
fn a_diff_that_changes_nothing_is_refused() {
    go(
        DiffFormat::Unified,
        "--- main.go\n+++ main.go\n@@ -1 +1 @@\n-package main\n+package main\n",
        expect![[r#"
            refused: the diff changes nothing
        "#]],
    );
}

/// A diff made from two texts and applied to the first gives the second, in every format.
#[test]
fn what_was_made_from_two_texts_leads_from_one_to_the_other() {
    let mut random = agmark_syntax::testing::Random(99);
    for _ in 0..400 {
        let old: Vec<String> =
            (0..random.below(30)).map(|i| format!("{}{i}", ["", "\t", "- "][random.below(3)])).collect();
        let mut new = old.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(new.len() + 1);
            if random.below(2) == 0 && at < new.len() {
                new.remove(at);
            } else {
                new.insert(at, format!("+new {}", random.below(1000)));
            }
        }
        let text = |lines: &[String]| lines.iter().map(|l| format!("{l}\n")).collect::<String>();
        let (old, new) = (text(&old), text(&new));
        if old == new || old.is_empty() {
            continue;
        }
        let whole = |sign: char, text: &str| text.lines().map(|l| format!("{sign}{l}\n")).collect::<String>();
        let (minus, plus) = (whole('-', &old), whole('+', &new));
        let (a, b) = (old.lines().count(), new.lines().count());
        let unified = format!("--- a/f\n+++ b/f\n@@ -1,{a} +1,{b} @@\n{minus}{plus}");
        let v4a = format!("*** Begin Patch\n*** Update File: f\n@@\n{minus}{plus}*** End Patch\n");
        let search = format!("f\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n");
        for (format, text) in
            [(DiffFormat::Unified, unified), (DiffFormat::V4a, v4a), (DiffFormat::SearchReplace, search)]
        {
            let diff = Diff::parse(format, &text, None);
            assert_eq!(diff.problems, [], "{text}");
            let result = plan(&diff, |_| Some(old.clone())).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(result[0].after.as_deref(), Some(new.as_str()), "{text}");
        }
    }
}

/// Whatever a diff says: reading and applying end, and what is refused has a place in it.
#[test]
fn any_text_is_read() {
    const WORDS: &[&str] = &[
        "--- a/f\n",
        "+++ b/f\n",
        "@@ -1,2 +1,2 @@\n",
        "@@",
        " x\n",
        "-x\n",
        "+y\n",
        "\n",
        "*** Begin Patch\n",
        "*** Update File: f\n",
        "*** Add File: g\n",
        "*** Delete File: f\n",
        "*** End of File\n",
        "*** End Patch\n",
        "*** Move to: h\n",
        "<<<<<<< SEARCH\n",
        "=======\n",
        ">>>>>>> REPLACE\n",
        ">>>>>>> SEARCH\n",
        "x\n",
        "f\n",
        "\\ No newline at end of file\n",
        "diff --git a/f b/f\n",
        "rename from f\n",
        "rename to h\n",
        "/dev/null\n",
    ];
    let mut random = agmark_syntax::testing::Random(7);
    let mut fitted = 0;
    for _ in 0..4000 {
        let text = random.text(WORDS, 14);
        for format in DiffFormat::ALL {
            let diff = diff(format, &text);
            let read = |path: &str| (path == "f" || path == "main.go").then(|| "x\nx\nz\n".to_owned());
            match plan(&diff, read) {
                Ok(changes) => {
                    fitted += 1;
                    assert!(!changes.is_empty());
                }
                Err(refusal) => {
                    assert!(refusal.span.end as usize <= text.len() && !refusal.to_string().is_empty())
                }
            }
            let inside = |p: &agmark_garyml::diff::Problem| p.span.end as usize <= text.len();
            assert!(diff.problems.iter().all(inside), "{text:?}");
            assert!(
                diff.problems
                    .iter()
                    .all(|p| p.kind != ProblemKind::Reversed || format == DiffFormat::SearchReplace)
            );
        }
    }
    assert!(fitted > 50, "only {fitted} of the diffs could be applied");
}
