//! The examples that inputs are made from, by kind.

use std::sync::OnceLock;

use crate::corpus::{examples, rule_examples};

/// What a text is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Anml,
    Agd,
    Garyml,
    Program,
    Page,
    Vue,
    Svelte,
    Jsx,
    Manifest,
    Json,
    Yaml,
    Aria,
    Script,
    Config,
    Unified,
    V4a,
    SearchReplace,
    Markdown,
    Selector,
    Reply,
    Operations,
    Prose,
    Path,
    View,
}

/// How many kinds there are.
const KINDS: usize = Kind::View as usize + 1;

/// Examples, and what they are made of.
pub struct Seeds {
    pub texts: Vec<String>,
    pub lines: Vec<String>,
    pub words: Vec<String>,
}

/// The examples of a kind.
pub fn of(kind: Kind) -> &'static Seeds {
    static ALL: [OnceLock<Seeds>; KINDS] = [const { OnceLock::new() }; KINDS];
    ALL[kind as usize].get_or_init(|| Seeds::new(texts(kind)))
}

impl Seeds {
    fn new(mut texts: Vec<String>) -> Self {
        texts.push(String::new());
        let (mut lines, mut words) = (Vec::new(), Vec::new());
        for line in texts.iter().flat_map(|text| text.split_inclusive('\n')) {
            lines.push(line.to_owned());
            words.extend(
                line.split_inclusive([' ', '=', ':', '"', '/', ',', '<', '>', '#']).map(str::to_owned),
            );
        }
        for all in [&mut lines, &mut words] {
            all.sort();
            all.dedup();
            if all.is_empty() {
                all.push(String::new());
            }
        }
        Self { texts, lines, words }
    }
}

fn texts(kind: Kind) -> Vec<String> {
    match kind {
        Kind::Anml => of_format("anml", &[".anml"]),
        Kind::Agd => of_format("agd", &[".agd"]),
        Kind::Garyml => of_format("garyml", &[".garyml"]),
        Kind::Program => of_format("markdownlang", &[".md"]),
        Kind::Page => [of_format("aaf", &[".html"]), examples("aria", &[".html"]), own(PAGES)].concat(),
        Kind::Vue => [examples("aaf", &[".vue"]), own(VUE)].concat(),
        Kind::Svelte => [examples("aaf", &[".svelte"]), own(SVELTE)].concat(),
        Kind::Jsx => [examples("aaf", &[".jsx", ".tsx"]), own(JSX)].concat(),
        Kind::Manifest => [examples("aaf", &["agent-manifest.json"]), own(MANIFESTS)].concat(),
        Kind::Json => [own(JSON), own(MANIFESTS)].concat(),
        Kind::Yaml => [own(YAML), front_matters()].concat(),
        Kind::Aria => examples("aria", &[".txt", ".yaml"]),
        Kind::Script => own(SCRIPTS),
        Kind::Config => own(CONFIGS),
        Kind::Unified => own(UNIFIED),
        Kind::V4a => own(V4A),
        Kind::SearchReplace => own(SEARCH_REPLACE),
        Kind::Markdown => {
            [own(MARKDOWN), examples("", &["plain.md"]), examples("markdownlang", &[".md"])].concat()
        }
        Kind::Selector => own(SELECTORS),
        Kind::Reply => own(REPLIES),
        Kind::Operations => own(OPERATIONS),
        Kind::Prose => own(PROSE),
        Kind::Path => own(PATHS),
        Kind::View => own(VIEWS),
    }
}

fn of_format(name: &str, endings: &[&str]) -> Vec<String> {
    let rules = agmark_formats::all()
        .into_iter()
        .filter(|format| format.info().name == name)
        .flat_map(|format| rule_examples(&*format));
    examples(name, endings).into_iter().chain(rules).collect()
}

fn front_matters() -> Vec<String> {
    let programs = examples("markdownlang", &[".md"]).into_iter();
    programs.filter_map(|text| Some(text.strip_prefix("---\n")?.split("\n---").next()?.to_owned())).collect()
}

