//! A component is analyzed in pieces. What is found does not depend on where it is cut, nor on the edits before.

use std::fmt::Write as _;
use std::sync::Arc;

use agmark_aaf::syntax::language::Language;
use agmark_aaf::{JsxComponents, SvelteComponents, TsxComponents, VueComponents};
use agmark_syntax::outline::outline;
use agmark_syntax::parse::parse;
use agmark_syntax::world::EmptyWorld;
use agmark_syntax::{AnyFormat, Document, Span, Splice, work};

use crate::whole::{Numbers, Whole, chunks, fold_lines, found, names};

/// A language with its formats: cut, and never cut.
type Formats = (Language, Arc<dyn AnyFormat>, Arc<dyn AnyFormat>);

fn languages() -> Vec<Formats> {
    vec![
        (Language::Jsx, Arc::new(JsxComponents::default()), Arc::new(Whole(JsxComponents::default()))),
        (Language::Tsx, Arc::new(TsxComponents::default()), Arc::new(Whole(TsxComponents::default()))),
        (Language::Vue, Arc::new(VueComponents::default()), Arc::new(Whole(VueComponents::default()))),
        (
            Language::Svelte,
            Arc::new(SvelteComponents::default()),
            Arc::new(Whole(SvelteComponents::default())),
        ),
    ]
}

/// Elements of all languages. `#` stands for a number, so that parts name each other.
const ELEMENTS: &[&str] = &[
    "<section id=\"s#\">\n  <h2>Heading #</h2>\n  <p>It's a text, (of \"words\n  and more\" of it.</p>\n</section>\n",
    "<form data-agent-kind=\"action\" data-agent-action=\"a#.b\">\n  <input name=\"x\" data-agent-kind=\"field\" \
     data-agent-field=\"x\" />\n  <button data-agent-kind=\"action\" data-agent-action=\"a#.b.submit\">Send</button>\n</form>\n",
    "<form id=\"f#\" data-agent-kind=\"action\" data-agent-action=\"c#.d\" data-agent-danger=\"low\">\n  \
     <input name=\"y\" />\n</form>\n",
    "<form id=\"g#\" method=\"post\">\n<p>Nothing</p>\n</form>\n",
    "<button form=\"g#\" type=\"submit\">Delete</button>\n",
    "<button form=\"f#\">Delete all</button>\n",
    "<input form=\"f#\" name=\"z\" />\n",
    "<input id=\"i#\" />\n",
    "<label for=\"i#\">Label #</label>\n",
    "<button aria-labelledby=\"t#\">×</button>\n",
    "<span id=\"t#\">Delete this</span>\n",
    "<input data-agent-kind=\"field\" data-agent-field=\"x\" data-agent-for-action=\"a#.b\" />\n",
    "<input data-agent-kind=\"field\" data-agent-field=\"w\" data-agent-for-action=\"none#.b\" />\n",
    "<p data-agent-kind=\"status\" data-agent-for-action=\"c#.d\" data-agent-output=\"c#.d.status\"></p>\n",
    "<ul data-agent-kind=\"collection\" data-agent-action=\"v#.list\">\n  <li data-agent-kind=\"item\">One</li>\n</ul>\n",
    "<input data-agent-kind=\"field\" data-agent-field=\"q\" data-agent-for-action=\"v#.list\" />\n",
    "<Modal>\n<div>\n<button>Cancel</button>\n</div>\n</Modal>\n",
    "<FormField name=\"email#\">\n<div>\n<input type=\"text\" />\n</div>\n</FormField>\n",
    "<ElForm>\n<Button>Delete it</Button>\n</ElForm>\n",
    "<RouterLink to=\"/p#\">Go</RouterLink>\n",
    "<AgentAction action=\"e#.f\">\n<div>\n<AgentField field=\"Row\" />\n</div>\n</AgentAction>\n",
    "<AgentStatus status=\"idle\" output=\"o\" />\n",
    "<AgentField agent=\"me\" />\n",
    "<div data-third-party>\n<p data-agent-kind=\"status\"></p>\n</div>\n",
    "<div title=\"more\n  lines\" data-agent-kind='dialog'>\n<button hidden data-agent-kind=\"action\" \
     data-agent-action=\"a#.x\">Hi</button>\n</div>\n",
];

