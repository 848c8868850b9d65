//! Names of modules and public types say what they contain. Vague names are banned.

use std::collections::BTreeMap;

use crate::{read, root, rust, sources};

/// A banned name.
struct Banned {
    name: &'static str,
    reason: &'static str,
    instead: &'static str,
}

const fn banned(name: &'static str, reason: &'static str, instead: &'static str) -> Banned {
    Banned { name, reason, instead }
}

const MODULES: &[Banned] = &[
    banned("own", "whose?", "the content, for example chunk"),
    banned("shared", "by whom?", "the content, for example summary"),
    banned("judge", "a personification", "cross_file, check"),
    banned("elsewhere", "where?", "cross_file"),
    banned("meaning", "which one?", "resolve"),
    banned("reach", "has three meanings", "visibility, action_end, ignore"),
    banned("made", "by what?", "element_builder"),
    banned("says", "a personification", "accessible_text"),
    banned("marks", "of what?", "markers, fingerprint"),
    banned("levels", "of what?", "depths"),
    banned("kin", "a figure of speech", "co_renamed"),
    banned("near", "to what?", "suggestion"),
    banned("front", "of what?", "front_matter"),
    banned("standing", "a figure of speech", "reindent"),
    banned("spacing", "the same subject as reindent", "reindent"),
    banned("facts", "vague", "analysis"),
    banned("words", "vague", "the subject, for example question"),
    banned("wanted", "by whom?", "the subject, for example planned_server"),
    banned("kept", "by whom?", "stored_…, cached_…"),
    banned("asked", "by whom?", "request, question"),
    banned("around", "what?", "context"),
    banned("place", "vague", "location, position, path"),
    banned("gate", "a figure of speech", "the condition"),
    banned("offers", "vague", "completion, actions"),
    banned("orders", "vague", "commands"),
    banned("stated", "vague", "literal, declared"),
    banned("written", "vague", "source_text"),
    banned("garbled", "a figure of speech", "invalid_message"),
    banned("bounded", "by what?", "limited_reader"),
    banned("refused", "what?", "unsupported, error"),
    banned("wire", "a figure of speech", "requests, protocol"),
];

const TYPES: &[Banned] = &[
    banned("Found", "what was found?", "SearchHit, FileDiagnostics"),
    banned("Place", "of what?", "TagPosition, Location"),
    banned("Line", "of what?", "DiffLine, TableLine"),
    banned("Item", "of what?", "ListItem"),
    banned("Reader", "of what?", "BlockReader"),
    banned("Source", "of what?", "a noun with its subject"),
    banned("Made", "a participle", "a noun"),
    banned("Marks", "of what?", "Markers"),
    banned("Known", "by whom?", "a noun with its subject"),
    banned("What", "a question", "…Kind"),
    banned("Site", "of what?", "CallSite, Website"),
    banned("Here", "where?", "CurrentPosition"),
    banned("There", "where?", "PathKind"),
    banned("Asked", "a participle", "Request, Question"),
    banned("Kept", "a participle", "Stored…"),
    banned("Wanted", "a participle", "a noun"),
    banned("Stated", "a participle", "a noun"),
    banned("Written", "a participle", "a noun"),
    banned("Said", "a participle", "Text, Message"),
    banned("Told", "a participle", "Message"),
    banned("Seen", "a participle", "a noun"),
    banned("Own", "whose?", "Chunk"),
    banned("Shared", "by whom?", "Summary"),
    banned("Facts", "vague", "Analysis"),
    banned("Offer", "vague", "Completion, Action"),
];

#[test]
fn module_names_say_what_they_contain() {
    let mut counts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in product_sources() {
        if let Some(stem) = file.file_stem() {
            counts.entry(stem.to_string_lossy().into_owned()).or_default().push(file.display().to_string());
        }
    }
    check(MODULES, &counts);
}

#[test]
fn type_names_say_what_they_are() {
    let mut counts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in product_sources() {
        let code = rust::without_tests(&rust::code(&read(&file)));
        for name in public_types(&code) {
            counts.entry(name).or_default().push(file.display().to_string());
        }
    }
    check(TYPES, &counts);
}

fn check(table: &[Banned], found: &BTreeMap<String, Vec<String>>) {
    let mut wrong = Vec::new();
    for Banned { name, reason, instead } in table {
        if let Some(files) = found.get(*name) {
            wrong.push(format!("`{name}`: {reason} Use {instead}. It is in:\n  {}", files.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files of the product: those below `src`, without tests.
fn product_sources() -> Vec<std::path::PathBuf> {
    let is_product = |path: &std::path::PathBuf| {
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        let src = parts.iter().position(|part| part == "src");
        src.is_some_and(|src| !parts[src..].iter().any(|part| part == "tests" || part == "tests.rs"))
    };
    let all: Vec<_> = sources(&root().join("server")).into_iter().filter(is_product).collect();
    assert!(all.len() > 500, "only {} files", all.len());
    all
}

/// The names of the types in a source that other files can use.
fn public_types(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in code.lines() {
        let Some(rest) = line.trim_start().strip_prefix("pub") else { continue };
        let rest = match rest.strip_prefix('(') {
            Some(rest) => rest.split_once(')').map_or("", |(_, rest)| rest),
            None => rest,
        };
        let mut words = rest.split_whitespace();
        if matches!(words.next(), Some("struct" | "enum" | "trait" | "type")) {
            let name = words.next().unwrap_or_default();
            names.push(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    names
}

#[test]
fn public_types_are_found() {
    let code =
        "pub struct A<T>(T);\n    pub(in crate::x) enum B {\nstruct C;\npub fn d() {}\npub type E = A<u8>;\n";
    assert_eq!(public_types(code), ["A", "B", "E"]);
}
