//! The content of a document without its layout.

use agmark_garyml::ast::Ast;
use agmark_garyml::syntax::{content, line_item::ItemKind, whole::Whole};
use agmark_syntax::testing::{Random, formatted};
use expect_test::{Expect, expect};

fn read(text: &str) -> Ast {
    Ast::parse(text).expect("small enough")
}

fn check(text: &str, expect: Expect) {
    let lines: Vec<String> = read(text).to_json()["nodes"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|node| format!("{node}\n"))
        .collect();
    expect.assert_eq(&lines.concat());
}

#[track_caller]
fn same(texts: &[&str]) {
    let first = read(texts[0]).without_spans();
    for text in &texts[1..] {
        assert_eq!(read(text).without_spans(), first, "{text:?} says something else than {:?}", texts[0]);
    }
}

#[test]
fn parameters_say_the_same_in_every_form() {
    same(&[
        ".Context id=a path=x.md\n",
        ".Context id=a path: x.md\n",
        ".Context id: a\n  path: x.md\n",
        ".Context\n  id: a\n  path: 'x.md'\n",
        ".Context   id = \"a\"   path : x.md   # where\n",
        ".Context\nid: a\npath: x.md\n",
    ]);
    same(&[
        ".Execute\n  .test n=5 deep=true on=@a\n",
        ".Execute\n  .test\n    n: 5\n    deep: true\n    on: @a\n",
    ]);
    same(&[
        ".ToolCall name=.tag arguments:\n  v: 2\n  all: [a, @b]\n",
        ".ToolCall\n  name: .tag\n  arguments:\n    v: 2\n    all: [a, @b]\n",
    ]);
    same(&[
        ".Execute\n  .log x=1 x=2\n",
        ".Execute\n  .log x=1\n    x: 2\n",
        ".Execute\n  .log\n    x: 1\n    x: 2\n",
    ]);
}

#[test]
fn content_is_the_same_in_every_form() {
    same(&[
        ".Role: \"Baker\"\n",
        ".Role\n  \"Baker\"\n",
        ".Role: 'Baker'\n",
        ".Role: Baker\n",
        ".Role \"Baker\"\n",
    ]);
    same(&[
        ".Plan: \"\"\"\n1. look\n  2. leap\n\"\"\"\n",
        ".Plan\n  \"\"\"\n  1. look\n    2. leap\n  \"\"\"\n",
        ".Plan\n\"\"\"\n1. look\n  2. leap\n\"\"\"\n",
        ".Plan\n  \"\"\"\n  1. look\n    2. leap\n\"\"\"\n",
    ]);
}

