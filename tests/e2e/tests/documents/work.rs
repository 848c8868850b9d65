//! Twice the text takes about twice the work, whatever is in it: counted, not timed.
//!
//! A shape is a text of a size that could make something compare everything with everything.

use std::fmt::Write as _;
use std::sync::Arc;

use agmark_syntax::ancestors::selections;
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::outline::{folds, outline};
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Diagnostic, Document, Edit, Splice, fixing, format, work};

use crate::formats;

/// Something that is done with a whole document, and whose work is counted.
type Deed = fn(&Document);

/// All of them, by name.
const DEEDS: &[(&str, Deed)] = &[
    ("check", |document| drop(found(document))),
    ("fix", |document| {
        let chosen = fixing::automatic(document, &found(document));
        Edit::apply(&document.text().to_string(), &chosen.edits);
    }),
    ("format", |document| drop(format::format_document(document))),
    ("outline", |document| drop((outline(document), folds(document)))),
    ("references", |document| {
        for at in places(document) {
            if let Some(here) = document.occurrence_at(at) {
                drop((document.definitions(&here.name), document.references(&here.name)));
            }
            drop(selections(document, at));
        }
    }),
    ("hover", |document| {
        places(document).into_iter().for_each(|at| drop(document.format().hover(document, &EmptyWorld, at)))
    }),
    ("completion", |document| {
        places(document)
            .into_iter()
            .for_each(|at| drop(document.format().completions(document, &EmptyWorld, at)));
    }),
    ("signature", |document| {
        places(document)
            .into_iter()
            .for_each(|at| drop(document.format().signature(document, &EmptyWorld, at)));
    }),
    ("meaning", |document| {
        places(document)
            .into_iter()
            .for_each(|at| drop(document.format().resolve(document, &EmptyWorld, at)));
    }),
    ("partners", |document| {
        places(document).into_iter().for_each(|at| drop(document.format().partners(document, at)))
    }),
    ("lenses", |document| drop(document.format().code_lenses(document, &EmptyWorld, Default::default()))),
    ("actions", |document| {
        for at in places(document) {
            drop(document.format().code_actions(document, &EmptyWorld, agmark_syntax::Span::at(at)));
        }
    }),
    ("a keystroke and a large edit", |document| {
        let mut document = document.clone();
        for at in [0, document.text().len() / 2, document.text().len()] {
            let at = document.text().floor(at);
            document.edit(&Splice { start: at, end: at, text: "x".to_owned() });
        }
        let half = document.text().len() / 2;
        document.edit(&Splice { start: 1, end: half, text: String::new() });
    }),
];

/// Places in three parts of a document, side by side: whatever stands there, each kind of it is met.
fn places(document: &Document) -> Vec<usize> {
    let len = document.text().len();
    let starts = [0, len / 2, len.saturating_sub(40)];
    starts.into_iter().flat_map(|start| (0..12).map(move |i| document.text().floor(start + 3 * i))).collect()
}

/// How deep something is nested whose indents alone make a text of `n` lines.
pub fn depth(n: usize) -> usize {
    (n * 10).isqrt()
}

fn found(document: &Document) -> Vec<Diagnostic> {
    let mut settings = Settings::default();
    for code in document.format().info().off_by_default {
        settings.set(code, None);
    }
    let mut found = diagnose(document, &EmptyWorld, &settings);
    document.format().add_fixes(document, &EmptyWorld, &mut found);
    found
}

pub type Shape = (&'static str, fn(usize) -> String);

pub fn check(name: &str, shapes: &[Shape], size: usize) {
    for format in formats::named(name) {
        for (shape, make) in shapes {
            linear(&format, shape, &make(size), &make(2 * size));
        }
    }
}

fn linear(format: &Arc<dyn AnyFormat>, shape: &str, small: &str, large: &str) {
    let understood = |text: &str| work::count(|| Document::new(Arc::clone(format), text));
    compare(&format!("{shape}: analysis"), understood(small), understood(large));
    let (small, large) = (Document::new(Arc::clone(format), small), Document::new(Arc::clone(format), large));
    for (deed, run) in DEEDS {
        let (one, two) = (work::count(|| run(&small)), work::count(|| run(&large)));
        compare(&format!("{shape}: {deed}"), one, two);
    }
}

/// What is done once whatever the size does not count, nor do a few chunks more or less at each place: no two texts
/// are cut alike. The tree of a large chunk is kept for the next keystroke, which takes a few more passes over it.
fn compare(what: &str, one: u64, two: u64) {
    let few = match what.rsplit(": ").next() {
        Some("analysis" | "check") => 100_000,
        Some("a keystroke and a large edit") => 1_000_000,
        _ => 400_000,
    };
    assert!(two <= (one * 22 / 10).max(few), "{what}: {one} steps, for twice the text {two}");
}

/// A text of `n` parts.
pub fn many(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut text, i| {
        let _ = write!(text, "{}", part(i));
        text
    })
}

