//! GaryML: the general tests, how fixes are applied, and the sizes of text that could take too much work.

use std::sync::Arc;

use agmark_syntax::Applicability::{Automatic, Offered};
use agmark_syntax::world::EmptyWorld;
use agmark_syntax::{Document, Edit, fixing, work};

use crate::generate::Generator;
use crate::work::{Shape, check, depth, many};
use crate::{fixes, formats};

// Of a header before what it needs.
general_tests!("garyml", unfinished: &["garyml/missing-parameter"]);

#[test]
fn a_fix_is_automatic_only_where_it_keeps_everything() {
    const CASES: &[fixes::Case<'_>] = &[
        (
            ".Diff id=d format=unified\n  ```diff\n  --- a/f\n  +++ b/f\n  @@ -1,3 +1 @@\n  -a\n  +b\n  ```\n",
            "garyml/diff-untidy",
            &[Offered],
        ),
        (
            ".Diff id=d format=search_replace path=f\n  \"\"\"\n  >>>>>>> REPLACE\n  b\n  =======\n  <<<<<<< SEARCH\n  \"\"\"\n",
            "garyml/diff-markers",
            &[],
        ),
        // A comment that says why, or that names another rule, is more than what it silences.
        ("# agmark: allow indent\n.Role: \"x\"\n", "agmark/unused-allow", &[Automatic]),
        ("# agmark: allow indent (東京)\n.Role: \"x\"\n", "agmark/unused-allow", &[Offered]),
        ("# agmark: allow indent, indnt\n.Role: \"x\"\n", "agmark/unused-allow", &[Offered]),
        ("# agmark: allow indent, indnt\n.Role: \"x\"\n", "agmark/unknown-rule", &[]),
    ];
    fixes::check_cases("garyml", CASES);
}

/// Fixes keep the tree, without the positions of its parts.
#[test]
fn fixes_keep_the_tree() {
    let format = agmark_garyml::format();
    let tree = |text: &str| {
        let whole = agmark_garyml::syntax::whole::Whole::new(text.to_owned()).expect("a small document");
        let mut tree = agmark_garyml::ast::Ast::of(&whole.structure()).to_json();
        without_spans(&mut tree);
        tree
    };
    // A version gets its second number, a tab has a width only afterwards, a patch gets its first line.
    let kept = |rule: &str| !matches!(rule, "garyml/version" | "garyml/tab-indent" | "garyml/diff-untidy");
    let examples = formats::rule_examples(&*format);
    let mut generator = Generator::new(&examples, 15);
    for text in
        examples.iter().cloned().chain(std::iter::repeat_with(|| generator.next()).take(20 * fixes::DOCUMENTS))
    {
        let document = Document::new(Arc::clone(&format), &text);
        let mut found = fixes::found(&document);
        found.retain(|finding| kept(finding.rule.code));
        let fixed = Edit::apply(&text, &fixing::automatic(&document, &found).edits);
        if fixed != text {
            assert_eq!(tree(&fixed), tree(&text), "{text}\nbecomes\n{fixed}\n{text:?}");
        }
    }
}

fn without_spans(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(map) => {
            map.remove("span");
            map.values_mut().for_each(without_spans);
        }
        serde_json::Value::Array(all) => all.iter_mut().for_each(without_spans),
        // An indent may become another one.
        serde_json::Value::String(text) => text.retain(|c| !c.is_whitespace()),
        _ => {}
    }
}

