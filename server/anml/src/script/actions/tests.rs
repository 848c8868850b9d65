//! Scripts, and what is wrong with them.

use agmark_syntax::testing::Random;
use expect_test::{Expect, expect};

use super::check as problems;
use super::{against, count, targets};

const SNAPSHOT: &str = "\
form
  textbox#e1 \"Name\"
  checkbox#e2 \"Yes\"
  combobox#e3 \"Size\"
  button#e4 \"Send\"
p#e5 \"Words\"
tree
  treeitem#e6 \"src\"
article#e7 \"Terms\"
  ~ 300 words
section#e8 \"More\" [collapsed]
table
  | a | switch#e9 [checked] |
";

fn check(script: &str, expect: &Expect) {
    let targets = targets(SNAPSHOT.as_bytes()).expect("a snapshot");
    let mut out = String::new();
    for problem in problems(script, Some(&targets)) {
        let (line, column, word) = (problem.line, problem.column, problem.severity.word());
        out += &format!("{line}:{column} {word} {}\n", problem.message);
    }
    expect.assert_eq(&out);
}

#[test]
fn what_fits_is_fine() {
    let script = "\
# against: form.anml
# a comment

fill #e1 \"Ann \\\"A\\\" -- B\" -- a note
check #e2
uncheck #e9
select #e3 \"L\"
expand #e6
expand #e7
expand #e8
scroll #e5 down
hover #e5
text #e5 -- read it
keys #e1 \"Enter\"
click #e4
";
    check(script, &expect![""]);
    assert_eq!(against(script), Some("form.anml"));
    assert_eq!(count(script), 12);
}

#[test]
fn what_does_not_is_said() {
    check(
        "clik #e4\npress #e4\nclick\nclick e4\nclick #e44\nclick #e5\nfill #e4 \"x\"\nfill #e1\nfill #e1 x\nfill #e1 \"x\nfill #e1 \"x\" y\nscroll #e1 back\ncheck #e1\nexpand #e5\né click\n",
        &expect![[r##"
            1:1 error unknown verb "clik": did you mean "click"?
            2:1 error unknown verb "press": use click, fill, check, uncheck, select, hover, expand, scroll, keys, text
            3:1 error "click" needs the ref of an element: write `click #e1`
            4:7 error invalid ref `e4`: write `click #e1`
            5:7 error unknown element "#e44" in the snapshot: did you mean "#e4"?
            6:7 warning "#e5" is a p, which is passive: "click" may do nothing, so use an interactive element
            7:6 error "fill" does not apply to "#e4", a button: use click, hover, expand, scroll, keys, text
            8:9 error "fill" needs an argument after the ref: write `fill #e1 "text"`
            9:10 error `x` must be a string in double quotes: write `fill #e1 "text"`
            10:10 error `"x` must be a string in double quotes: write `fill #e1 "text"`
            11:14 error unexpected `y`: write `fill #e1 "text"`
            12:12 error invalid direction `back`: use one of up, down, left, right
            13:7 error "check" does not apply to "#e1", a textbox: use click, fill, hover, scroll, keys, text
            14:8 error "expand" does not apply to "#e5", a p: use hover, scroll, keys, text
            15:1 error unknown verb "é": use click, fill, check, uncheck, select, hover, expand, scroll, keys, text
        "##]],
    );
}

#[test]
fn without_a_snapshot_refs_are_not_looked_up() {
    assert_eq!(problems("click #e99\n", None), []);
    assert_eq!(problems("click 99\n", None).len(), 1);
}

#[test]
fn any_text_is_read() {
    let words = ["click", " ", "#e1", "\"", "\\", "\n", "--", "fill", "é", "# ", "\t", "scroll", " up"];
    let targets = targets(SNAPSHOT.as_bytes()).expect("a snapshot");
    let mut random = Random(3);
    for _ in 0..3000 {
        let script = random.text(&words, 20);
        let lines = script.lines().count();
        assert!(problems(&script, Some(&targets)).iter().all(|p| (1..=lines).contains(&p.line)));
    }
}

#[test]
fn a_diff_stands_for_what_it_leads_to() {
    let diff = "---\ntype: diff\nbase: form\n---\nform\n  - button#e4\n  + button#e10 \"Go\"\n";
    let script = "click #e4\nclick #e10\nfill #e1 \"x\"\n";
    let said = |read: &dyn Fn(&str) -> Option<String>| {
        let targets = super::targets_after(diff, read).expect("a diff");
        problems(script, Some(&targets)).into_iter().map(|p| (p.line, p.message)).collect::<Vec<_>>()
    };
    let known = said(&|name| (name == "form.anml").then(|| SNAPSHOT.to_owned()));
    assert_eq!(known, [(1, "unknown element \"#e4\" in the snapshot: did you mean \"#e1\"?".to_owned())]);
    // Of a base that is not there, only what goes is known.
    let unknown = said(&|_| None);
    assert_eq!(unknown.len(), 1, "{unknown:?}");
    assert!(unknown[0].1.contains("\"#e4\""), "{unknown:?}");
    assert!(super::targets_after(SNAPSHOT, &|_| None).is_none());
}

#[test]
fn comments_silence_rules() {
    let script = "\
# agmark: allow no-such-element, unfit-verb
fill #e99 \"Ann\"
fill #e99 \"Bob\"
check #e1 -- agmark: allow anml/unfit-verb
check #e1 -- agmark: allow bad-action
# allow no-such-element
click #e98
";
    check(
        script,
        &expect![[r##"
            3:6 error unknown element "#e99" in the snapshot: did you mean "#e9"?
            5:7 error "check" does not apply to "#e1", a textbox: use click, fill, hover, scroll, keys, text
            7:7 error unknown element "#e98" in the snapshot: did you mean "#e8"?
        "##]],
    );
    check(&format!("{script}# agmark: allow-file no-such-element, unfit-verb\n"), &expect![[""]]);
}
