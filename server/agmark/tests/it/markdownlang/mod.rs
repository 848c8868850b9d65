//! `agmark markdownlang`: check, render, new, convert.

use crate::support::Folder;

const GREET: &str = "\
---
name: greet
description: Greets somebody
input: { type: object, properties: { name: { type: string }, tone: { type: string, default: warm } }, required: [name] }
output: { type: object }
---
Greet {{ .name | title }} in a {{ .tone }} way.
";

fn folder() -> Folder {
    Folder::of(&[("agmark.toml", ""), ("greet.md", GREET), ("input.json", "{\"name\": \"bo\"}")])
}

#[test]
fn render_prints_the_prompt() {
    let folder = folder();
    let ran = folder.run(&["markdownlang", "render", "greet.md", "-input", "{\"name\":\"ada\"}"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "Greet Ada in a warm way.\n"), "{ran}");
    let ran = folder.run(&["markdownlang", "render", "greet.md", "--input", "@input.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "Greet Bo in a warm way.\n"), "{ran}");
    let ran = folder.run_with(
        &["markdownlang", "render", "greet.md", "-input", "-"],
        b"{\"name\":\"cy\",\"tone\":\"dry\"}",
    );
    assert_eq!((ran.code, ran.out.as_str()), (0, "Greet Cy in a dry way.\n"), "{ran}");
    let ran = folder.run(&["markdownlang", "render", "greet.md"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "Greet Name in a warm way.\n"), "{ran}");
    assert!(ran.err.contains("no input is given"), "{ran}");
}

#[test]
fn render_says_what_is_wrong() {
    let folder = folder();
    folder.write("bad.md", GREET.replace("title", "titel").as_bytes());
    let ran = folder.run(&["markdownlang", "render", "greet.md", "-input", "{\"name\":1}"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.err.contains("/name: expected a string, found an integer"), "{ran}");
    let ran = folder.run(&["markdownlang", "render", "bad.md", "-input", "{}"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.err.contains("bad.md:7:18: unknown function \"titel\""), "{ran}");
    let ran = folder.run(&["markdownlang", "render", "greet.md", "-input", "{"]);
    assert_eq!(ran.code, 2, "{ran}");
    let ran = folder.run(&["markdownlang", "render", "none.md"]);
    assert_eq!(ran.code, 2, "{ran}");
}

#[test]
fn new_programs_are_clean_and_replace_nothing() {
    let folder = folder();
    let ran = folder.run(&["markdownlang", "new", "weather"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "weather.md\n"), "{ran}");
    let ran = folder.run(&["markdownlang", "check", "--deny-warnings", "weather.md", "greet.md"]);
    assert_eq!(ran.code, 0, "{ran}");
    let ran = folder.run(&["markdownlang", "new", "weather"]);
    assert_eq!(ran.code, 2, "{ran}");
    assert!(ran.err.contains("is there already"), "{ran}");
}

#[test]
fn convert_makes_a_program_of_a_skill() {
    let folder = folder();
    folder.write(
        "page-reader/SKILL.md",
        b"Reads pages.\n\nParameters:\n- url (required): The page\n\nRead {url}.\n",
    );
    let ran = folder.run(&["markdownlang", "convert", "page-reader/SKILL.md", "-o", "reader.md"]);
    assert_eq!(ran.code, 0, "{ran}");
    assert!(folder.read("reader.md").starts_with("---\nname: page-reader\ndescription: Reads pages.\n"));
    let ran = folder.run(&["markdownlang", "check", "--deny-warnings", "reader.md"]);
    assert_eq!(ran.code, 0, "{ran}");
    let ran = folder.run(&["markdownlang", "convert", "page-reader/SKILL.md"]);
    assert!(ran.out.ends_with("---\nReads pages.\n\nRead {{ .url }}.\n"), "{ran}");
}