/// Statements around elements, which are at `@`.
const STATEMENTS: &[&str] = &[
    "export function Part#() {\n  return (\n@  );\n}\n",
    "const Part# = ({ a, b }) => (\n<>\n@</>\n);\n",
    "export default function () {\n  const big = a < b && c > d;\n  return big ? (\n@  ) : null;\n}\n",
    "function list#(all) {\n  return all.map((one) => (\n@  ));\n}\n",
    "class Old# extends Component {\n  render() {\n    return (\n@    );\n  }\n}\n",
    "const text# = `\nexport function Not() {\n  return <form data-agent-kind=\"nothing\">${a ? `}` : <b>`</b>}\n`;\n",
    "// It's a comment with <div> and { and `\n/* export\nconst x = \"\n*/\nconst n# = 1 / 2; // `\n",
    "const quote# = s.replace(/[\"'`/{]/g, \"it's\").length / 2 / 3;\n",
    "const x# = {\n  a: 'it\\'s {', b: \"`\",\n};\n",
    "/* agmark: allow unannotated-control */\nconst Quiet# = <input id=\"j#\" />;\n",
    "import thing#,\n  { other }\n  from \"things\";\n",
    "let long# =\n  1 +\n  2;\n",
    "const again# = (\n<main>\n{/* <form> { */}\n@{ok && <b>Don't</b>}\n</main>\n);\n",
];

/// Statements of TypeScript.
const TYPED: &[&str] = &[
    "type F# = <T>(x: T) => T;\n",
    "interface P# {\n  render: <T>(x: T) => JSX.Element;\n  a?: Array<string>;\n}\n",
    "const pick# = <T,>(all: T[]) => all[0];\n",
    "const keys# = <T extends object>(one: T): Array<keyof T> => Object.keys(one) as Array<keyof T>;\n",
    "export const View# = ({ a }: { a: Map<string, number> }): JSX.Element => (\n<Select<Option> value={a}>\n@</Select>\n);\n",
    "enum E# {\n  A,\n  B = \"}\",\n}\n",
];

/// Blocks of Svelte around elements. `{~` stands for `{#`.
const BLOCKS: &[&str] = &[
    "{~if a < b}\n@{:else}\n<p>{b}</p>\n{/if}\n",
    "{~each all as one (one.id)}\n@{/each}\n",
    "<main class=\"a {b ? \"c}\" : '<'}\">\n@</main>\n",
    "<!-- <form> it's {~if\n -->\n",
    "<p on:click={() => { go(`}`); }}>{a < b ? '{' : \"}\"}</p>\n",
    "<!-- agmark: allow unannotated-control -->\n<input id=\"j#\" />\n",
];

/// Parts of a template of Vue around elements.
const TEMPLATES: &[&str] = &[
    "<div v-if=\"a < b\">\n@</div>\n",
    "<template v-for=\"one in all\">\n@</template>\n",
    "<div class=\"wide\">\n@</div>\n",
    "<p>{{ a < b ? '<' : \"{{\" }}</p>\n",
    "<!-- agmark: allow unannotated-control -->\n<input id=\"j#\">\n",
];

/// A component of many parts.
pub fn component(language: Language, seed: u64, parts: usize) -> String {
    let mut numbers = Numbers(seed);
    let around: Vec<&str> = match language {
        Language::Jsx => STATEMENTS.to_vec(),
        Language::Tsx => STATEMENTS.iter().chain(TYPED).copied().collect(),
        Language::Svelte => BLOCKS.to_vec(),
        Language::Vue | Language::Html => TEMPLATES.to_vec(),
    };
    // Few kinds of parts in each component, so that the rules see various neighbours.
    let elements: Vec<&str> = (0..9).map(|_| numbers.one(ELEMENTS)).collect();
    let around: Vec<&str> = (0..6).map(|_| numbers.one(&around)).collect();
    let script = "import { AgentAction } from \"@agent-accessibility-framework/react\";\nimport { AgentStatus } from \"./own\";\n";
    let is_script = matches!(language, Language::Jsx | Language::Tsx);
    let script = match (is_script, numbers.below(4)) {
        (_, 0) => String::new(),
        (true, _) => script.to_owned(),
        (false, _) => format!("<script>\n{script}const a = \"<template>\";\n</script>\n"),
    };
    let script_first = is_script || numbers.below(3) > 0;
    let mut text = if script_first { script.clone() } else { String::new() };
    text.push_str(if language == Language::Vue { "<template lang=\"html\">\n<main>\n" } else { "" });
    for _ in 0..parts {
        let number = numbers.below(10).to_string();
        let mut inside = String::new();
        for _ in 0..=numbers.below(3) {
            let number = numbers.below(10).to_string();
            let _ = write!(inside, "{}", numbers.one(&elements).replace('#', &number));
            inside.push_str("<p>Some words that fill the page and say nothing.</p>\n");
        }
        // Several elements of an expression need one around them.
        let inside = match is_script {
            true => format!("<div>\n{}</div>\n", inside.replace(" for=", " htmlFor=")),
            false => inside,
        };
        let whole = if !is_script && numbers.below(2) == 0 { "@" } else { numbers.one(&around) };
        text.push_str(&whole.replace('#', &number).replace("{~", "{#").replace('@', &inside));
    }
    text.push_str(if language == Language::Vue { "</main>\n</template>\n" } else { "" });
    if script_first { text } else { text + &script }
}