fn own(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

const PAGES: &[&str] = &[
    "<form data-agent-kind=\"action\" data-agent-action=\"table.book\" data-agent-danger=\"low\">\n  <label for=d>Day</label> \
     <input id=d type=\"date\" name=\"day\">\n  <select name=seat><option value=1>One</select>\n  <button>Book</button>\n  \
     <button type=button onclick=\"x()\">Delete all</button>\n</form>\n<a href=\"/tables\">Tables</a>\n",
    "<!doctype html><html><head><title>T &amp; T</title><script type=\"application/agent+json\">{\"version\":\"0.1\",\
     \"actions\":{\"a.b\":{\"title\":\"A\"}}}</script></head><body data-agent-ignore><p>x<p>y<table><tr><td>1<td>2</table>\
     <textarea name=t></textarea><svg><path d=\"M0\"/></svg><!-- agmark: allow aaf/unknown-attribute --></body></html>\n",
];

const VUE: &[&str] =
    &["<template>\n  <form :data-agent-action=\"name\" data-agent-kind=\"action\">\n    <input v-if=\"x\" \
                        name=\"a\" />\n  </form>\n</template>\n<script setup>\nconst a = `<b>`\n</script>\n"];

const SVELTE: &[&str] = &["<script>let a = 1 < 2;</script>\n{#if a}\n<form data-agent-kind=\"action\" \
                           data-agent-action={name}><input name=\"x\" {...rest}/></form>\n{:else}<p>{@html b}</p>{/if}\n"];

const JSX: &[&str] = &[
    "export const A = () => (\n  <>\n    <form data-agent-kind=\"action\" data-agent-action={\"a.b\"}>\n      \
                        {list.map((x) => <input key={x} name={`n${x}`} data-agent-field=\"f\" />)}\n      <AgentSubmit>Go \
                        {\"on\"}</AgentSubmit>\n    </form>\n  </>\n);\n",
];

const MANIFESTS: &[&str] = &[
    "{\n  \"version\": \"0.1\",\n  \"site\": {\"name\": \"Club\", \"origin\": \"http://localhost:5173\"},\n  \"actions\": {\n    \
     \"table.book\": {\"title\": \"Book\", \"scope\": \"write\", \"risk\": \"low\", \"confirmation\": \"review\", \
     \"inputSchema\": {\"type\": \"object\", \"properties\": {\"day\": {\"type\": \"string\"}, \"seats\": {\"type\": \
     \"integer\", \"minimum\": 1}}, \"required\": [\"day\"]}}\n  },\n  \"data\": {\"table.list\": {\"title\": \"Tables\", \
     \"inputSchema\": {\"type\": \"object\", \"properties\": {\"day\": {\"type\": \"string\"}}}}},\n  \"pages\": {\"/tables/\": \
     {\"title\": \"All\", \"actions\": [\"table.book\"], \"data\": [\"table.list\"]}, \"/tables/:id\": {\"title\": \"One\"}}\n}\n",
    "{\"version\":\"0.1\",\"site\":{\"name\":\"x\",\"origin\":\"https://x.example:8443\"},\"actions\":{},\"pages\":{}}",
];

const JSON: &[&str] = &[
    "{\"a\": [1, 2.5e3, -0, true, null, \"x\\u00e9\\n\"], \"b\": {\"c\": {}}, \"\": \"\"}\n",
    "{\"type\": \"object\", \"properties\": {\"a\": {\"$ref\": \"#/$defs/a\"}, \"b\": {\"type\": [\"string\", \"null\"], \
     \"pattern\": \"^a+$\"}}, \"$defs\": {\"a\": {\"type\": \"array\", \"items\": {\"enum\": [1, \"x\"]}, \"minItems\": 2}}, \
     \"required\": [\"a\"], \"additionalProperties\": false, \"anyOf\": [{}, true]}\n",
    "[[[[[]]]], {\"a\": {\"a\": {\"a\": 1}}}]",
    "// no JSON\n{'a': 1, b: 2, /* x */ \"c\": .5, \"d\": +1, \"e\": [1,,], }",
];

const YAML: &[&str] = &[
    "a: 1\nb: [x, 'y ''z', \"q\\n\"]\nc:\n  - d: {e: f, g: ~}\n    h: |\n      text\n      more\n  - >-\n    folded\n    text\n",
    "base: &base\n  x: 1\n  y: [*base]\nother:\n  <<: *base\n  ? complex\n  : value\n# comment\n\"quoted key\": 2020-01-01\n",
    "input: { type: object, properties: { city: { type: string, default: \"x\" } }, required: [city] }\n",
    "%YAML 1.2\n---\n!!map {a: !!str 1}\n...\n--- second\n",
];

const SCRIPTS: &[&str] = &[
    "# against: page.anml\nfill #e2 \"Emma\" -- the title\nclick #e3\nscroll #e5 down\nkeys #e2 \"Ctrl+A\"\n",
    "check #e1\nuncheck #e1\nselect #e4 \"One \\\"two\\\"\"\nexpand #e5\nhover #e6\ntext #e7\n\n# done\n",
];

const CONFIGS: &[&str] = &[
    "exclude = [\"a/**\", \"*.tmp\"]\ntoken-counts = true\n\n[rules]\n\"agd/layout\" = \"hint\"\n\"aaf/ambiguous\" = \"error\"\n\n\
     [[overrides]]\nfiles = [\"docs/**\"]\nrules = { \"agd/empty-heading\" = \"off\" }\n",
    "[rules]\nagd/layout = \"off\"\n[run]\nmodel = \"x\"\n",
];

const UNIFIED: &[&str] = &[
    "--- a/list.txt\n+++ b/list.txt\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2b\n three\n@@ -6 +7 @@\n-six\n+6\n",
    "diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n--- a/x\n+++ b/y\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No \
     newline at end of file\n",
    "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n",
    "--- a/../x\n+++ b/.git/config\n@@ -1 +1 @@\n-a\n+b\n",
];

const V4A: &[&str] = &[
    "*** Begin Patch\n*** Update File: list.txt\n@@ one\n-two\n+2\n three\n*** Add File: new.txt\n+a\n*** Delete File: old.txt\n*** \
     End Patch\n",
    "*** Begin Patch\n*** Update File: list.txt\n*** Move to: moved.txt\n@@\n one\n-two\n+2\n*** End of File\n*** End Patch\n",
];

const SEARCH_REPLACE: &[&str] = &[
    "list.txt\n<<<<<<< SEARCH\ntwo\nthree\n=======\n2\n3\n>>>>>>> REPLACE\n",
    "<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n\nlist.txt\n<<<<<<< SEARCH\none\n=======\n>>>>>>> REPLACE\n",
];

const MARKDOWN: &[&str] = &[
    "# Title\n\nText with **bold**, _it_, `code`, [a link](x.md), ![img](y.png), <b>html</b> and a\nsecond line.\n\n- a\n  - b\n    \
     text\n- [ ] c\n\n1. one\n2. two\n\n> quote\n> > deep\n\n```rust\nfn x() {}\n~~~\n```\n\n| a | b |\n|---|:-:|\n| 1 | `x|y` |\n\n\
     ***\n\nSetext\n===\n\n    indented\n\n[ref]: http://x.example\n\nFoot[^1].\n\n[^1]: Note\n<div>\n\n</div>\n",
    "---\nname: fetch-page\ndescription: Fetches a page\n---\n# Fetch\n\nUses the fetch tool and /other-skill.\n\n## Parameters\n\n- \
     `url` (required): the address\n- `lang` (optional, default: en): language, one of (en, de)\n- depth: number of levels. Defaults \
     to 3\n\nRead a url and <lang>, $ARGUMENTS, {url} and ${lang}. Returns the title and `links`.\n",
    "##### Deep\n@h1 not a tag [#x]\n- @p\n> @ref #a\n\n~~~\n~~~~\n",
];

const SELECTORS: &[&str] = &[
    "div > p.a#b[data-x=\"y\" i]:not(.z), * + li ~ a[href^='/x']",
    "[a~=b][c|=d][e$=f][g*=h]",
    ".\\31 0, #\\e9 x",
];

const REPLIES: &[&str] = &[
    "{\"action\": \"table.book\", \"args\": {\"day\": \"friday\", \"seats\": 2}}",
    "Sure!\n```json\n{\"navigate\": \"/tables/?day=friday#x\"}\n```",
    "{\"action\": \"navigate\", \"args\": {\"url\": \"http://localhost:5173/tables/\"}}",
    "{\"navigate\": \"/\\\\evil.example\"}",
    "{\"navigate\": \"//evil.example/x\"}",
    "{\"navigate\": \"http://localhost:5173//evil.example/x\"}",
    "{\"navigate\": \".///evil.example\"}",
    "{\"navigate\": \"/\\tevil.example\"}",
    "{\"navigate\": \"http://localhost:5173@evil.example/\"}",
    "{\"navigate\": {\"page\": \"../tables/1\"}}",
    "{\"action\": \"table.list\", \"args\": {\"day\": [\"a b\", \"&c=d\", null]}}",
    "{\"action\": \"none\", \"answer\": \"no\"}",
];

const OPERATIONS: &[&str] = &[
    "{\"op\":\"set_attr\",\"id\":\"gear\",\"key\":\"season\",\"value\":\"summer time\"}\n{\"op\":\"remove_attr\",\"id\":\"rules\",\"key\":\"lang\"}\n",
    "{\"op\":\"replace\",\"id\":\"noon\",\"with\":{\"kind\":\"p\",\"content\":{\"type\":\"inline\",\"value\":[{\"kind\":\"text\",\"text\":\"By noon.\"}]}}}\n",
    "{\"op\":\"insert_after\",\"id\":\"gear\",\"block\":{\"kind\":\"ul\",\"id\":\"new\",\"content\":{\"type\":\"items\",\"value\":[[{\"kind\":\"bold\",\"text\":\"x\"}],[]]}}}\n{\"op\":\"delete\",\"id\":\"gear\"}\n",
    "{\"op\":\"insert_before\",\"id\":\"rules\",\"block\":{\"kind\":\"code\",\"attrs\":{\"lang\":\"py\"},\"content\":{\"type\":\"fenced\",\"value\":\"~~~\\nx\"}}}\n{\"op\":\"delete\",\"id\":\"noon\",\"hash\":\"1a2b\"}\n",
    "{\"op\":\"insert_after\",\"id\":\"noon\",\"block\":{\"kind\":\"x-note\",\"content\":{\"type\":\"empty\"}}}\n{\"op\":\"set_attr\",\"id\":\"noon\",\"key\":\"n\",\"value\":5}\n",
];

const PROSE: &[&str] =
    &["one\ntwo\nthree\nfour\nfive\nsix\n", "a\na\na\nb\n\n\nc", "fn main() {\r\n    print();\r\n}\r\n"];

const PATHS: &[&str] = &[
    "src/main.rs\n.gitignore\na/.github/x\nb/...\n.git\u{200c}/config\na/GIT~1\nlpt1.txt\nx/COM9\n",
    "a/b.txt",
    "../x",
    "/etc/passwd",
    "a/../../x",
    ".git/config",
    "a/.GIT/hooks/x",
    "git~1/config",
    "C:\\x",
    "con",
    "aux.txt",
    "a\\b",
    "./a//b/.",
    "~/x",
    "a/b/../c",
    "\\\\server\\share",
    "nul.",
    "a:b",
];

const VIEWS: &[&str] = &[
    "interactive depth=2 budget=5 expand=e1",
    "compact budget=1",
    "h1,link depth=1",
    "budget=0",
    "headings,interactive,compact expand=e5 expand=e2",
];