#[test]
fn a_document_as_json() {
    check(
        ".GaryML version: 1.10\n.Context id=a format=go\n  ```go\n  x\n    y\n  ```\n.Execute\n  .run # c\n    on: @a\n    n: -1.5e2\n    deep:\n      er: no\n      list: [1, 'two', @a]\n  .log: \"done\"\n.Plan\n  1. look\n  # aside\n\n     2. leap\n",
        expect![[r#"
            {"kind":"directive","name":"GaryML","params":{"version":1.1},"children":[],"span":{"start":0,"end":21}}
            {"kind":"directive","name":"Context","params":{"id":"a","format":"go"},"content":{"type":"code","language":"go","value":"x\n  y"},"children":[],"span":{"start":22,"end":69}}
            {"kind":"directive","name":"Execute","params":{},"children":[{"kind":"command","name":"run","params":{"on":{"ref":"a"},"n":-150.0,"deep":{"er":"no","list":[1,"two",{"ref":"a"}]}},"children":[],"span":{"start":81,"end":164}},{"kind":"command","name":"log","params":{},"content":{"type":"inline","value":"done"},"children":[],"span":{"start":167,"end":179}}],"span":{"start":70,"end":179}}
            {"kind":"directive","name":"Plan","params":{},"content":{"type":"text","value":"1. look\n# aside\n\n   2. leap"},"children":[],"span":{"start":180,"end":219}}
        "#]],
    );
    expect![[r#""1.10""#]].assert_eq(&read(".GaryML version: 1.10\n").to_json()["version"].to_string());
    assert_eq!(read("").to_json().to_string(), r#"{"nodes":[]}"#);
}

#[test]
fn only_stray_lines_are_omitted() {
    check(
        "Hello\n.Docs: @a\n  more\n  ```\n  and more\n  ```\n.Examples\n  key:\n  key: 007\n  id: a\n  id: b\n  huge: 99999999999999999999\n  .Role: \"x\"\nlost\n",
        expect![[r#"
            {"kind":"directive","name":"Docs","params":{},"content":{"type":"inline","value":{"ref":"a"}},"more":[{"type":"text","value":"more"},{"type":"code","value":"and more"}],"children":[],"span":{"start":6,"end":45}}
            {"kind":"directive","name":"Examples","params":{"key":[null,7],"id":"a","huge":"99999999999999999999"},"children":[{"kind":"directive","name":"Role","params":{},"content":{"type":"inline","value":"x"},"children":[],"span":{"start":121,"end":131}}],"span":{"start":46,"end":131}}
        "#]],
    );
}

const WORDS: &[&str] = &[
    "\n",
    "\n\n",
    "\r\n",
    "\n  ",
    "\n    ",
    "\n\t",
    " # c\n",
    "\n  # note\n",
    "\"\"\"\n",
    "\n  \"\"\"\n",
    "\"\"\"x\"\"\"\n",
    "```go\n",
    "\n  ```\n",
    "\"s\"\n",
    "\n.Plan\n",
    "\n.Role: x y\n",
    "\n.Role \"q\"\n",
    "\n.Context id=a\n",
    "\n.Context   id = a path : b c\n",
    "\n.Execute\n",
    "\n  .test\n",
    "\n     .test a=1   b : [x, @y\n",
    "\n    target: @a\n",
    "\n   target:@a # c\n",
    "\n  .log: \"\"\"\n",
    "  id :  b\n",
    "\n    key:\n",
    "\n      sub: 1\n",
    "\n  key: \"\"\"\n",
    "  text\n",
    "\n     deep\n",
    "\n.Examples\n",
    "\n.Documentation\n",
    "\n  .Section title=\"T\"\n",
    "\n    .build: \"b\"\n",
    "\n.GaryML version=1.0\n",
    "\n.ToolCall name=.x arguments:\n",
    "\n.log x=1\n",
];

/// Without tabs, which are errors in loose text.
#[test]
fn formatting_keeps_the_tree() {
    let mut random = Random(8_128);
    for round in 0..2500 {
        let text = random.text(WORDS, if round % 50 == 0 { 400 } else { 30 }).replace('\t', " ");
        let tidy = formatted(agmark_garyml::format(), &text);
        let (before, after) = (read(&text).without_spans(), read(&tidy).without_spans());
        assert_eq!(before, after, "{text:?}\nbecame {tidy:?}");
    }
}

/// Every span is in the text and in the span of its parent, and starts with a dot.
#[test]
fn parsing_is_total() {
    let mut random = Random(496);
    for _ in 0..3000 {
        let text = random.text(WORDS, 40);
        for node in read(&text).all() {
            assert!(node.span.text(&text).starts_with('.'), "{text:?}");
            for child in &node.children {
                assert!(node.span.start <= child.span.start && child.span.end <= node.span.end, "{text:?}");
            }
        }
    }
}

/// Code that is unindented and indented again keeps the relative indents of its lines.
#[test]
fn code_is_never_bent() {
    let mut random = Random(28);
    for _ in 0..2000 {
        let lines: Vec<String> = (0..random.below(7))
            .map(|_| match random.below(5) {
                0 => String::new(),
                _ => {
                    format!("{}x{}", " ".repeat(random.below(9)), ["", "\ty", " {", " # z"][random.below(4)])
                }
            })
            .collect();
        let indent = " ".repeat(1 + random.below(8));
        let block: String = lines.iter().map(|l| format!("{l}\n")).collect();
        let text = format!(".Context id=a\n{indent}```go\n{block}{}```\n", " ".repeat(random.below(6)));
        let tidy = formatted(agmark_garyml::format(), &text);
        let code = |text: &str| {
            let whole = Whole::new(text).expect("small enough");
            let structure = whole.structure();
            let item = structure.items.iter().find(|i| i.kind == ItemKind::Code).expect("a block");
            content::content(item, text).expect("a block has content")
        };
        let said = code(&text);
        assert_eq!(code(&tidy), said, "{text:?}\n{tidy:?}");
        let least = lines.iter().filter(|l| !l.is_empty()).map(|l| content::spaces(l)).min();
        let margin = least.unwrap_or(0).min(indent.len());
        let expected: Vec<&str> = lines.iter().map(|l| l.get(margin..).unwrap_or("")).collect();
        assert_eq!(said, expected.join("\n"), "{text:?}");
    }
}
