//! The work of applying hunks is linear in the hunks and the file.

use std::collections::HashMap;
use std::fmt::Write as _;

use agmark_garyml::diff::{Diff, DiffFormat, PathState, plan, steps};
use agmark_syntax::work;

/// A diff, and the files that it changes.
struct Case {
    diff: String,
    files: HashMap<String, String>,
}

fn many(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut text, i| {
        let _ = write!(text, "{}", part(i));
        text
    })
}

fn one_file(diff: String, text: String) -> Case {
    Case { diff, files: HashMap::from([("f".to_owned(), text)]) }
}

fn block(file: &str, old: &str, new: &str) -> String {
    format!("{file}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n")
}

fn check(what: &str, format: DiffFormat, make: impl Fn(usize) -> Case) {
    let steps = |n: usize| {
        let case = make(n);
        let look = |path: &str| PathState::text(case.files.get(path).cloned());
        work::count(|| {
            let diff = Diff::parse(format, &case.diff, None);
            assert_eq!(diff.problems, [], "{what}");
            if let Ok(changes) = plan(&diff, look) {
                drop(steps(&changes));
            }
        })
    };
    let (one, two) = (steps(400), steps(800));
    assert!(one > 400, "{what}: the work is not counted");
    assert!(two <= one * 22 / 10, "{what}: {one} steps, for twice the diff {two}");
}

#[test]
fn blocks_of_search_and_replace() {
    use DiffFormat::SearchReplace;
    check("separate lines", SearchReplace, |n| {
        let diff = many(n, |i| block("f", &format!("old {i}\n"), &format!("new {i}\n")));
        one_file(diff, many(n, |i| format!("old {i}\nsame\n")))
    });
    // Each line is in the file twice, each pair of lines once.
    check("pairs of lines", SearchReplace, |n| {
        let diff = many(n, |i| block("f", &format!("{i}\n{}\n", i + 1), &format!("new {i}\n")));
        one_file(diff, many(n, |i| format!("{i}\n{}\n\n", i + 1)))
    });
    check("a last block that does not fit", SearchReplace, |n| {
        let diff = many(n, |i| block("f", &format!("old {i}\n"), &format!("new {i}\n")));
        one_file(diff + &block("f", "missing\n", "x\n"), many(n, |i| format!("old {i}\n")))
    });
    check("files by turns", SearchReplace, |n| {
        let diff = many(n, |i| block(["f", "g"][i % 2], &format!("old {i}\n"), &format!("new {i}\n")));
        let text = many(n, |i| format!("old {i}\n"));
        Case { diff, files: HashMap::from([("f".to_owned(), text.clone()), ("g".to_owned(), text)]) }
    });
    check("many files", SearchReplace, |n| Case {
        diff: many(n, |i| block(&format!("f{i}"), "old\n", "new\n")),
        files: (0..n).map(|i| (format!("f{i}"), "old\n".to_owned())).collect(),
    });
}

#[test]
fn hunks_of_patches() {
    check("functions that are alike", DiffFormat::V4a, |n| {
        let hunk = |i: usize| format!("@@ func f{i}() {{\n-\treturn\n+\tpanic()\n }}\n");
        let diff = format!("*** Begin Patch\n*** Update File: f\n{}*** End Patch\n", many(n, hunk));
        one_file(diff, many(n, |i| format!("func f{i}() {{\n\treturn\n}}\n")))
    });
    check("files that move", DiffFormat::V4a, |n| {
        let file = |i: usize| format!("*** Update File: f{i}\n*** Move to: to/f{i}\n@@\n-old\n+new\n");
        Case {
            diff: format!("*** Begin Patch\n{}*** End Patch\n", many(n, file)),
            files: (0..n).map(|i| (format!("f{i}"), "old\n".to_owned())).collect(),
        }
    });
    check("numbers that are wrong", DiffFormat::Unified, |n| {
        let hunk = |i: usize| format!("@@ -{0} +{0} @@\n-old {i}\n+new {i}\n", 2 * i + 1);
        let text = many(n, |i| format!("old {i}\n{}", "same\n".repeat(1 + i % 3)));
        one_file(format!("--- a/f\n+++ b/f\n{}", many(n, hunk)), text)
    });
}