#[test]
fn a_component_in_pieces_is_like_the_whole() {
    for (language, cut, uncut) in languages() {
        let (mut findings, mut pieces_of_all) = (0, 0);
        for seed in 0..40 {
            let text = component(language, seed, 40);
            let pieces = Document::new(Arc::clone(&cut), &text);
            let whole = Document::new(Arc::clone(&uncut), &text);
            let starts: Vec<usize> = pieces.chunks().iter().map(|(start, _)| start).collect();
            let at = format!("{language:?} {seed}, cut at {starts:?}:\n{text}");
            pieces_of_all += starts.len();
            let all = found(&pieces);
            findings += all.len();
            assert_eq!(all, found(&whole), "{at}");
            let symbols = |document: &Document| {
                let all = outline(document).into_iter();
                all.map(|one| (one.symbol.name, one.level, one.span, one.selection)).collect::<Vec<_>>()
            };
            assert_eq!(symbols(&pieces), symbols(&whole), "{at}");
            assert_eq!(names(&pieces), names(&whole), "{at}");
            assert_eq!(fold_lines(&pieces), fold_lines(&whole), "{at}");
        }
        assert!(findings > 200, "{language:?}: {findings}");
        assert!(pieces_of_all > 200, "{language:?}: {pieces_of_all}");
    }
}

/// Each cut is before a statement that the grammar finds in the whole text.
#[test]
fn cuts_are_where_the_grammar_begins_a_statement() {
    let is_script = |language| matches!(language, Language::Jsx | Language::Tsx);
    for (language, cut, _) in languages().into_iter().filter(|(language, ..)| is_script(*language)) {
        for seed in 100..140 {
            let text = component(language, seed, 40);
            let tree = parse(&language.grammar().into(), &text, None).expect("a tree");
            assert!(!tree.root_node().has_error(), "{language:?}:\n{text}\n{}", tree.root_node().to_sexp());
            let mut cursor = tree.walk();
            let starts: Vec<usize> =
                tree.root_node().children(&mut cursor).map(|node| node.start_byte()).collect();
            for (start, _) in Document::new(Arc::clone(&cut), &text).chunks().iter().skip(1) {
                assert!(starts.contains(&start), "{language:?}, cut at {start}:\n{text}");
            }
        }
    }
}

/// What a person types that changes much of what follows.
pub const HOSTILE: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "`",
    "${",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "<div>",
    "</div>",
    "<div",
    "/>",
    "<",
    ">",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "{#if x}",
    "{/if}",
    "{{",
    "\r\n",
    "\n",
    "<template>",
    "</template>",
    "=",
    "x",
    "/* agmark: allow x */",
    "import { AgentField } from \"./x\";\n",
    "import ",
    "é",
    "<T,>",
    "/",
    "<AgentField agent=\"x\" />",
];

#[test]
fn a_component_after_edits_is_like_a_new_one() {
    for (language, cut, _) in languages() {
        for seed in 0..8 {
            let mut numbers = Numbers(2000 + seed);
            let mut text = component(language, seed, 20);
            if seed % 3 == 0 {
                text = text.replace('\n', "\r\n");
            }
            let mut document = Document::new(Arc::clone(&cut), &text);
            for _ in 0..30 {
                let start = document.text().floor(numbers.below(text.len() + 1));
                let end =
                    document.text().floor((start + numbers.below(3) * numbers.below(40)).min(text.len()));
                let with = numbers.one(HOSTILE).to_owned();
                text.replace_range(start..end, &with);
                document.edit(&Splice { start, end, text: with.clone() });
                let new = Document::new(Arc::clone(&cut), &text);
                assert_eq!(chunks(&document), chunks(&new), "{language:?}: {with:?} at {start} in\n{text}");
                assert_eq!(found(&document), found(&new), "{language:?}: {with:?} at {start} in\n{text}");
                assert_eq!(names(&document), names(&new), "{language:?}: {with:?} at {start} in\n{text}");
            }
        }
    }
}

