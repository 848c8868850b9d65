//! markdownlang: the general tests, how fixes are applied, and the sizes of text that could take too much work.

use agmark_syntax::Applicability::{Likely, Offered};

use crate::work::{Shape, check, depth, many};
use crate::fixes;

// Of a function before what it needs, and of a keyword, a key or a value that is put in the place of another one.
general_tests!("markdownlang", unfinished: &[
    "markdownlang/argument-count",
    "markdownlang/missing-value",
    "markdownlang/bad-declaration",
    "markdownlang/bad-value",
    "markdownlang/missing-key",
    "markdownlang/not-a-function",
    "markdownlang/server-transport",
    "markdownlang/unclosed-block",
]);

/// A program with these lines in its front matter.
fn program_with(rest: &str, body: &str) -> String {
    format!("---\nname: p\ndescription: d\noutput: {{ type: object }}\n{rest}---\n{body}\n")
}

#[test]
fn a_fix_is_automatic_only_where_it_keeps_everything() {
    const OPEN: &str = "input: { type: object }\n";
    let check = |rest: &str, body: &str, rule: &str, expected: &[_]| {
        fixes::check_cases("markdownlang", &[(&program_with(rest, body), rule, expected)]);
    };
    // A word that is there already is never meant, on one line or in a list of lines.
    let city = |required: &str| {
        format!("input: {{ type: object, properties: {{ city: {{type: string}} }}, required: [{required}] }}\n")
    };
    let lines = "input:\n  type: object\n  properties:\n    city: { type: string }\n  required:\n    - city\n    - cty\n";
    check(&city("city, cty"), "x", "markdownlang/undeclared-required", &[]);
    check(lines, "x", "markdownlang/undeclared-required", &[]);
    check(&city("cty"), "x", "markdownlang/undeclared-required", &[Likely]);
    check("input: { type: object, typ: object }\n", "x", "markdownlang/unknown-keyword", &[]);
    check("input: { typ: object }\n", "x", "markdownlang/unknown-keyword", &[Likely]);
    check(&format!("{OPEN}nane: q\n"), "x", "markdownlang/unknown-key", &[]);
    // What a text says to a model is a person's.
    let count = "Count with the python-interpreter.";
    let server = format!("{OPEN}mcp_servers:\n  - {{ name: python-interpreter, command: py }}\n");
    check(OPEN, count, "markdownlang/python-server", &[Offered]);
    check(&server, count, "markdownlang/python-server", &[]);
}

/// A program with these schemas for its input and this body.
fn program(input: &str, body: &str) -> String {
    format!("---\nname: p\ndescription: d\ninput: {input}\noutput: {{ type: object }}\n---\n{body}")
}

fn properties(n: usize, of: impl Fn(usize) -> String) -> String {
    format!("{{ type: object, properties: {{ {} }} }}", many(n, |i| format!("p{i:06}: {}, ", of(i))))
}

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

#[test]
fn work_is_as_large_as_the_text() {
    check("markdownlang", SHAPES, 1000);
}

#[test]
fn answers_are_as_large_as_the_edit() {
    let head = "---\nname: greet\ndescription: x\ninput:\n  type: object\n  properties:\n    name: { type: string }\n  \
                required: [name]\noutput:\n  type: object\n---\n\n";
    crate::work_requests::check("markdownlang", head, |i| {
        format!(
            "## Section {i}\n\nSome words with `code{i}`. Hello {{{{ .name | printf \"%s\" }}}}!\n\n- one\n- two\n\n"
        )
    });
}