#[test]
fn garyml_takes_work_as_large_as_the_text() {
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
fn garyml_answers_for_one_place_with_the_work_of_that_place() {
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

/// A program with these schemas for its input and this body.
fn program(input: &str, body: &str) -> String {
    format!("---\nname: p\ndescription: d\ninput: {input}\noutput: {{ type: object }}\n---\n{body}")
}

fn properties(n: usize, of: impl Fn(usize) -> String) -> String {
    format!("{{ type: object, properties: {{ {} }} }}", many(n, |i| format!("p{i:06}: {}, ", of(i))))
}

#[test]
fn markdownlang_takes_work_as_large_as_the_text() {
    const SHAPES: &[Shape] = &[
        ("many inputs, all used", |n| {
            let text = || "{ type: string }".to_owned();
            program(&properties(n, |_| text()), &many(n, |i| format!("{{{{ .p{i:06} }}}}\n\n")))
        }),
        ("many inputs, none used", |n| program(&properties(n, |_| "{ type: string }".to_owned()), "x\n")),
        ("many fields that are not declared", |n| {
            program(
                &properties(n, |_| "{ type: string }".to_owned()),
                &many(n, |i| format!("{{{{ .pp{i:06} }}}}\n\n")),
            )
        }),
        ("one object shown many times", |n| {
            program(&properties(n / 10, |_| "{ type: string }".to_owned()), &"{{ . }}\n\n".repeat(n / 100))
        }),
        ("a long enum", |n| {
            let all = many(n, |i| format!("v{i:06}, "));
            program(
                &format!("{{ type: object, properties: {{ a: {{ enum: [{all}], default: v1 }} }} }}"),
                "x\n",
            )
        }),
        ("a long enum with as many examples", |n| {
            let all = many(n, |i| format!("v{i:06}, "));
            program(
                &format!("{{ type: object, properties: {{ a: {{ enum: [{all}], examples: [{all}] }} }} }}"),
                "x\n",
            )
        }),
        ("many required names that are missing", |n| {
            let all = many(n, |i| format!("q{i:06}, "));
            let schema = properties(n, |_| "{ type: string }".to_owned());
            program(&format!("{}, required: [{all}] }}", &schema[..schema.len() - 1]), "x\n")
        }),
        ("many defaults beside large definitions", |n| {
            let of = |i: usize| format!("{{ type: integer, minimum: 0, default: {i:06} }}");
            let schema = properties(n / 4, of);
            let defs = many(n / 4, |i| format!("d{i:06}: {{ type: string }}, "));
            program(&format!("{}, $defs: {{ {defs} }} }}", &schema[..schema.len() - 1]), "x\n")
        }),
        ("many references that lead nowhere", |n| {
            let defs = many(n, |i| format!("d{i:06}: {{ type: string }}, "));
            let schema = properties(n, |i| format!("{{ $ref: '#/$defs/x{i:06}' }}"));
            program(&format!("{}, $defs: {{ {defs} }} }}", &schema[..schema.len() - 1]), "x\n")
        }),
        ("many wrong types", |n| program(&properties(n, |_| "{ type: text }".to_owned()), "x\n")),
        ("many unknown keywords", |n| {
            program(&format!("{{ type: object, {} }}", many(n, |i| format!("tpye{i:06}: 1, "))), "x\n")
        }),
        ("many unknown keys", |n| {
            program("{ type: object }", "x\n").replacen(
                "name: p\n",
                &many(n, |i| format!("nmae{i:06}: 1\n")),
                1,
            )
        }),
        ("one key many times", |n| {
            program("{ type: object }", "x\n").replacen("name: p\n", &"name: p\n".repeat(n), 1)
        }),
        ("deep schemas", |n| {
            let n = n / 10;
            program(&format!("{}{{}}{}", "{ items: ".repeat(n), " }".repeat(n)), "x\n")
        }),
        ("deep blocks of YAML", |n| {
            program(&format!("\n{}", many(depth(n), |i| format!("{}items:\n", " ".repeat(i + 1)))), "x\n")
        }),
        ("many variables", |n| {
            program(
                "{ type: object }",
                &(many(n, |i| format!("{{{{ $v{i:06} := {i:06} }}}}\n\n"))
                    + &many(n, |i| format!("{{{{ $v{i:06} }}}}\n\n"))),
            )
        }),
        ("many variables that are not declared", |n| {
            program(
                "{ type: object }",
                &many(n, |i| format!("{{{{ $v{i:06} := {i:06} }}}}{{{{ $vv{i:06} }}}}\n\n")),
            )
        }),
        ("deep conditions", |n| {
            program("{ type: object }", &format!("{}{}", "{{ if .a }}\n".repeat(n), "{{ end }}\n".repeat(n)))
        }),
        ("conditions that are never closed", |n| program("{ type: object }", &"{{ if .a }}\n".repeat(n))),
        ("many branches", |n| {
            let input = properties(n, |_| "{ type: string }".to_owned());
            let branches = many(n, |i| format!("{{{{ else if .p{i:06} }}}}{{{{ .p{i:06} }}}}\n"));
            program(&input, &format!("{{{{ if .p0 }}}}\n{branches}{{{{ end }}}}\n"))
        }),
        ("many templates", |n| {
            let defined = many(n, |i| format!("{{{{ define \"t{i:06}\" }}}}x{{{{ end }}}}\n\n"));
            program(
                "{ type: object }",
                &(defined + &many(n, |i| format!("{{{{ template \"t{i:06}\" . }}}}\n\n"))),
            )
        }),
        ("one template defined many times", |n| {
            program("{ type: object }", &"{{ define \"t\" }}x{{ end }}\n\n".repeat(n))
        }),
        ("many functions that do not exist", |n| {
            program("{ type: object }", &many(n, |i| format!("{{{{ uper{i:06} .a }}}}\n\n")))
        }),
        ("many tools of servers", |n| {
            let servers = many(n, |i| format!("  - {{ name: s{i:06}, command: x }}\n"));
            let tools = many(n, |i| format!("Use mcp__s{i:06}__t and mcp__z{i:06}__t.\n\n"));
            program("{ type: object }", &tools).replacen(
                "output:",
                &format!("mcp_servers:\n{servers}output:"),
                1,
            )
        }),
        ("one server many times", |n| {
            let servers = "  - { name: s, command: x }\n".repeat(n);
            program("{ type: object }", "x\n").replacen(
                "output:",
                &format!("mcp_servers:\n{servers}output:"),
                1,
            )
        }),
        ("many imports", |n| {
            let imports = many(n, |i| format!("  - ./f{i:06}.md\n"));
            program("{ type: object }", "x\n").replacen("output:", &format!("imports:\n{imports}output:"), 1)
        }),
        ("allow comments", |n| {
            program(
                "{ type: object }",
                &"{{/* agmark: allow-file unknown-function */}}{{ upr .a }}\n\n".repeat(n),
            )
        }),
        ("one long line", |n| program("{ type: object }", &"{{ .a }} word ".repeat(n))),
        ("one long action", |n| {
            program("{ type: object }", &format!("{{{{ print {}}}}}\n", "(len .a) ".repeat(n)))
        }),
        ("deep parentheses", |n| {
            program("{ type: object }", &format!("{{{{ {}.a{} }}}}\n", "(".repeat(n), ")".repeat(n)))
        }),
        ("a long chain of fields", |n| {
            program("{ type: object }", &format!("{{{{ .a{} }}}}\n", ".b".repeat(n)))
        }),
    ];
    check("markdownlang", SHAPES, 1000);
}