/// Long lines and deep texts of what is searched for an end.
#[test]
fn a_long_line_is_read_once() {
    const LENGTH: usize = 60_000;
    for (language, cut, _) in languages() {
        for part in [
            "import ",
            "import {",
            "(",
            "(\n",
            "`${",
            "}",
            "<a ",
            "<a>",
            "<b>\n",
            "=<T>(",
            "(/[",
            "/a",
            "\"{}",
            "<a b=\"{}",
            "{#if",
            "{/if}",
            "</a>",
            "<A<",
            "/*",
            "export ({\n",
            "`${(\n",
            "<script",
            "</script",
        ] {
            let text = format!("{}\n{}data-agent-kind", part.repeat(LENGTH / part.len()), "`${(".repeat(2));
            let scan = cut.scan(&agmark_syntax::State::default());
            let mut scan = scan;
            for line in text.split('\n') {
                let _ = scan.may_cut(line);
                scan.pass(line);
            }
            let _ = (language, scan.state());
        }
        // What is open too deep ends all cuts, also after an edit.
        let deep = format!("{}\n{}", "(".repeat(1000), sections(language, 20));
        let mut document = Document::new(Arc::clone(&cut), &deep);
        document.edit(&Splice { start: 0, end: 600, text: String::new() });
        assert_eq!(chunks(&document), chunks(&Document::new(Arc::clone(&cut), &deep[600..])), "{language:?}");
    }
}

/// A component of sections with a form each; in scripts each in a function.
pub fn sections(language: Language, count: usize) -> String {
    let (open, close) = match language {
        Language::Vue => {
            ("<script setup>\nconst a = 1;\n</script>\n<template>\n<main>\n", "</main>\n</template>\n")
        }
        Language::Svelte => ("<script>\n  let a = 1;\n</script>\n", ""),
        _ => ("import React from \"react\";\n", ""),
    };
    let mut text = open.to_owned();
    for number in 0..count {
        let form = format!(
            "<section id=\"s{number}\">\n  <h2>Invoice {number}</h2>\n  <p>{}</p>\n  <form data-agent-kind=\"action\" \
             data-agent-action=\"invoice.create{number}\" data-agent-danger=\"low\" data-agent-confirm=\"optional\">\n    \
             <input type=\"text\" name=\"amount\" data-agent-kind=\"field\" data-agent-field=\"amount\" />\n    \
             <button type=\"submit\" data-agent-kind=\"action\" data-agent-action=\"invoice.create{number}.submit\">Send\
             </button>\n  </form>\n</section>\n",
            "Some words of a text that says something. ".repeat(4)
        );
        let _ = match language {
            Language::Jsx => {
                write!(text, "export function Part{number}() {{\n  return (\n{form}  );\n}}\n\n")
            }
            Language::Tsx => {
                write!(
                    text,
                    "export function Part{number}(one: {{ a: Map<string, X> }}): Y {{\n  return (\n{form}  );\n}}\n\n"
                )
            }
            _ => write!(text, "{form}"),
        };
    }
    text + close
}

#[test]
fn a_component_is_cut_into_short_pieces() {
    for (language, cut, _) in languages() {
        let text = sections(language, 200);
        let document = Document::new(cut, &text);
        let mean = text.len() / document.chunks().len();
        assert!(mean < 2500, "{language:?}: {mean} bytes in a piece");
    }
}

/// Work for one place in a short component and in one that is a hundred times as long.
#[test]
fn work_is_as_large_as_the_edit() {
    type Deed = fn(&Document, usize);
    let deeds: [(&str, &str, Deed); 6] = [
        ("a keystroke", "<p>Some", |document, at| {
            document.clone().edit(&Splice { start: at, end: at, text: "x".to_owned() });
        }),
        ("an element without an end", "<p>Some", |document, at| {
            document.clone().edit(&Splice { start: at, end: at, text: "<div>".to_owned() });
        }),
        ("a brace without an end", "<p>Some", |document, at| {
            document.clone().edit(&Splice { start: at, end: at, text: "{".to_owned() });
        }),
        ("hover", "data-agent-field=\"am", |document, at| {
            assert!(document.format().hover(document, &EmptyWorld, at).is_some());
        }),
        ("completion", "data-agent-danger=\"", |document, at| {
            assert!(!document.format().completions(document, &EmptyWorld, at).is_empty());
        }),
        ("hints", "data-agent-field=\"am", |document, at| {
            assert_eq!(document.format().inlay_hints(document, &EmptyWorld, Span::at(at)).len(), 1);
        }),
    ];
    for (language, cut, _) in languages() {
        let documents = [10, 1000].map(|count| Document::new(Arc::clone(&cut), &sections(language, count)));
        for (what, needle, deed) in deeds {
            let [short, long] = documents.each_ref().map(|document| {
                let text = document.text().to_string();
                let half = document.text().floor(text.len() / 2);
                let at = half + text[half..].find(needle).unwrap_or_default() + needle.len();
                work::count(|| deed(document, at))
            });
            assert!(
                long <= 2 * short.max(2_000),
                "{language:?}, {what}: {short} steps, in a long one {long}"
            );
        }
    }
}
