//! `agmark markdownlang`: check, render, new, convert.

use crate::support::Folder;

const GREET: &str = "\
---
name: greet
description: Greets a person
input: { type: object, properties: { name: { type: string }, tone: { type: string, default: warm } }, required: [name] }
output: { type: object }
---
Greet {{ .name | title }} in a {{ .tone }} way.
";

fn folder() -> Folder {
    Folder::of(&[("agmark.toml", ""), ("greet.md", GREET), ("input.json", "{\"name\": \"bo\"}")])
}

#[test]
fn new_creates_the_folder() {
    let folder = folder();
    let ran = folder.run(&["markdownlang", "new", "a/b/plan.md"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "a/b/plan.md\n"), "{ran}");
    assert!(folder.read("a/b/plan.md").starts_with("---\nname: plan\n"));
    let ran = folder.run(&["markdownlang", "new", "a/b/plan.md"]);
    assert!(ran.code != 0 && ran.err.contains("the file exists"), "{ran}");
    let ran = folder.run(&["markdownlang", "new", "a/"]);
    assert!(ran.code == 2 && ran.err.contains("name the program"), "{ran}");
    let ran = folder.run(&["markdownlang", "new", "greet.md/x"]);
    assert!(ran.code == 2 && ran.err.contains("the folder cannot be created"), "{ran}");
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
    assert!(ran.err.contains("weather.md: the file exists: remove it first or choose another name"), "{ran}");
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

#[test]
fn check_looks_at_programs_and_what_they_import() {
    let folder = folder();
    folder.write("notes.md", b"# Notes\n\nNo program.\n");
    folder.write("broken.agd", b"@ref #nowhere\n\n@p x @ref #nothing\n");
    // Of all that is in a folder, programs count.
    let ran = folder.run(&["markdownlang", "check", "."]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "1 file checked: no findings\n"), "{ran}");
    // A file that a program imports is a program and is checked as one.
    let caller = GREET
        .replace("name: greet", "name: party")
        .replace("output: {", "imports: [./notes.md, ./gone.md]\noutput: {");
    folder.write("party.md", caller.as_bytes());
    let ran = folder.run(&["markdownlang", "check", "."]);
    assert_eq!(ran.code, 1, "{ran}");
    for said in ["3 files checked", "./gone.md", "missing-import", "not-a-program", "missing-front-matter"] {
        assert!(ran.out.contains(said), "no {said}: {ran}");
    }
    // So is the import of a file that is named alone.
    let ran = folder.run(&["markdownlang", "check", "party.md"]);
    assert!(ran.code == 1 && ran.out.contains("not-a-program"), "{ran}");
    let ran = folder.run(&["markdownlang", "check", "--output-format", "json", "party.md"]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(json.to_string().contains("markdownlang/missing-import"), "{ran}");
}

#[test]
fn a_file_that_is_named_is_taken_for_a_program() {
    let folder = folder();
    folder.write("draft.md", b"---\nname: draft\n---\nWrite.\n");
    folder.write("list.agd", b"@p x\n");
    let ran = folder.run(&["check", "draft.md"]);
    assert_eq!(ran.code, 0, "{ran}");
    let ran = folder.run(&["markdownlang", "check", "draft.md"]);
    assert_eq!(ran.code, 1, "{ran}");
    for key in ["description", "input", "output"] {
        assert!(ran.out.contains(&format!("\"{key}\"")), "{ran}");
    }
    let ran = folder.run(&["markdownlang", "check", "list.agd"]);
    assert!(ran.code == 0 && ran.err.contains("list.agd: not markdownlang, skipped"), "{ran}");
    let ran = folder.run(&["markdownlang", "check", "none.md"]);
    assert_eq!(ran.code, 2, "{ran}");
    let ran = folder.run_with(&["markdownlang", "check", "-"], b"---\nname: draft\n---\nWrite.\n");
    assert_eq!(ran.code, 1, "{ran}");
}