#[test]
fn work_is_as_large_as_the_text() {
    const SHAPES: &[Shape] = &[
        ("many contexts", |n| many(n, |i| format!(".Context id=c{i:06} path=f{i:06}.md\n\n"))),
        ("one id many times", |n| many(n, |_| ".Context id=same\n  \"text\"\n\n".to_owned())),
        ("many references to one name", |n| {
            ".Context id=it\n  \"text\"\n\n.Execute\n".to_owned()
                + &many(n, |_| "  .test input=@it\n".to_owned())
        }),
        ("dangling references", |n| {
            many(n, |i| format!(".Context id=name{i:06}\n  \"x\"\n\n"))
                + ".Execute\n"
                + &many(n, |i| format!("  .test input=@nmae{i:06}\n"))
        }),
        ("allow comments for the file", |n| {
            many(n, |_| "# agmark: allow-file garyml/unquoted-content\n".to_owned())
                + &many(n, |_| ".Role: someone\n".to_owned())
        }),
        ("allow comments", |n| many(n, |_| "# agmark: allow unquoted-content\n.Role: someone\n".to_owned())),
        ("unknown rules", |n| many(n, |i| format!("# agmark: allow duplicate-ix{i:06}\n"))),
        ("unknown directives", |n| many(n, |i| format!(".Cntext{i:06} id=a{i:06}\n"))),
        ("many parameters", |n| {
            ".Command name=x\n".to_owned() + &many(n, |i| format!("  key{i:06}: {i:06}\n"))
        }),
        ("one parameter many times", |n| {
            ".Command name=x\n".to_owned() + &many(n, |i| format!("  key: {i:06}\n"))
        }),
        ("one long line", |n| format!(".Role: \"{}\"\n", "word ".repeat(n * 20))),
        ("many on one line", |n| format!(".Command {}\n", many(n, |i| format!("k{i:06}={i:06} ")))),
        ("a long list", |n| format!(".Command name=x\n  all: [{}]\n", many(n, |i| format!("@a{i:06}, ")))),
        ("deep headers", |n| many(depth(n), |i| format!("{}.Command name=x\n", " ".repeat(i)))),
        ("loose text with tabs", |n| ".Plan\n".to_owned() + &many(n, |i| format!("\t{i:06}. do it\n"))),
        ("a file diff with many hunks", |n| {
            ".Diff id=d format=unified\n  ```diff\n  --- a/f\n  +++ b/f\n".to_owned()
                + &many(n, |i| format!("  @@ -{0} +{0} @@\n  -old {i:06}\n  +new {i:06}\n", i * 3 + 1))
                + "  ```\n"
        }),
        ("a hunk with many blank lines", |n| {
            ".Diff id=d format=unified\n  ```diff\n  --- a/f\n  +++ b/f\n  @@ -1,9 +1 @@\n".to_owned()
                + &"\n".repeat(n * 4)
                + "   x\n  ```\n"
        }),
        ("many files in a diff", |n| {
            ".Diff id=d format=search_replace\n  \"\"\"\n".to_owned()
                + &many(n, |i| {
                    format!("  f{i:06}\n  <<<<<<< SEARCH\n  a\n  =======\n  b\n  >>>>>>> REPLACE\n")
                })
                + "  \"\"\"\n"
        }),
        ("many commands", |n| {
            ".Documentation\n  .Section title: x\n".to_owned()
                + &many(n, |i| format!("    .cmd{i:06}: \"does it\"\n"))
                + ".Execute\n"
                + &many(n, |i| format!("  .cdm{i:06}\n"))
        }),
        ("includes", |n| many(n, |i| format!(".Include path=f{i:06}.garyml\n"))),
    ];
    check("garyml", SHAPES, 400);
}

/// What a person asks for in one place costs what is there, not what the document is long.
#[test]
fn answers_for_one_place_with_the_work_of_that_place() {
    const TASK: &str = ".Context id=here path=a.md\n\n.Diff id=d format=search_replace\n  \"\"\"\n  a\n  <<<<<<< SEARCH\n  b\n  =======\n  c\n  >>>>>>> REPLACE\n  \"\"\"\n\n.Execute\n  .cmd000007 what=@here\n  .applyPatch diff=@d\n  .test target=@here\n    target: x\n\n";
    let text = |n: usize| {
        let part = |i: usize| {
            format!(
                ".Context id=c{i:06}\n  \"text\"\n\n.Diff id=d{i:06} format=search_replace\n  \"\"\"\n  f{i}\n  <<<<<<< SEARCH\n  a\n  =======\n  b\n  >>>>>>> REPLACE\n  \"\"\"\n\n.Documentation title=x\n  .Section title: x\n    .cmd{i:06}: \"does it\"\n      what: \"a thing\"\n\n"
            )
        };
        many(n, part) + TASK + &many(n, |i| part(n + i))
    };
    let format = formats::named("garyml").remove(0);
    type Answer = fn(&Document, usize);
    const ANSWERS: &[(&str, Answer)] = &[
        ("hover", |document, at| drop(document.format().hover(document, &EmptyWorld, at))),
        ("signature", |document, at| drop(document.format().signature(document, &EmptyWorld, at))),
        ("actions", |document, at| {
            drop(document.format().code_actions(document, &EmptyWorld, agmark_syntax::Span::at(at)));
        }),
        ("a typed character", |document, at| {
            "\n\"`".chars().for_each(|typed| drop(document.format().on_type(document, at, typed)));
        }),
        ("a name", |document, at| {
            if let Some(here) = document.occurrence_at(at) {
                drop((document.definitions(&here.name), document.references(&here.name)));
            }
        }),
    ];
    let documents = [100, 1600].map(|n| Document::new(Arc::clone(&format), &text(n)));
    let counts = |answer: Answer| {
        documents.each_ref().map(|document| {
            let start = document.text().to_string().find(TASK).unwrap_or(0);
            work::count(|| (start..start + TASK.len()).step_by(7).for_each(|at| answer(document, at)))
        })
    };
    for (what, answer) in ANSWERS {
        let [small, large] = counts(*answer);
        // The text is cut into pieces in other places: a piece may be twice as long.
        assert!(
            large <= small.max(10_000) * 3,
            "{what}: {small} steps, in a document 16 times as long {large}"
        );
    }
}

#[test]
fn answers_are_as_large_as_the_edit() {
    crate::work_requests::check("garyml", ".GaryML version: 1.0\n", |i| {
        format!(
            ".Context id=ctx{i} type=file path=bake/f{i}.go\n  ```go\n  func f{i}() {{}}\n  ```\n.Instructions\n  \"\"\"\n  Some words.\n  \"\"\"\n\
             .Execute\n  .refactor\n    target: @ctx{i}\n    language: go\n"
        )
    });
}
