//! Names of modules and public types say what they contain. Vague names are banned.

use std::collections::BTreeMap;

use crate::{read, root, rust, sources};

/// A banned name.
struct Banned {
    name: &'static str,
    reason: &'static str,
    instead: &'static str,
    /// How often it occurs still. The numbers only decrease.
    known: usize,
}

const fn banned(name: &'static str, reason: &'static str, instead: &'static str, known: usize) -> Banned {
    Banned { name, reason, instead, known }
}

const MODULES: &[Banned] = &[
    banned("own", "whose?", "the content, for example chunk", 0),
    banned("shared", "by whom?", "the content, for example summary", 0),
    banned("judge", "a personification", "cross_file, check", 0),
    banned("elsewhere", "where?", "cross_file", 0),
    banned("meaning", "which one?", "resolve", 0),
    banned("reach", "has three meanings", "visibility, action_end, ignore", 0),
    banned("made", "by what?", "element_builder", 0),
    banned("says", "a personification", "accessible_text", 0),
    banned("marks", "of what?", "markers, fingerprint", 0),
    banned("levels", "of what?", "depths", 0),
    banned("kin", "a figure of speech", "co_renamed", 0),
    banned("near", "to what?", "suggestion", 0),
    banned("front", "of what?", "front_matter", 1),
    banned("standing", "a figure of speech", "reindent", 0),
    banned("spacing", "the same subject as reindent", "reindent", 0),
    banned("facts", "vague", "analysis", 0),
    banned("words", "vague", "the subject, for example question", 2),
    banned("wanted", "by whom?", "the subject, for example planned_server", 0),
    banned("kept", "by whom?", "stored_…, cached_…", 0),
    banned("asked", "by whom?", "request, question", 0),
    banned("around", "what?", "context", 0),
    banned("place", "vague", "location, position, path", 1),
    banned("gate", "a figure of speech", "the condition", 0),
    banned("offers", "vague", "completion, actions", 0),
    banned("orders", "vague", "commands", 0),
    banned("stated", "vague", "literal, declared", 0),
    banned("written", "vague", "source_text", 0),
    banned("garbled", "a figure of speech", "invalid_message", 0),
    banned("bounded", "by what?", "limited_reader", 0),
    banned("refused", "what?", "unsupported, error", 0),
    banned("wire", "a figure of speech", "requests, protocol", 0),
];

const TYPES: &[Banned] = &[
    banned("Found", "what was found?", "SearchHit, FileDiagnostics", 0),
    banned("Place", "of what?", "TagPosition, Location", 2),
    banned("Line", "of what?", "DiffLine, TableLine", 4),
    banned("Item", "of what?", "ListItem", 3),
    banned("Reader", "of what?", "BlockReader", 2),
    banned("Source", "of what?", "a noun with its subject", 3),
    banned("Made", "a participle", "a noun", 0),
    banned("Marks", "of what?", "Markers", 0),
    banned("Known", "by whom?", "a noun with its subject", 0),
    banned("What", "a question", "…Kind", 0),
    banned("Site", "of what?", "CallSite, Website", 0),
    banned("Here", "where?", "CurrentPosition", 0),
    banned("There", "where?", "PathKind", 0),
    banned("Asked", "a participle", "Request, Question", 1),
    banned("Kept", "a participle", "Stored…", 0),
    banned("Wanted", "a participle", "a noun", 0),
    banned("Stated", "a participle", "a noun", 0),
    banned("Written", "a participle", "a noun", 0),
    banned("Said", "a participle", "Text, Message", 0),
    banned("Told", "a participle", "Message", 0),
    banned("Seen", "a participle", "a noun", 0),
    banned("Own", "whose?", "Chunk", 0),
    banned("Shared", "by whom?", "Summary", 0),
    banned("Facts", "vague", "Analysis", 0),
    banned("Offer", "vague", "Completion, Action", 1),
];

#[test]
fn module_names_say_what_they_contain() {
    let mut counts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in product_sources() {
        if let Some(stem) = file.file_stem() {
            counts.entry(stem.to_string_lossy().into_owned()).or_default().push(file.display().to_string());
        }
    }
    check(MODULES, "MODULES", &counts);
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
    check(TYPES, "TYPES", &counts);
}

fn check(table: &[Banned], title: &str, found: &BTreeMap<String, Vec<String>>) {
    let mut wrong = Vec::new();
    for Banned { name, reason, instead, known } in table {
        let files = found.get(*name).map(Vec::as_slice).unwrap_or_default();
        if files.len() > *known {
            wrong.push(format!("`{name}`: {reason} Use {instead}. It is in:\n  {}", files.join("\n  ")));
        } else if files.len() < *known {
            wrong.push(format!(
                "`{name}` occurs {} times: lower its number in {title} in names.rs",
                files.len()
            ));
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
