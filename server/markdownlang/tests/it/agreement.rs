//! The checker and the renderer agree: what the checker passes, without a word and without an unknown type, renders
//! for a complete and valid input without an error and without `<no value>`.

use agmark_markdownlang::{Markdownlang, Program, render, sample};
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{Document, testing::Random};
use std::sync::Arc;

/// Input schemas in which every type is known.
const SCHEMAS: [&str; 3] = [
    "{ type: object, required: [a, b, c, d], additionalProperties: false, properties: { a: { type: string }, b: { \
     type: integer }, c: { type: array, minItems: 1, items: { type: object, required: [a, n], properties: { a: { \
     type: string }, n: { type: number } } } }, d: { type: object, required: [b, e], properties: { b: { type: boolean \
     }, e: { type: array, items: { type: string } } } } } }",
    "{ type: object, required: [a, b, c], properties: { a: { $ref: '#/$defs/a' }, b: { anyOf: [{ type: object, \
     required: [a], properties: { a: { type: string } } }, { type: object, required: [a, n], properties: { a: { type: \
     integer }, n: { type: string } } }] }, c: { type: [string, 'null'] }, d: { type: integer, default: 4 } }, $defs: { \
     a: { type: object, required: [a, e], properties: { a: { type: string }, e: { type: array, items: { type: array, \
     items: { type: integer } } } } } } }",
    "{ type: object, required: [c, e], properties: { c: { type: object, additionalProperties: { type: integer } }, a: \
     { type: [integer, string] }, e: { enum: [x, y] }, n: { type: object, properties: { a: { type: string } } } } }",
];

/// Values for templates: fields that may or may not be there, variables that may or may not be declared.
fn value(random: &mut Random, depth: usize) -> String {
    let fields = [
        ".", ".a", ".b", ".c", ".d", ".e", ".n", ".a.a", ".d.e", ".d.b", ".b.a", ".b.n", "$.a", "$.c", "$x",
        "$x.a", "$y",
    ];
    let functions = [
        "len",
        "upper",
        "title",
        "not",
        "print",
        "html",
        "printf \"%v\"",
        "slice",
        "eq 1",
        "lt 1",
        "and",
        "or 2",
        "default \"z\"",
        "join",
        "split",
        "ne \"x\"",
        "gt 2",
        "index",
    ];
    match random.below(if depth > 2 { 6 } else { 14 }) {
        0..=4 | 10..=13 => fields[random.below(fields.len())].to_owned(),
        5 => ["\"t\"", "3", "1.5", "true", "nil", "`r`"][random.below(6)].to_owned(),
        6 => format!("({} {})", functions[random.below(functions.len())], value(random, depth + 1)),
        7 => format!("(join {} \",\")", value(random, depth + 1)),
        8 => format!("(slice {} 0 1)", value(random, depth + 1)),
        _ => format!("({} | {})", value(random, depth + 1), functions[random.below(functions.len())]),
    }
}

fn template(random: &mut Random, depth: usize) -> String {
    let mut out = String::new();
    for _ in 0..=random.below(3) / 2 {
        let one = value(random, 0);
        let inner = if depth > 0 || random.below(2) == 0 {
            "x{{ . }}".to_owned()
        } else {
            template(random, depth + 1)
        };
        out.push_str(&match random.below(9) {
            0 => format!("{{{{ if {one} }}}}{inner}{{{{ else }}}}y{{{{ end }}}}"),
            1 => format!("{{{{ with {one} }}}}{inner}{{{{ else }}}}{inner}{{{{ end }}}}"),
            2 => format!("{{{{ range {one} }}}}{inner}{{{{ end }}}}"),
            3 => format!("{{{{ range $y, $x := {one} }}}}{inner}{{{{ else }}}}{{{{ break }}}}{{{{ end }}}}")
                .replace("{{ break }}", ""),
            4 => format!("{{{{ $x := {one} }}}}{inner}"),
            5 => format!("{{{{ if not {one} }}}}y{{{{ else }}}}{inner}{{{{ end }}}}"),
            6 => format!("{{{{ block \"b{}\" {one} }}}}{inner}{{{{ end }}}}", random.below(1000)),
            7 => format!("{{{{ if and {one} {} }}}}{inner}{{{{ end }}}}", value(random, 1)),
            _ => format!("{{{{ {one} }}}}"),
        });
    }
    out
}

/// Inputs that fit: the sample, and where alternatives are allowed, the others as well.
fn inputs(program: &Program) -> Vec<serde_json::Value> {
    let first = sample(&program.input);
    let mut all = vec![first.clone()];
    for (key, others) in [
        ("b", vec![serde_json::json!({ "a": "s" }), serde_json::json!({ "a": 1, "n": "s" })]),
        (
            "c",
            vec![
                serde_json::json!(null),
                serde_json::json!("s"),
                serde_json::json!([]),
                serde_json::json!({ "k": 7 }),
            ],
        ),
        ("a", vec![serde_json::json!(3), serde_json::json!("s"), serde_json::json!("")]),
        ("e", vec![serde_json::json!("y")]),
    ] {
        for other in others {
            let mut input = first.clone();
            input[key] = other;
            if program.check_input(&input).is_ok_and(|wrong| wrong.is_empty()) {
                all.push(input);
            }
        }
    }
    all
}

#[test]
fn what_passes_renders() {
    let mut random = Random(20_250);
    let (mut passed, mut refused) = (0, 0);
    for round in 0..2500 {
        let schema = SCHEMAS[round % SCHEMAS.len()];
        let body = template(&mut random, 0);
        let text = format!("---\nname: p\ndescription: d\ninput: {schema}\noutput: {{}}\n---\n{body}\n");
        let document = Document::new(Arc::new(Markdownlang), &text);
        let mut found = diagnose(&document, &EmptyWorld, &Settings::default());
        found.retain(|d| d.rule.short() != "unused-input");
        if !found.is_empty() {
            refused += 1;
            continue;
        }
        passed += 1;
        let program = Program::load(&text).expect("a program without findings");
        for input in inputs(&program) {
            match render(&program, &input) {
                Ok(prompt) => assert!(!prompt.contains("<no value>"), "{body}\nfor {input}\ngives {prompt}"),
                // Which kinds meet in a comparison, and which item an index finds, is seen when it runs.
                Err(error) if error.message.contains("compared") || error.message.contains("order") => {}
                Err(error) if error.message.contains("there is no") => {}
                Err(error) => panic!("{body}\nfor {input}\n{error}"),
            }
        }
    }
    assert!(passed > 300 && refused > 300, "{passed} passed, {refused} refused");
}
