//! Properties of all diffs.

use agmark_garyml::diff::{Diff, DiffFormat, PathState, ProblemKind, plan};

use super::diff;

/// A diff made from two texts and applied to the first gives the second, in every format.
#[test]
fn a_diff_of_two_texts_turns_one_into_the_other() {
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
            let result =
                plan(&diff, |_| PathState::File(old.clone())).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(result[0].after.as_deref(), Some(new.as_str()), "{text}");
        }
    }
}

/// Reading and applying any diff ends, and a refusal has a position in it.
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
            let files = &[("f", "x\nx\nz\n"), ("main.go", "x\nx\nz\n")];
            match plan(&diff, |path| super::at(files, path)) {
                Ok(changes) => {
                    fitted += 1;
                    assert!(!changes.is_empty() || diff.only_modes());
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
